"""Loads one module with a change made to it; all others, and all files, stay as they are.

It is run by every Python process of a mutant's tests, as `sitecustomize`: so commands that tests start are changed too.
"""

from __future__ import annotations

import json
import os
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from typing import Any


class ChangedLoader(SourceFileLoader):
    """Loads a module from other source than its file's."""

    def __init__(self, fullname: str, path: str, source: str) -> None:
        super().__init__(fullname, path)
        self.source = source

    def get_code(self, fullname: str) -> Any:
        """The code of the changed source; nothing that was compiled before is taken."""
        return compile(self.source, self.path, "exec", dont_inherit=True)


class ChangedFinder(MetaPathFinder):
    """Finds the one module that is changed."""

    def __init__(self, module: str, source: str) -> None:
        self.module, self.source = module, source

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Where the module is, and who loads it."""
        if fullname != self.module:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.origin is not None:
            spec.loader = ChangedLoader(fullname, spec.origin, self.source)
        return spec


if "CASITA_MUTANT" in os.environ:
    with open(os.environ["CASITA_MUTANT"]) as file:
        _mutant = json.load(file)
    sys.meta_path.insert(0, ChangedFinder(_mutant["module"], _mutant["source"]))
