"""Groups of commands whose modules are imported only when used."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import click

from bolets_solver.cli.shared.system import restore_help, run
from bolets_solver.files.spelling import did_you_mean
from bolets_solver.letters import with_names


class LazyGroup(click.Group):
    """A click group that knows its commands by name and imports them on demand.

    ``commands`` maps each command's name to its help line; the command ``two-words`` is the object
    ``two_words`` of the module ``{package}.two_words``. ``homes`` maps commands in a room of the
    package to that room.
    """

    def __init__(
        self,
        *args: Any,
        package: str,
        commands: Mapping[str, str],
        homes: Mapping[str, str],
        **kwargs: Any,
    ):
        super().__init__(*args, **kwargs)
        self._package = package
        self._homes = dict(homes)
        self._help_lines = dict(commands)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command and end the process; an error is one line and an exit code."""

        def work() -> Any:
            return super(LazyGroup, self).main(args, prog_name, complete_var, False, **extra)

        return sys.exit(run(work)) if standalone_mode else work()

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in the order of the table."""
        return list(self._help_lines)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command, None if the group has none of that name."""
        if cmd_name not in self._help_lines:
            return None
        name = cmd_name.replace("-", "_")
        home = self._homes.get(cmd_name)
        room = f"{self._package}.{home}" if home else self._package
        module = importlib.import_module(f"{room}.{name}")
        command = getattr(module, name)
        assert isinstance(command, click.Command)
        if sys.flags.optimize > 1:
            restore_help(command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; raises UsageError with a suggestion."""
        name = args[0]
        if name in self._help_lines or name.startswith("-"):
            return super().resolve_command(ctx, args)
        near = did_you_mean(name, self._help_lines)
        message = with_names(f"the command '{name}' is unknown{near}")
        raise click.UsageError(message, ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table of commands without importing any of them."""
        if self._help_lines:
            with formatter.section("Commands"):
                formatter.write_dl(list(self._help_lines.items()))
