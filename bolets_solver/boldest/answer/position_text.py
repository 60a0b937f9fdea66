"""The Forest and a position as text, plain ASCII but for names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bolets_solver.boldest.game.expedition import Contender, Day, Event, Happening, Moment
from bolets_solver.boldest.game.forest import Forest, Kind, Space
from bolets_solver.boldest.game.heroes import CLASS_ORDER, CLASS_WORDS, HeroClass, hand_text
from bolets_solver.boldest.game.moves import Take
from bolets_solver.boldest.game.position import Position, plan_line
from bolets_solver.boldest.game.scoring import End
from bolets_solver.files.text_tables import table


def reach(forest: Forest, space: Space) -> str:
    """Return the letters of the Classes whose plain Heroes reach and can pay for a card now."""
    card = forest.cards[space]
    letters = ""
    if forest.column(space.column)[0][0] == space:
        if card.kind is not Kind.ARTIFACT:
            letters += HeroClass.WARRIOR
        if card.kind is not Kind.MONSTER:
            letters += HeroClass.TECHNICIAN
    return letters + (HeroClass.HUNTER if card.crosshair else "")


def draw_forest(forest: Forest) -> str:
    """The Forest with columns and rows numbered; under each card the Classes that reach it."""
    rows: list[list[str]] = [["", *(f"c{number}" for number in range(1, forest.columns + 1))]]
    for row in range(forest.rows, 0, -1):
        cards, letters = [f"r{row}"], [""]
        for column in range(1, forest.columns + 1):
            space = Space(column, row)
            if space in forest.cards:
                cards.append(str(forest.cards[space]))
                letters.append(" ".join(reach(forest, space)))
            else:
                cards.append("." if space in forest.spaces else "-")
                letters.append("")
        rows += [cards, letters]
    return "\n".join(table(rows, left=forest.columns + 1)).rstrip()


def draw_position(position: Position) -> str:
    """Return everything on the table, and a legend."""
    names = position.players
    lines = [draw_forest(position.forest), "", _legend(position)]
    flags = ", ".join(names[player] for player in position.flags)
    if position.over:
        when = "The Day is over."
    else:
        when = f"Expedition {position.expedition} of {position.expeditions}."
    lines += ["", f"{when} Flags, closest to the King's Tent first: {flags}"]
    changed = position.rules.changed()
    if changed:
        lines.append("Rules: " + ", ".join(f"{name}={word}" for name, word in changed.items()))
    lines.append("")
    for player, name in enumerate(names):
        owned = " ".join(position.items[player]) or "none"
        lines.append(f"{name}: Experience {position.experience[player]}, Items {owned}")
        hand = position.hands[player]
        if hand is not None:
            lines.append(f"    hand: {hand_text(hand)}")
        for each in position.plans[player] or ():
            share = f" ({each.weight:.4g})" if len(position.plans[player] or ()) > 1 else ""
            lines.append(f"    plan{share}: {plan_line(each.plan)}")
    if position.acted:
        done = ", ".join(f"{names[e.player]}'s {CLASS_WORDS[e.hero_class]}" for e in position.acted)
        lines.append(f"Done in this Expedition: {done}")
    return "\n".join(lines)


def _legend(position: Position) -> str:
    lines = ["W, T, H under a card: plain Warriors, Technicians, Hunters reach it now."]
    for name in sorted({card.needs for card in position.forest.cards.values() if card.needs}):
        owners = [
            f"{position.players[player]} has {items.count(name)}"
            for player, items in enumerate(position.items)
            if name in items
        ]
        lines.append(f"!{name}: {', '.join(owners) or 'nobody owns one'}")
    needed = {card.needs for card in position.forest.cards.values()}
    idle = sorted(_carried(position) - needed)
    if idle:
        lines.append(f"No card requires these carried Items: {', '.join(idle)}")
    return "\n".join(lines)


def _carried(position: Position) -> set[str]:
    """Names of all Items that a Hero in a hand or a plan carries."""
    groups = [hand for hand in position.hands if hand is not None]
    for weighted in position.plans:
        for each in weighted or ():
            groups += [group for slot in each.plan for group in slot or ()]
    return {name for group in groups for hero in group for name in hero.carried}


def take_words(take: Take, forest: Forest) -> str:
    """A take with its cards, what is discarded for it, and what it brings."""
    if not take.cards:
        return "pass (nothing more)"
    cards = ", ".join(f"{space} {forest.cards[space]}" for space in take.cards)
    gain = sum(forest.cards[space].worth for space in take.cards) - len(take.spent)
    spent = f", discarding {' '.join(take.spent)}" if take.spent else ""
    return f"{cards} ({gain:+d}{spent})"


def group_words(day: Day, group: Contender) -> str:
    """Whose Group it is, its Class, strength and Leader."""
    return (
        f"{day.players[group.player]}'s {CLASS_WORDS[group.hero_class]} "
        f"(strength {group.strength}, led by {group.leader})"
    )


def place_words(contest: int) -> str:
    """Expedition and Class of a contest."""
    return f"Expedition {contest // 3 + 1}, {CLASS_WORDS[CLASS_ORDER[contest % 3]]}"


def event_words(day: Day, events: Iterable[Event]) -> list[str]:
    """What happened between two decisions, a sentence each."""
    return [_event(day, event) for event in events]


def _event(day: Day, event: Event) -> str:
    name = day.players[event.contender.player]
    group = f"{name}'s {CLASS_WORDS[event.contender.hero_class]}"
    if event.happening is Happening.TIE:
        return f"{group} win a tie of strength {event.contender.strength}; {name}'s flag goes last"
    if event.happening is Happening.SECOND:
        return f"{group} are second in the tie; {name}'s flag goes last"
    if event.happening is Happening.UNABLE:
        return f"{group} cannot act and are sent back"
    return f"{group} are weaker and are sent back"


def end_words(players: Sequence[str], end: End) -> str:
    """Totals of all players from the first to the last."""
    order = end.ranking()
    totals = ", ".join(f"{players[player]} {end.totals[player]}" for player in order)
    margin = end.margin(order[0])
    how = f"by {margin}" if margin else "by the flags"
    return f"{totals}: {players[order[0]]} wins {how}"


def moment_words(day: Day, moment: Moment) -> list[str]:
    """Scores, Items and flags at a moment of play."""
    lines = []
    for player, name in enumerate(day.players):
        owned = " ".join(sorted(moment.purses[player].elements())) or "none"
        lines.append(f"{name}: Experience {moment.experience[player]}, Items {owned}")
    flags = ", ".join(day.players[player] for player in moment.flags)
    return [*lines, f"Flags: {flags}"]
