"""The same map over many items: in this process, or in several.

Results come back in the order of the items, whatever finished first, so that what is made of them does not depend on
how many workers there were. Work that should survive a kill writes its own files and is not asked for again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from casita.errors import BadInput
from casita.words import safe_for_rich

Item = TypeVar("Item")
Made = TypeVar("Made")


def mapped(
    function: Callable[[Item], Made], items: Sequence[Item], workers: int = 1, label: str = "", *, progress: bool = True
) -> Iterator[Made]:
    """`function` of every item, in order; with a progress bar if a label is given.

    With several workers the function and the items are sent to other processes: the function must be found by its
    name in a module.
    """
    if workers < 1:
        raise BadInput(f"there is at least one worker; asked for {workers}")
    return tracked(_results(function, items, workers), len(items), label if progress else "")


def _results(function: Callable[[Item], Made], items: Sequence[Item], workers: int) -> Iterator[Made]:
    if workers == 1 or len(items) < 2:
        yield from map(function, items)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    context = get_context("spawn")
    with ProcessPoolExecutor(min(workers, len(items)), mp_context=context, initializer=end_with_parent) as pool:
        futures = [pool.submit(function, item) for item in items]
        try:
            for future in futures:
                yield future.result()
        finally:
            for future in futures:
                future.cancel()


def end_with_parent() -> None:
    """Let a worker end when the process that started it is killed: it would wait for ever."""
    import os
    from multiprocessing import parent_process
    from threading import Thread

    def watch() -> None:
        parent = parent_process()
        if parent is not None:
            parent.join()
            os._exit(1)

    Thread(target=watch, daemon=True).start()


def tracked(results: Iterator[Made], count: int, label: str) -> Iterator[Made]:
    """The same results, with a progress bar on the error output if there is a label and a person may look at it."""
    if not label:
        yield from results
        return
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    yield from track(results, safe_for_rich(label), count, console=console, disable=not console.is_terminal)
