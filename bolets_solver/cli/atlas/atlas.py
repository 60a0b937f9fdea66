"""``bolets atlas``: build, check and query the atlas of a deck."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bolets_solver.cli.atlas import answers
from bolets_solver.cli.shared.common import (
    exit_code,
    finish,
    limit_options,
    report_errors,
    say,
)
from bolets_solver.cli.shared.game_options import rule_options

if TYPE_CHECKING:
    from bolets_solver.atlas.build import BuildProgress
    from bolets_solver.atlas.shards import ShardFolder
    from bolets_solver.atlas.worker import Job
    from bolets_solver.cli.atlas.building import BuildReporter
    from bolets_solver.work.limits import Limits, Work


@click.group()
def atlas() -> None:
    """Build, check and query the atlas of a deck: the proven optimum of every deal.

    DECK is a deck's name or file. The atlas of pinewood comes with the program.
    """


for _command in (answers.rank, answers.show, answers.compare, answers.query, answers.verify):
    atlas.add_command(_command)


@atlas.command(short_help="Prove the optimum of every deal of a deck.")
@click.argument("deck")
@click.option("-o", "--output", required=True, metavar="DIR", help="The folder to work in.")
@click.option(
    "--write",
    "file",
    metavar="FILE",
    help="Write the atlas to FILE (default: DIR/NAME.atlas).",
)
@click.option("--from", "begun", metavar="FILE", help="Start from the results of this atlas.")
@click.option(
    "--cores",
    type=click.IntRange(1, 1024),
    metavar="N",
    help="Number of processes (default: one for each core).",
)
@click.option("--scheduler", metavar="ADDRESS", help="Use the Dask cluster of this scheduler.")
@click.option(
    "--local-cluster",
    type=click.IntRange(1, 1024),
    metavar="N",
    help="Start a Dask cluster of N processes on this machine, for trials.",
)
@rule_options
@limit_options
@report_errors
def build(
    deck: str,
    output: str,
    file: str | None,
    begun: str | None,
    cores: int | None,
    scheduler: str | None,
    local_cluster: int | None,
    settings: list[str],
    limits: Limits,
) -> None:
    """Prove the optimum of every deal of DECK, and write the atlas.

    Results are saved in DIR, shard by shard. After an interruption the same command continues, also
    on another machine with a copy of DIR. At the end, or at a limit, the atlas is written to FILE.
    Commands find it as ./card_data/NAME.atlas.
    """
    from bolets_solver.atlas.atlas_file import read_atlas
    from bolets_solver.atlas.settling import settle_by_search
    from bolets_solver.atlas.shards import ShardFolder
    from bolets_solver.atlas.worker import Job
    from bolets_solver.bolets.files.deck_library import load_deck
    from bolets_solver.bolets.rules import Rules
    from bolets_solver.cli.atlas.building import BuildReporter
    from bolets_solver.cli.shared.output_file import ATLAS, require_place
    from bolets_solver.errors import InputError
    from bolets_solver.work.limits import Work

    if scheduler is not None and local_cluster is not None:
        raise InputError("give --scheduler or --local-cluster, not both")
    if cores is not None and (scheduler or local_cluster):
        raise InputError("--cores is for work without a cluster")
    if file is not None:
        _make_folder(Path(file).parent)
        require_place(file, ATLAS)
    loaded, rules = load_deck(deck), Rules.parse(settings)
    folder = ShardFolder.open(output, loaded, rules)
    if begun is not None:
        taken = folder.fill(read_atlas(begun, loaded, rules))
        say(f"{taken} deals taken over from {begun}")
    job = Job(str(folder.path.resolve()), loaded, rules, settle_by_search)
    with BuildReporter() as reporter, Work(limits, reporter.report) as work:
        standing = _run(folder, job, work, reporter, cores, scheduler, local_cluster)
    _write(folder, standing, file)
    finish(exit_code(standing.reason))


def _make_folder(folder: Path) -> None:
    from bolets_solver.errors import Defect, InputError

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            Defect(f"cannot be made: {error.strerror or error}", str(folder))
        ) from None


def _run(
    folder: ShardFolder,
    job: Job,
    work: Work,
    reporter: BuildReporter,
    cores: int | None,
    scheduler: str | None,
    local_cluster: int | None,
) -> BuildProgress:
    from bolets_solver.atlas.build import build as build_here

    if scheduler is None and local_cluster is None:
        return build_here(folder, job, work, cores or os.cpu_count() or 1, reporter.watch)
    from bolets_solver.atlas.cluster import build_on_cluster

    return build_on_cluster(folder, job, work, reporter.watch, scheduler, local_cluster)


def _write(folder: ShardFolder, standing: BuildProgress, file: str | None) -> None:
    """Write the compact file, and report the progress."""
    from bolets_solver.atlas.atlas_file import SUFFIX, write_atlas

    for lost in standing.lost:
        say(f"warning: {lost}; its deals are not settled")
    path = folder.path / f"{folder.key.deck}{SUFFIX}" if file is None else Path(file)
    write_atlas(path, folder.atlas())
    open_deals = standing.deals - standing.settled
    state = "complete" if not open_deals else f"{open_deals} deals are not settled"
    click.echo(f"{path}: {standing.settled} of {standing.deals} deals proven; {state}")
