"""``bolets reach``: the traces of one overlap."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import click

from bolets_solver.cli.shared.common import (
    Exit,
    exit_code,
    finish,
    json_option,
    limit_options,
    print_json,
    report_errors,
    say,
)
from bolets_solver.cli.shared.game_options import (
    colour_wanted,
    columns_wanted,
    deck_option,
    deck_wanted,
    rule_options,
)
from bolets_solver.cli.text.game_text import deck_line
from bolets_solver.work.limits import Limits

if TYPE_CHECKING:
    from bolets_solver.bolets.cards.board import Board
    from bolets_solver.bolets.cards.deck import Deck
    from bolets_solver.bolets.cards.face import Face
    from bolets_solver.bolets.cards.placement import Placement
    from bolets_solver.bolets.play.referee import RuleBroken
    from bolets_solver.bolets.reach.overlap_graph import DoorReach, Reach
    from bolets_solver.bolets.rules import Rules


@click.command()
@click.argument("face")
@click.argument("entrance", type=int)
@click.argument("wallface")
@click.argument("rotation", metavar="rR")
@click.argument("offset", metavar="@X,Y")
@click.option(
    "--graphml",
    metavar="FILE",
    help='Write the graph as GraphML to FILE ("-": print it instead of text).',
)
@json_option
@deck_option
@rule_options
@limit_options
@report_errors
def reach(
    face: str,
    entrance: int,
    wallface: str,
    rotation: str,
    offset: str,
    graphml: str | None,
    as_json: bool,
    deck: str | None,
    settings: list[str],
    limits: Limits,
) -> None:
    """Show which doors of a wall card can be reached.

    FACE is upright with its top left at 0,0 and is entered by its door ENTRANCE. WALLFACE is placed
    on it, rotated by R degrees, its top left at X,Y, such as: bolets reach 2B 4 5B r180 @2,-3.
    Traces without cubes are counted; lives are ignored.

    --graphml replaces only a graph that this program wrote and that is unchanged.

    Exit code 1: the placement is illegal.
    """
    from bolets_solver.bolets.cards.board import Board
    from bolets_solver.bolets.cards.overlap import Overlap
    from bolets_solver.bolets.cards.placement import UPRIGHT, PlacedFace
    from bolets_solver.bolets.play.referee import placement_flaw
    from bolets_solver.bolets.reach import overlap_graph as reaching
    from bolets_solver.work.limits import Work

    named = deck_wanted(deck)
    cards = (face, entrance, wallface)
    last, wall, placement, rules = _asked(cards, f"{rotation} {offset}", named, settings, graphml)
    board = Board()
    card = board.place(last, UPRIGHT)
    door = card.doors[entrance - 1]
    board.begin_segment(door.tile)
    overlap = Overlap(card, PlacedFace(wall, placement), board.is_rock)
    flaw = placement_flaw(board, overlap)
    if flaw is not None:
        _print_flaw(flaw, named, as_json)
        finish(Exit.NO)
    with Work(limits) as work:
        found = reaching.study(overlap, board, door.tile, door.side.opposite, rules, work)
    board.place(wall, placement)
    if graphml is not None:
        _write_graph(found, graphml)
    if as_json:
        print_json(found.as_json())
    elif graphml != "-":
        head = (
            f"{wall.name} {placement} on {last.name}, entered by door {entrance} at "
            f"{door.x},{door.y}; without cubes:"
        )
        _print_reach([deck_line(named), head, *_lines(found)], board)
    if not found.complete:
        say(f"the count was stopped early ({work.reason or 'too many traces'})")
        finish(exit_code(work.reason) or Exit.LIMIT)


class _Asked(NamedTuple):
    """An overlap and the rules for it."""

    last: Face
    wall: Face
    placement: Placement
    rules: Rules


def _asked(
    cards: tuple[str, int, str], place: str, deck: str, settings: list[str], graphml: str | None
) -> _Asked:
    """Read what is asked; raises InputError with all that is wrong about it.

    ``cards``: as typed: the last card, its door, the wall card; ``place``: how that one lies.
    """
    from bolets_solver.bolets.cards.placement import Placement
    from bolets_solver.bolets.files.deck_library import load_deck
    from bolets_solver.bolets.rules import Rules
    from bolets_solver.cli.shared.orders import kept
    from bolets_solver.cli.shared.output_file import GRAPHML, require_place
    from bolets_solver.errors import Defect, InputError

    defects: list[Defect] = []
    rules = kept(defects, lambda: Rules.parse(settings))
    loaded = kept(defects, lambda: load_deck(deck))
    faces = None
    if loaded is not None:
        faces = kept(defects, lambda: _faces(loaded, *cards))
    try:
        placement = Placement.parse(place)
    except ValueError as error:
        defects.append(Defect(str(error)))
    if graphml is not None:
        kept(defects, lambda: require_place(graphml, GRAPHML))
    if defects or rules is None or faces is None:
        raise InputError(defects)
    return _Asked(*faces, placement, rules)


def _print_flaw(flaw: RuleBroken, deck: str, as_json: bool) -> None:
    """Say by which rule the wall card may not lie there."""
    if as_json:
        value = {"format": "bolets-reach/1", "status": "illegal", "rule": flaw.rule}
        print_json(value | {"message": flaw.message})
    else:
        click.echo(deck_line(deck))
        click.echo(f"illegal ({flaw.rule}): {flaw.message}")


def _print_reach(lines: list[str], board: Board) -> None:
    """Print what was found, and the map under it."""
    from bolets_solver.draw.map.text import map_text

    click.echo("\n".join([*lines, "", map_text(board, colour_wanted(), columns_wanted())]))


def _faces(deck: Deck, face: str, entrance: int, wallface: str) -> tuple[Face, Face]:
    """Return the last card and the wall card; raises InputError with all defects."""
    from bolets_solver.cli.shared.orders import kept
    from bolets_solver.errors import Defect, InputError

    defects: list[Defect] = []
    last = kept(defects, lambda: deck.face(face))
    wall = kept(defects, lambda: deck.face(wallface))
    if last is not None:
        if last.number is None:
            defects.append(Defect("the cottage ends a game and is never traced"))
        elif wall is not None and last.number == wall.number:
            defects.append(Defect(f"{last.name} and {wall.name} are sides of the same card"))
        if not 1 <= entrance <= len(last.doors):
            have = f"its doors are 1 to {len(last.doors)}" if last.doors else "it has none"
            defects.append(Defect(f"{last.name} has no door {entrance}; {have}"))
    if defects or last is None or wall is None:
        raise InputError(defects)
    return last, wall


def _write_graph(found: Reach, name: str) -> None:
    import networkx

    from bolets_solver.cli.shared.output_file import GRAPHML, write_output

    text = "\n".join(networkx.generate_graphml(found.graph)) + "\n"
    if name == "-":
        click.echo(text, nl=False)
    else:
        write_output(name, text, GRAPHML)


def _lines(found: Reach) -> list[str]:
    lines = [_door_line(door, found.complete) for door in found.doors]
    reached = [door for door in found.doors if door.traces]
    if len(reached) > 1:
        common = set.intersection(*(set(door.crossed) for door in reached))
        tiles = [tile for tile in reached[0].crossed if tile in common]
        lines.append(f"every trace to any door crosses {_tiles(tiles)}")
    return lines


def _door_line(reach: DoorReach, complete: bool) -> str:
    door = reach.door
    kind = "blocked door" if door.blocked else "door"
    head = f"{kind} {door.number} at {door.x},{door.y}: "
    if not reach.traces:
        if not complete and reach.possible:
            return head + "no trace found yet"
        return head + ("no trace" if complete else "out of reach")
    count = f"{'' if complete else 'at least '}{reach.traces}"
    noun = "trace" if reach.traces == 1 and complete else "traces"
    points = "1 point" if reach.points == 1 else f"{reach.points} points"
    sure = "at most" if complete else "or more"
    return f"{head}{count} {noun}, {points} {sure}; each crosses {_tiles(reach.crossed)}"


def _tiles(tiles: list[tuple[int, int]]) -> str:
    return " ".join(f"{x},{y}" for x, y in tiles) or "no common tile"
