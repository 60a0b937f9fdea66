"""``bolets completion``: the completion script of a shell."""

from __future__ import annotations

import click

from bolets_solver.cli.shared.common import report_errors

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@report_errors
def completion(shell: str) -> None:
    """Print the script that completes commands, decks, puzzles and faces.

    For bash: bolets completion bash > ~/.local/share/bash-completion/completions/bolets. For zsh:
    bolets completion zsh > _bolets, in a folder of its fpath. For fish: bolets completion fish >
    ~/.config/fish/completions/bolets.fish.
    """
    from click.shell_completion import get_completion_class

    from bolets_solver.cli import cli

    found = get_completion_class(shell)
    assert found is not None
    maker = found(cli, {}, "bolets", "_BOLETS_COMPLETE")
    click.echo(maker.source_template % maker.source_vars())
