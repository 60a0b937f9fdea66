"""The last Day played out the slow way, written from the rules and sharing nothing with the solver.

It reads positions as the package does, but has its own actions (card by card), its own procedure
and its own comparison of ends, and it tries every choice of everybody. Only small positions.
"""

from __future__ import annotations

from itertools import permutations, product

FIGHTERS = "WTH"


def class_of(hero):
    """Letter as which a Hero acts on the last Day."""
    return "W" if hero.letter == "C" else str(hero.letter)


def legal_class(group):
    if not group or group[0].letter == "P":
        return None
    letters = {class_of(hero) for hero in group} - {"P"}
    return letters.pop() if len(letters) == 1 else None


def power(group):
    total = group[0].extra
    for hero in group:
        total += hero.paws if hero.letter == "P" else 1
    return total


class Table:
    """A mutable table, copied before every choice."""

    def __init__(self, position):
        self.n = len(position.players)
        self.rules = position.rules
        self.cards = dict(position.forest.cards)
        self.points = list(position.experience)
        self.items = [list(items) for items in position.items]
        self.flags = list(position.flags)

    def copy(self):
        other = object.__new__(Table)
        other.n, other.rules = self.n, self.rules
        other.cards = dict(self.cards)
        other.points = list(self.points)
        other.items = [list(items) for items in self.items]
        other.flags = list(self.flags)
        return other

    def end(self):
        return (
            tuple(p + len(i) for p, i in zip(self.points, self.items, strict=True)),
            tuple(self.flags),
        )

    def to_back(self, player):
        self.flags.remove(player)
        self.flags.append(player)


def pay(table, player, leader, card):
    """Discard what the card requires; False if it cannot be had."""
    if card.needs is None or card.needs in leader.carried:
        return True
    if card.needs not in table.items[player]:
        return False
    if not (leader.ability == "batteries" and card.kind == "A"):
        table.items[player].remove(card.needs)
    return True


def grab(table, player, leader, space, later=None):
    """Take one card; the new table or None. Items go to ``later`` if they may not be spent yet."""
    after = table.copy()
    card = after.cards.pop(space)
    if not pay(after, player, leader, card):
        return None
    after.points[player] += card.experience
    if card.item is not None:
        (after.items[player] if later is None else later).append(card.item)
    return after


def outcomes(table, player, leader):
    """Every (set of cards, table after it) that an action can lead to; one for each set."""
    found = {}
    if class_of(leader) == "H":
        hunts(table, player, leader, found)
    else:
        bottoms(table, player, leader, found)
    return found


def bottoms(table, player, leader, found):
    wanted = "M" if class_of(leader) == "W" else "A"
    for space in table.cards:
        if any(o.column == space.column and o.row < space.row for o in table.cards):
            continue
        card = table.cards[space]
        if card.kind not in (wanted, "I"):
            continue
        after = grab(table, player, leader, space)
        if after is None:
            continue
        found[frozenset([space])] = after
        if card.kind != "I":
            for second, last in seconds(after, player, leader, space):
                found[frozenset([space, second])] = last


def seconds(table, player, leader, first):
    """What the ability of the leader may add after the card on ``first``."""
    x, y = first
    around = {"lance": [(x, y + 1)]}
    around["fights"] = around["loots"] = [(x, y + 1), (x - 1, y), (x + 1, y)]
    kind = {"lance": "M", "fights": "M", "loots": "A"}.get(leader.ability)
    options = []
    for space, card in table.cards.items():
        if tuple(space) in around.get(leader.ability, []) and card.kind == kind:
            options.append((card.experience, space, grab(table, player, leader, space)))
    if table.rules.smallest_affordable == "on":
        options = [option for option in options if option[2] is not None]
    least = min((option[0] for option in options), default=None)
    return [(o[1], o[2]) for o in options if o[0] == least and o[2] is not None]


def hunts(table, player, leader, found):
    lines = {("column", space.column) for space in table.cards}
    if leader.ability == "disguise":
        lines |= {("row", space.row) for space in table.cards}
    for way, number in lines:
        line = [s for s in table.cards if getattr(s, way) == number and table.cards[s].crosshair]
        for size in range(1, min(4, len(line)) + 1):
            for order in permutations(line, size):
                if frozenset(order) in found or not types_allowed(table, leader, order):
                    continue
                after, later = table, []
                delayed = later if table.rules.same_action_item == "off" else None
                for space in order:
                    after = after and grab(after, player, leader, space, delayed)
                if after is not None:
                    after.items[player] += later
                    found[frozenset(order)] = after


def types_allowed(table, leader, order):
    kinds = [str(table.cards[space].kind) for space in order]
    doubles = [kind for kind in "MAI" if kinds.count(kind) > 1]
    if not doubles:
        return len(kinds) <= 3
    if not (leader.ability or "").startswith("loot-") or len(doubles) > 1:
        return False
    icon = leader.ability[5:]
    any_type = icon == "any" or table.rules.loot_icon == "any"
    return kinds.count(doubles[0]) == 2 and (any_type or icon == doubles[0])


