"""The same map over many items: in this process, or in several.

Results come back in the order of the items, whatever finished first, so that what is made of them does not depend on
how many workers there were. Work that should survive a kill writes its own files and is not asked for again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import monotonic
from typing import TypeVar

from casita.errors import BadInput
from casita.words import safe_for_rich

LINE_EVERY = 30.0
"""Seconds between two lines about how far some work is, where there is no terminal to draw a bar on."""

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
    """The same results; if there is a label, with a progress bar on the error output.

    Where that is no terminal, a line now and then says how far it is.
    """
    if not label:
        yield from results
        return
    from rich.console import Console

    console, shown = Console(stderr=True), safe_for_rich(label)
    if console.is_terminal:
        from rich.progress import track

        yield from track(results, shown, count, console=console)
        return
    begun = last = monotonic()
    for number, result in enumerate(results, 1):
        yield result
        now = monotonic()
        if now - last >= LINE_EVERY:
            last = now
            left = (now - begun) / number * (count - number)
            console.print(f"{shown}: {number:,} of {count:,}, about {left / 60:.0f} minutes left", highlight=False)
