"""One test for all rows of a table that take a millisecond each: a test of its own for each row would take longer."""

from __future__ import annotations

from collections.abc import Callable, Iterable

SHOWN = 20
"""Bad rows that a failure tells about."""


def every_row(rows: Iterable[object]) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Let a test of one row go through all of them, a tuple being several arguments; it names every row that fails."""
    listed = list(rows)
    assert listed, "a table without rows proves nothing"

    def of_all(test: Callable[..., None]) -> Callable[[], None]:
        def through_all() -> None:
            bad: dict[str, Exception] = {}
            for row in listed:
                try:
                    test(*row) if isinstance(row, tuple) else test(row)
                except Exception as error:  # also what is raised where an assert was not reached
                    bad[str(row)] = error
            told = "\n".join(f"{row}: {type(error).__name__}: {error}" for row, error in list(bad.items())[:SHOWN])
            if bad:
                raise AssertionError(f"{len(bad)} of {len(listed)} rows:\n{told}") from next(iter(bad.values()))

        # Not `functools.wraps`: pytest would look for fixtures of the names of the arguments.
        for name in ("__name__", "__qualname__", "__doc__", "__module__"):
            setattr(through_all, name, getattr(test, name))
        return through_all

    return of_all
