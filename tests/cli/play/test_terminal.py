"""``bolets play`` on a terminal: redrawn in place, and the prompt after Ctrl-Z and fg."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from tests.cli.running import command

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="terminals of POSIX")


def read_until(terminal: int, text: str, seconds: float = 60) -> str:
    """Return what the program writes up to and with a text."""
    import select

    seen = ""
    ends = time.monotonic() + seconds
    while text not in seen and time.monotonic() < ends:
        if select.select([terminal], [], [], 0.2)[0]:
            seen += os.read(terminal, 65536).decode(errors="replace")
    assert text in seen, seen
    return seen


def comes_back(pid: int, terminal: int, text: str) -> bool:
    """Stop the program, let it run again, and return whether it writes a text then."""
    os.kill(pid, signal.SIGSTOP)
    os.waitpid(pid, os.WUNTRACED)
    os.kill(pid, signal.SIGCONT)
    try:
        read_until(terminal, text, 6)
    except AssertionError:
        return False
    return True


def test_the_prompt_comes_back_after_the_program_was_stopped(tmp_path: Path) -> None:
    import pty

    words = command("play", "1A", "2B", "--deck", "mini", "--new")
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ |= {"BOLETS_SAVES": str(tmp_path), "TERM": "xterm", "COLUMNS": "80"}
        os.execv(words[0], words)
    try:
        shown = read_until(terminal, "> ")
        assert "\x1b[H\x1b[2J" in shown
        os.write(terminal, b"ma")
        read_until(terminal, "ma")
        # more than once: Python misses a signal between a letter shown and the wait for the next
        assert any(comes_back(pid, terminal, "> ma") for _ in range(10))
        os.write(terminal, b"p\n")
        read_until(terminal, "which door")
        os.write(terminal, b"quit\n")
        read_until(terminal, "nothing is saved")
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(terminal)