class Game:
    """The contests and the objective; ``value`` plays a table out."""

    def __init__(self, position, plans, objective="win", hero=None):
        self.n = len(position.players)
        self.slots = 2 if self.n >= 4 else 1
        self.objective, self.hero = objective, hero
        self.rules = position.rules
        self.contests = []
        spaces = 2 if self.n == 2 else 3
        for space in range(spaces):
            for letter in FIGHTERS:
                here = []
                for player, plan in enumerate(plans):
                    for group in plan[space]:
                        if legal_class(group) == letter:
                            here.append((player, power(group), group[0]))
                self.contests.append(here)

    def value(self, table, contest=0, waiting=None, slots=None, first=None):
        """The end that best play of everybody leads to: (totals, flags)."""
        if waiting is None:
            if contest == len(self.contests):
                return table.end()
            waiting, slots = self.contests[contest], self.slots
        table = table.copy()
        chosen = self.choose(table, waiting, slots, first)
        if chosen is None:
            return self.value(table, contest + 1)
        (player, strength, leader), left = chosen
        ends = [
            self.value(after, contest, left, slots - 1, strength)
            for after in outcomes(table, player, leader).values()
        ]
        best = ends[0]
        for end in ends[1:]:
            if self.better(player, end, best):
                best = end
        return best

    def choose(self, table, waiting, slots, first):
        """The Group that acts next and those still waiting; flags move on ``table``."""
        waiting = list(waiting)
        while waiting and slots:
            top = max(group[1] for group in waiting)
            tied = sorted(
                (group for group in waiting if group[1] == top),
                key=lambda group: table.flags.index(group[0]),
            )
            if self.rules.flag_unable == "stays":
                able = [group for group in tied if outcomes(table, group[0], group[2])]
                if not able:
                    waiting = [group for group in waiting if group not in tied]
                    continue
                for group in tied[: tied.index(able[0])]:
                    waiting.remove(group)
                tied = able
            winner = tied[0]
            waiting.remove(winner)
            if len(tied) > 1:
                table.to_back(winner[0])
            if not outcomes(table, winner[0], winner[2]):
                continue
            second = self.n >= 4 and self.rules.flag_second == "moves"
            if len(tied) == 1 and second and first == winner[1]:
                table.to_back(winner[0])
            return winner, waiting
        return None

    def better(self, mover, new, old):
        if self.n == 2:
            return self.duel(mover, new) > self.duel(mover, old)
        if self.hero is not None:
            a, b = (self.aims(self.hero, end, self.objective) for end in (new, old))
            if a != b:
                return (a > b) == (mover == self.hero)
        for objective in (self.objective, "win"):
            for player in [(mover + step) % self.n for step in range(self.n)]:
                a, b = self.aims(player, new, objective), self.aims(player, old, objective)
                if a != b:
                    return (a > b) == (player == mover)
        return new[0][mover] > old[0][mover]

    @staticmethod
    def duel(mover, end):
        totals, flags = end
        return totals[mover] - totals[1 - mover], flags[0] == mover, totals[mover]

    @staticmethod
    def aims(player, end, objective):
        win, margin, _ = figures(end)[player]
        return (win, margin) if objective == "win" else (margin,)


def figures(end):
    """(win, margin, experience) of every player."""
    totals, flags = end
    champion = next(p for p in flags if totals[p] == max(totals))
    result = []
    for player, own in enumerate(totals):
        rival = max(total for other, total in enumerate(totals) if other != player)
        result.append((1.0 if player == champion else 0.0, own - rival, own))
    return result


def solve(position, plans, objective="win", hero=None):
    """End of a position before an Expedition, everybody's plan known."""
    game = Game(position, plans, objective, hero)
    return game.value(Table(position), 3 * (position.expedition - 1))


def all_groups(heroes):
    """Every way to stack these Heroes as far as it matters: each leader, the others behind it."""
    if not heroes:
        return [()]
    stacks = {(lead, *(heroes[:at] + heroes[at + 1 :])) for at, lead in enumerate(heroes)}
    return [stack for stack in sorted(stacks, key=str) if legal_class(stack)]


def all_plans(hand, players):
    """Every plan of a hand: each Hero on one space (one stack of it) or at home."""
    stacks = 4 if players == 2 else 3
    plans = set()
    for places in product(range(stacks + 1), repeat=len(hand)):
        piles = [[h for h, p in zip(hand, places, strict=True) if p == s] for s in range(stacks)]
        for groups in product(*(all_groups(pile) for pile in piles)):
            if players != 2:
                plans.add(tuple((group,) for group in groups))
                continue
            slots = (groups[:2], groups[2:])
            classes = [[legal_class(g) for g in slot if g] for slot in slots]
            if all(len(set(found)) == len(found) for found in classes):
                plans.add(tuple(tuple(slot) for slot in slots))
    return sorted(plans, key=str)


def distinct_plans(hand, players):
    """One of all plans that agree in Class, strength and Leader of every Group (T-R8, T-R9)."""
    kept = {}
    for plan in all_plans(hand, players):
        key = tuple(
            tuple((legal_class(g), power(g), g[0]) if g else None for g in slot) for slot in plan
        )
        kept.setdefault(key, plan)
    return list(kept.values())
