"""What the page shows of a position, in one answer."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from bolets_solver.bolets.files.share_code import write_code
from bolets_solver.bolets.play.moves import Moment
from bolets_solver.bolets.play.tracking import (
    FATAL_CROWS,
    MOST_LIVES,
    POINTS_PER_RED,
    RED_CUBES,
    YELLOW_CUBES,
    red_earned,
)
from bolets_solver.bolets.play.verdict import tier, tier_text
from bolets_solver.bolets.rules import Difficulty
from bolets_solver.draw.map.game_stages import DrawnGame
from bolets_solver.draw.map.map_picture import frame_of
from bolets_solver.errors import InputError
from bolets_solver.study.games.session import Action, action_text
from bolets_solver.web.game.link import write_link
from bolets_solver.web.game.position import Position, actions_of
from bolets_solver.web.game.stack import stack_link
from bolets_solver.web.show.art import map_art
from bolets_solver.web.show.legal import legal_json
from bolets_solver.web.show.words import action_words, standing_words, tiles_words


def position_json(position: Position) -> dict[str, Any]:
    """Return a position as JSON for requests."""
    session = position.session
    return {
        "record": position.record.format(),
        "undone": [action_text(action) for action in session.undone],
        "floor": session.floor,
        "fixed": position.fixed,
        "puzzle": position.puzzle,
        "stack": None if position.stack is None else position.stack.as_json(),
        "checkpoints": [checkpoint.as_json() for checkpoint in position.checkpoints],
    }


def view_json(position: Position, said: str = "") -> dict[str, Any]:
    """Return all that is shown of a position; ``said`` is what has just happened."""
    moment = position.session.moment
    actions = actions_of(position.record)
    return {
        "position": position_json(position),
        "deck": position.record.deck,
        "deckTitle": position.deal.deck.title,
        "order": list(position.record.order),
        "hidden": position.hidden,
        "canUndo": position.can_undo,
        "rules": moment.rules.switched(),
        "code": _code(position),
        "link": _link(position),
        "anew": _anew(position),
        "actions": [_action_json(action) for action in actions],
        "said": said,
        **moment_json(moment),
        **_awaiting(position),
    }


def _awaiting(position: Position) -> dict[str, Any]:
    """Return the view while a card must be turned up; a placeholder is used until then."""
    awaited, known = position.session.awaits, position.known
    if awaited is None or known is None:
        return {}
    value: dict[str, Any] = {
        "next": None,
        "legal": {"card": {"what": awaited, "may": list(known.unseen.values())}},
        "standing": f"Turn up {awaited}. Which one is it?",
    }
    if not position.unbegun:
        return value
    empty = {"frame": [0, 0, 5, 5], "art": {"ground": "", "path": ""}, "cards": [], "tiles": []}
    return value | empty | {"figures": _figures(position.session.moment) | {"inSight": 0}}


def moment_json(moment: Moment) -> dict[str, Any]:
    """Return the map, the figures and the legal moves of a moment."""
    verdict = moment.verdict
    board, standing = verdict.board, verdict.standing
    game = DrawnGame(moment.deal, moment.record, moment.rules)
    return {
        "frame": list(frame_of(board)),
        "art": map_art(board, game.entrance),
        "cards": [
            {
                "face": card.face.name,
                "rotation": card.placement.rotation,
                "box": [card.placement.x, card.placement.y, *card.size],
            }
            for card in board.cards
        ],
        "tiles": tiles_words(board),
        "path": [[list(tile) for tile in segment] for segment in board.segments],
        "here": None if standing.tile is None else list(standing.tile),
        "heading": None if standing.heading is None else standing.heading.letter,
        "card": standing.card,
        "figures": _figures(moment),
        "tallies": [asdict(tally) for tally in verdict.tallies],
        "next": moment.next_face(),
        "legal": legal_json(moment),
        "over": _over(moment),
        "standing": standing_words(moment),
    }


def _figures(moment: Moment) -> dict[str, Any]:
    verdict = moment.verdict
    hand = {str(colour): count for colour, count in verdict.standing.hand.items()}
    taken = sum(tally.yellow for tally in verdict.tallies)
    left = 0 if moment.rules.difficulty is Difficulty.DIFFICULT else YELLOW_CUBES - taken
    earned = red_earned(verdict.points)
    to_next = None if earned >= RED_CUBES else (earned + 1) * POINTS_PER_RED - verdict.points
    return {
        "points": verdict.points,
        "lives": verdict.lives,
        "mostLives": MOST_LIVES,
        "marker": verdict.crows,
        "fatalCrows": FATAL_CROWS,
        "inSight": _in_sight(moment),
        "red": hand["red"],
        "yellow": hand["yellow"],
        "yellowLeft": left,
        "toNextRed": to_next,
    }


def _in_sight(moment: Moment) -> int:
    """Return the visible crows on the cards that the next update counts by default."""
    board = moment.board
    counted = len(board.cards) - int(moment.verdict.standing.tracing)
    if moment.rules.crow_scope == "all":
        counted = len(board.cards)
    return len(board.visible_crows(counted))


def _over(moment: Moment) -> dict[str, Any] | None:
    verdict = moment.verdict
    if not verdict.finished:
        return None
    won = bool(verdict.won)
    return {
        "won": won,
        "points": verdict.points,
        "ending": verdict.ending,
        "tier": tier(verdict.points) if won else None,
        "tierText": tier_text(verdict.points) if won else None,
    }


def _action_json(action: Action) -> dict[str, str]:
    return {"action": action_text(action), "words": action_words(action)}


def _code(position: Position) -> str | None:
    if position.hidden:
        return None
    try:
        return write_code(position.deal, position.session.moment.rules, position.fixed)
    except InputError:
        return None  # the deck's name cannot be part of one


def _link(position: Position) -> str | None:
    record, stack = position.record, position.stack
    try:
        if stack is not None:
            return stack_link(stack, position.deal.deck, record)
        return write_link(position.deal, record, position.fixed, position.puzzle)
    except InputError:
        return None


def _anew(position: Position) -> str | None:
    """Return the link of the same deal as it began; of one's own cards, when all are known."""
    if position.stack is None or position.stack.seed is None:
        return _code(position)
    try:
        return stack_link(position.stack, position.deal.deck, position.record, whole=False)
    except InputError:
        return None
