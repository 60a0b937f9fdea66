"""Groups of commands whose modules are imported only when used."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

import click

from bolets_solver.cli.shared.common import Exit, say


class LazyGroup(click.Group):
    """A click group that knows its commands by name and imports them on demand.

    ``commands`` maps each command's name to its help line; the command ``two-words`` is the object
    ``two_words`` of the module ``{package}.two_words``. ``homes`` maps the names of commands whose
    modules lie in a room of the package to the name of that room.
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

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command. Ctrl-C while its module is imported ends it as Ctrl-C in it does."""
        try:
            return super().invoke(ctx)
        except (KeyboardInterrupt, RuntimeError) as error:
            # where a class is being made, Python 3.11 wraps what is raised
            if not any(isinstance(each, KeyboardInterrupt) for each in (error, error.__cause__)):
                raise
            say("interrupted")
            ctx.exit(Exit.INTERRUPTED)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of all commands, in the order in which the table gives them."""
        return list(self._help_lines)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command, or None if the group has none of that name."""
        if cmd_name not in self._help_lines:
            return None
        name = cmd_name.replace("-", "_")
        home = self._homes.get(cmd_name)
        room = f"{self._package}.{home}" if home else self._package
        module = importlib.import_module(f"{room}.{name}")
        command = getattr(module, name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table of commands without importing any of them."""
        if self._help_lines:
            with formatter.section("Commands"):
                formatter.write_dl(list(self._help_lines.items()))
