"""The signals that end a command: Ctrl-C, and those that the system sends.

A command that receives one prints its best result so far. A library must not change signals, so
nothing here happens before :func:`hear` is called.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

TWICE_SECONDS = 1.0
"""``timeout`` signals a program and its group, and so does a closing terminal's shell: the same
signal arrives twice and must count once."""

PRESSED_SECONDS = 0.04
"""The same for Ctrl-C, which a user may press twice on purpose, but not this fast."""

_ASKED = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""Windows lacks SIGHUP."""


_waiting: dict[int, Any] = {}
"""What :func:`await_command` has put in the place of the system's own."""


class _Program:
    """The signals handled here, and when a request to end and Ctrl-C last arrived."""

    heard: tuple[int, ...] = (signal.SIGINT,)
    broken_off = False
    asked: float | None = None
    pressed: float | None = None


def await_command(code: int) -> None:
    """Let the signals end the program with an exit code, as long as no command runs.

    While modules are imported nothing has been done that could be lost; an exception at any place
    of theirs would print its traceback. Outside of the main thread nothing is done.
    """
    if threading.current_thread() is not threading.main_thread():
        return

    def leave(number: int, frame: FrameType | None) -> None:
        with suppress(OSError):
            os.write(2, b"interrupted\n")
        os._exit(code)

    for number in (signal.SIGINT, *_ASKED):
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, leave)
            _waiting[number] = leave


def hear() -> None:
    """Let the signals that ask a program to end do what Ctrl-C does: raise KeyboardInterrupt.

    Signals ignored at the start (``nohup``) stay ignored. Does nothing outside the main thread.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    free = (signal.SIG_DFL, signal.default_int_handler)
    numbers = [
        number
        for number in (signal.SIGINT, *_ASKED)
        if signal.getsignal(number) in (*free, _waiting.get(number, signal.SIG_DFL))
    ]
    for number in numbers:
        signal.signal(number, _interrupt)
    _Program.heard = tuple(dict.fromkeys((signal.SIGINT, *numbers)))


def deafen() -> None:
    """Ignore the signals once a command has ended, so that its exit code stands.

    Does nothing outside the main thread.
    """
    if threading.current_thread() is threading.main_thread():
        for number in heard():
            signal.signal(number, signal.SIG_IGN)


def heard() -> tuple[int, ...]:
    """Return the signals that end work: Ctrl-C, and after :func:`hear` the others."""
    return _Program.heard


@contextmanager
def held_back() -> Iterator[None]:
    """Delay signals inside the ``with`` block until its end.

    For work that cannot be repeated after an interruption. Does nothing outside the main thread.
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
    """Note a signal; return whether it is new, not a repetition of the last one."""
    now = time.monotonic()
    if number == signal.SIGINT:
        before, _Program.pressed = _Program.pressed, now
        return before is None or now - before > PRESSED_SECONDS
    before, _Program.asked = _Program.asked, now
    return before is None or now - before > TWICE_SECONDS


def asked_to_end() -> bool:
    """Whether the system has asked the program to end; Ctrl-C only ends the current work."""
    return _Program.asked is not None


def was_broken_off() -> bool:
    """Whether a signal has raised KeyboardInterrupt since :func:`hear`, wherever that ended."""
    return _Program.broken_off


def _interrupt(number: int, frame: FrameType | None) -> None:
    if is_new(number):
        _Program.broken_off = True
        raise KeyboardInterrupt
