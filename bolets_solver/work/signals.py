"""The signals that end a command: Ctrl-C, and what the system sends to end a program.

A program that hears of its end prints the best so far, whoever asked for it. That is the business
of a command, not of a library: nothing here happens before :func:`hear` is called.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

TWICE_SECONDS = 1.0
"""``timeout`` ends a program and its group, a closing terminal the shell does too: the same signal
comes twice at once, and is heard once."""

PRESSED_SECONDS = 0.04
"""The same for Ctrl-C, which a person may mean to press twice, but not as fast as that."""

_ASKED = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""Windows lacks the second."""


class _Program:
    """What this process hears, when it was asked to end, and when Ctrl-C was pressed."""

    heard: tuple[int, ...] = (signal.SIGINT,)
    asked: float | None = None
    pressed: float | None = None


def hear() -> None:
    """Let the signals that ask a program to end do what Ctrl-C does: raise KeyboardInterrupt.

    What was ignored when the program began (``nohup``) stays so. Outside of the main thread nothing
    is done.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    asked = [number for number in _ASKED if signal.getsignal(number) is signal.SIG_DFL]
    for number in asked:
        signal.signal(number, _interrupt)
    _Program.heard = (signal.SIGINT, *asked)


def deafen() -> None:
    """Ignore the signals that end a command, which has ended: its exit code stands.

    Outside of the main thread nothing is done.
    """
    if threading.current_thread() is threading.main_thread():
        for number in heard():
            signal.signal(number, signal.SIG_IGN)


def heard() -> tuple[int, ...]:
    """Return the signals that end work: Ctrl-C, and after :func:`hear` the others."""
    return _Program.heard


@contextmanager
def held_back() -> Iterator[None]:
    """Hold signals back inside the ``with`` block; what came meanwhile is heard at its end.

    For what cannot be done again once it was broken off. Outside of the main thread nothing is
    held back.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    previous = {
        number: signal.signal(number, lambda number, frame: came.append(number))
        for number in heard()
    }
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
    for number in dict.fromkeys(came):
        signal.raise_signal(number)


def is_new(number: int) -> bool:
    """Take note of a signal; return whether it is more than the last one sent once more."""
    now = time.monotonic()
    if number == signal.SIGINT:
        before, _Program.pressed = _Program.pressed, now
        return before is None or now - before > PRESSED_SECONDS
    before, _Program.asked = _Program.asked, now
    return before is None or now - before > TWICE_SECONDS


def asked_to_end() -> bool:
    """Whether the system has asked the program to end. Ctrl-C asks only what it is doing to."""
    return _Program.asked is not None


def _interrupt(number: int, frame: FrameType | None) -> None:
    if is_new(number):
        raise KeyboardInterrupt
