"""The command ``bolets``, and ``python -m bolets_solver``, which is the same.

What is imported takes a moment, in which Ctrl-C is heard already.
"""

from __future__ import annotations

from bolets_solver.work.signals import await_command

INTERRUPTED = 130


def main() -> None:
    """Entry point of the console command."""
    await_command(INTERRUPTED)
    from bolets_solver.cli import main as command

    command()


if __name__ == "__main__":
    main()
