"""Check that ``acted`` and ``second`` are possible in a position.

The entries have been read and stand in an order that can be (see `acted_reader`). What is asked
here needs the cards and the Items, too: who can act, and who is missing in the list.
"""

from __future__ import annotations

from collections import Counter

from bolets_solver.boldest.game.expedition import Contender, begin, contests_of, make_day
from bolets_solver.boldest.game.heroes import CLASS_ORDER, CLASS_WORDS
from bolets_solver.boldest.game.moves import takes
from bolets_solver.boldest.game.position import Plan, Position, slots_per_class
from bolets_solver.errors import InputError
from bolets_solver.files.findings import Findings


def check_table(position: Position, findings: Findings) -> None:
    """Note what cannot have happened in the present Expedition, as far as its Groups are known."""
    if position.over:
        if position.second is not None:
            findings.fault(("second",), "second: the Day is over, no card is still to be chosen")
        return
    if not position.acted and position.second is None:
        return
    plans = _plans_now(position)
    _check_ended(position, contests_of(plans)[3 * (position.expedition - 1) :], findings)
    if findings.defects or any(plan is None or plan[-1] is None for plan in plans):
        return
    try:
        begin(position, make_day(position, plans))
    except InputError as error:
        for defect in error.defects:
            key = "second" if defect.message.startswith("second") else "acted"
            findings.fault((key,), defect.message)


def _plans_now(position: Position) -> list[Plan | None]:
    """Every player's plan up to the present space; a space that is not certain is face down."""
    plans: list[Plan | None] = []
    for weighted in position.plans:
        if weighted is None:
            plans.append(None)
            continue
        now = {each.plan[position.expedition - 1] for each in weighted}
        spaces = weighted[0].plan[: position.expedition - 1]
        plans.append((*spaces, now.pop() if len(now) == 1 else None))
    return plans


def _check_ended(
    position: Position, contests: tuple[tuple[Contender, ...], ...], findings: Findings
) -> None:
    """A Class that a later one follows in the list has used its slots, or nobody else could act.

    Of a Group that is not listed and can act now the list has to say what became of it. One that
    cannot act now is supposed to have been sent back, with a warning.
    """
    latest = max((CLASS_ORDER.index(entry.hero_class) for entry in position.acted), default=0)
    for hero_class, contest in zip(CLASS_ORDER[:latest], contests, strict=False):
        listed = [entry for entry in position.acted if entry.hero_class is hero_class]
        used = sum(entry.unable is not True for entry in listed)
        known = {entry.player for entry in listed}
        missing = [contender for contender in contest if contender.player not in known]
        if used >= slots_per_class(position.count):
            continue
        missing.sort(key=lambda contender: -contender.strength)
        able = [contender for contender in missing if _can_act(position, contender)]
        after, words = CLASS_WORDS[CLASS_ORDER[latest]], CLASS_WORDS[hero_class]
        if able:
            name = position.players[able[0].player]
            findings.fault(
                ("acted",),
                f"acted: {name}'s {words} (strength {able[0].strength}) act before {after} and are "
                f'missing in the list; write "{name} {hero_class} took" or '
                f'"{name} {hero_class} unable"',
            )
        elif missing:
            name = position.players[missing[0].player]
            findings.warn(
                ("acted",),
                f"acted: {name}'s {words} are missing in the list; they cannot act now and are "
                f'read as sent back (write "{name} {hero_class} took" if they acted)',
            )


def _can_act(position: Position, contender: Contender) -> bool:
    items = position.items[contender.player]
    return bool(takes(position.forest, contender.leader, Counter(items), position.rules))
