"""The solver against the slow reference on hundreds of small positions."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bolets_solver.boldest.game.heroes import ABILITY_CLASSES, Group, Hero, HeroClass, group_class
from bolets_solver.boldest.game.position import Position, Slot, WeightedPlan
from bolets_solver.boldest.rules import Rules
from bolets_solver.boldest.solving.resolve import resolve
from tests.boldest import reference
from tests.boldest.making import small_position

SEEDS = range(320)
SPOILED_SEEDS = range(100)


def plans_of(position: Position):
    return [position.known_plan(player) for player in range(position.count)]


def figures(position: Position, objective: str = "win", hero: int | None = None):
    """(win, margin, experience) of every player by the solver."""
    end = resolve(position, objective, hero).end
    assert end is not None
    return [(value.win, value.margin, value.experience) for value in end.values()]


@pytest.mark.parametrize("part", range(8))
def test_values_are_those_of_the_reference(part: int) -> None:
    for seed in SEEDS[part::8]:
        position = small_position(seed)
        objective = ("win", "margin")[seed % 2]
        hero = seed % position.count if position.count > 2 and seed % 3 == 0 else None
        end = reference.solve(position, plans_of(position), objective, hero)
        assert figures(position, objective, hero) == reference.figures(end), seed


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_values_are_those_of_the_reference_on_many_more(part: int) -> None:
    for seed in range(1000 + part, 7000, 8):
        position = small_position(seed)
        objective = ("win", "margin")[seed % 2]
        hero = seed % position.count if position.count > 2 and seed % 3 == 0 else None
        end = reference.solve(position, plans_of(position), objective, hero)
        assert figures(position, objective, hero) == reference.figures(end), seed


@pytest.mark.parametrize("part", range(4))
def test_values_with_illegal_and_empty_groups_and_in_later_expeditions(part: int) -> None:
    for seed in SPOILED_SEEDS[part::4]:
        position = spoiled_position(seed)
        end = reference.solve(position, plans_of(position))
        assert figures(position) == reference.figures(end), seed


def spoiled_position(seed: int) -> Position:
    """A small position, many of its Groups shuffled (a Pet on top), mixed, or left out."""
    dice = random.Random(f"spoiled {seed}")
    position = small_position(seed)
    plans = tuple(
        (WeightedPlan(1.0, tuple(spoiled_slot(slot, dice) for slot in plan)),)
        for plan in plans_of(position)
    )
    return replace(position, plans=plans, expedition=dice.choice((1, 1, 2)))


def spoiled_slot(slot: Slot, dice: random.Random) -> Slot:
    groups: list[Group] = []
    for group in slot:
        kind = dice.random()
        if kind < 0.4:
            group = tuple(dice.sample(group, len(group)))
        elif kind < 0.5:
            group = (*group, Hero(dice.choice(list(HeroClass))))
        elif kind < 0.6:
            group = ()
        clash = group_class(group) in [group_class(other) for other in groups]
        groups.append(() if clash else group)
    return tuple(groups)


def test_illegal_and_empty_groups_of_every_kind_occur() -> None:
    positions = [spoiled_position(seed) for seed in SPOILED_SEEDS]
    groups = [g for p in positions for plan in plans_of(p) for slot in plan for g in slot]
    illegal = [group for group in groups if group and group_class(group) is None]
    led_by_pets = [group for group in illegal if group[0].letter is HeroClass.PET]
    assert len(led_by_pets) >= 20
    assert len(illegal) - len(led_by_pets) >= 20
    assert groups.count(()) >= 20
    assert {position.expedition for position in positions} == {1, 2}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_number_of_players_is_decisive_often(players: int) -> None:
    """The share of positions in which the first takes differ in value."""
    assert len(SEEDS) >= 300
    decisive = 0
    for seed in SEEDS:
        position = small_position(seed)
        if position.count == players and decisive < 10:
            moves = resolve(position).moves
            decisive += any(not move.best for move in moves)
    assert decisive == 10


SWITCH_SEEDS = {
    "same_action_item": 79,
    "flag_second": 120,
    "flag_unable": 42,
    "loot_icon": 5,
    "smallest_affordable": 294,
}
ABILITY_SEEDS = {
    "batteries": 7,
    "disguise": 77,
    "loot-M": 5,
    "loot-A": 72,
    "loot-I": 91,
    "loot-any": 214,
    "fights": 2,
    "loots": 1,
    "lance": 4,
    "extra": 3,
    "carried": 0,
    "P2": 4,
}


@pytest.mark.parametrize("switch", Rules.WORDS)
def test_every_switch_is_decisive_in_one_of_the_positions(switch: str) -> None:
    seed = SWITCH_SEEDS[switch]
    assert seed in SEEDS
    position = small_position(seed)
    one, other = (
        figures(replace(position, rules=replace(position.rules, **{switch: word})))
        for word in Rules.WORDS[switch]
    )
    assert one != other


def without_ability(position: Position, ability: str) -> Position:
    """The same plans, all Heroes with that ability turned into plain ones."""

    def plain(hero: Hero) -> Hero:
        has = {"extra": hero.extra > 0, "carried": bool(hero.carried), "P2": hero.paws == 2}
        return Hero(hero.letter) if has.get(ability, hero.ability == ability) else hero

    plans = tuple(
        (
            WeightedPlan(
                1.0,
                tuple(tuple(tuple(map(plain, group)) for group in slot) for slot in plan),
            ),
        )
        for plan in plans_of(position)
    )
    return replace(position, plans=plans)


@pytest.mark.parametrize("ability", [*ABILITY_CLASSES, "extra", "carried", "P2"])
def test_every_ability_is_decisive_in_one_of_the_positions(ability: str) -> None:
    seed = ABILITY_SEEDS[ability]
    assert seed in SEEDS
    position = small_position(seed)
    assert figures(position) != figures(without_ability(position, ability))


@pytest.mark.parametrize("seed", range(0, 40, 3))
def test_names_do_not_matter(seed: int) -> None:
    position = small_position(seed)
    renamed = replace(position, players=("Zoe", "Yan", "Ann", "Bo", "Mia")[: position.count])
    assert figures(position) == figures(renamed)


@pytest.mark.parametrize("seed", range(0, 80, 4))
def test_a_mirrored_forest_is_worth_the_same(seed: int) -> None:
    """The order of moves changes with the columns, the values must not."""
    position = small_position(seed)
    forest = position.forest
    width = forest.columns + 1
    mirrored = replace(
        forest,
        spaces=frozenset(space._replace(column=width - space.column) for space in forest.spaces),
        cards={s._replace(column=width - s.column): card for s, card in forest.cards.items()},
    )
    for objective in ("win", "margin"):
        found = figures(position, objective)
        assert figures(replace(position, forest=mirrored), objective) == found


@pytest.mark.parametrize("seed", range(0, 60, 5))
def test_every_move_has_the_value_of_the_position_after_it(seed: int) -> None:
    from bolets_solver.boldest.session import Session

    position = small_position(seed)
    found = resolve(position)
    for move in found.moves:
        session = Session(position)
        session.play(str(move.take))
        after = resolve(session.position)
        assert move.end is not None and after.end is not None
        assert move.end.values() == after.end.values()
