"""Plant errors in the kernels and count those that the tests near them catch."""

from __future__ import annotations

import argparse
import importlib
import io
import os
import random
import sys
import tomllib
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path

os.environ["NUMBA_DISABLE_JIT"] = "1"  # before anything imports Numba

import pytest

from tests.mutation.changes import Mutant, mutants_of
from tests.mutation.planting import Fate, Planter

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "bolets_solver"
TESTS = ROOT / "tests"
EQUIVALENT = Path(__file__).with_name("equivalent.toml")

ELSEWHERE = {
    "optimize/tables/segments": "optimize/tables/test_segment_table.py",
    "optimize/tables/deal_tables": "optimize/search/test_orders.py",
    "optimize/turns/turn_tables": "optimize/turns/test_turn_kernels.py",
}
"""Modules of which more tests stand with those of a neighbour."""


@dataclass
class Score:
    """How many mutants of a module were tried, caught, and known to be equivalent."""

    module: str
    tried: int
    caught: int
    equivalent: int
    survivors: list[Fate]

    @property
    def share(self) -> float:
        """The share of mutants caught among those that are not equivalent."""
        return self.caught / (self.tried - self.equivalent) if self.tried > self.equivalent else 1.0


def near_tests(path: Path) -> list[Path]:
    """List the tests near a module: ``test_<module>.py``, in the folder of its room.

    ``test_<module>_steps.py``, if it is there, tests the same functions one by one.
    """
    room = TESTS / path.relative_to(PACKAGE).parent
    names = (f"test_{path.stem}.py", f"test_{path.stem}_steps.py")
    found = [test for name in names for test in sorted(room.rglob(name))]
    elsewhere = ELSEWHERE.get(str(path.relative_to(PACKAGE).with_suffix("")))
    if elsewhere is not None:
        found.append(TESTS / elsewhere)
    return found or [test for name in names for test in sorted(TESTS.rglob(name))]


def chosen_modules(words: list[str]) -> list[Path]:
    """List the modules that are asked for: by path or name, or all that have tests near them."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        inside = str(path.relative_to(PACKAGE).with_suffix(""))
        if words and not any(inside == word or inside.startswith(f"{word}/") for word in words):
            continue
        if not near_tests(path):
            if inside in words:
                raise SystemExit(f"{inside} has no tests near it: no test_{path.stem}.py")
            continue
        if words or "@kernel" in path.read_text(encoding="utf-8"):
            found.append(path)
    return found


def equivalents() -> dict[str, dict[str, str]]:
    """Read the mutants known to be equivalent: by module, by name, why."""
    if not EQUIVALENT.exists():
        return {}
    return tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))


def stale(inside: str, known: dict[str, str]) -> list[str]:
    """List the entries of a module of ``equivalent.toml`` that name no mutant of it."""
    path = PACKAGE / f"{inside}.py"
    names = {mutant.name for mutant in mutants_of(path)} if path.exists() else set()
    return [name for name in known if name not in names]


def print_stale(words: list[str]) -> None:
    """Print what is to be taken out of ``equivalent.toml``: the code was changed since."""
    for inside, known in equivalents().items():
        if not words or any(inside == word or inside.startswith(f"{word}/") for word in words):
            for name in stale(inside, known):
                print(f"  no such error any more in equivalent.toml: {inside}: {name}", flush=True)


def sample(mutants: list[Mutant], size: int | None, seed: int) -> list[Mutant]:
    """Choose this number of mutants by seed; None: all."""
    if size is None or size >= len(mutants):
        return mutants
    chosen = random.Random(seed).sample(range(len(mutants)), size)
    return [mutants[index] for index in sorted(chosen)]


def score_module(path: Path, options: argparse.Namespace) -> Score:
    """Plant errors in one module, with the options of the command line."""
    inside = str(path.relative_to(PACKAGE).with_suffix(""))
    known = equivalents().get(inside, {})
    only = options.function
    mutants = [m for m in mutants_of(path) if only is None or only in m.function]
    mutants = sample(mutants, options.sample, options.seed)
    tried = [mutant for mutant in mutants if mutant.name not in known]
    module = importlib.import_module(f"bolets_solver.{inside.replace('/', '.')}")

    out = sys.stdout

    def note(fate: Fate) -> None:
        if fate.test is None:
            print(f"  survived, line {fate.mutant.line}: {fate.mutant.name}", file=out, flush=True)
        elif options.verbose:
            print(f"  {fate.mutant.name} [{fate.test}, {fate.seconds:.2f} s]", file=out, flush=True)

    planter = Planter(module, tried, note)
    tests = [str(test) for test in options.tests or near_tests(path)]
    talk = io.StringIO()
    with redirect_stdout(talk):
        pytest.main(["-q", "-n", "0", "-p", "no:cacheprovider", *tests], plugins=[planter])
    if planter.broken is not None or len(planter.fates) < len(tried):
        raise SystemExit(f"{inside}: {planter.broken or talk.getvalue()}")
    survivors = [fate for fate in planter.fates if fate.test is None]
    caught = len(planter.fates) - len(survivors)
    return Score(inside, len(mutants), caught, len(mutants) - len(tried), survivors)


def main() -> None:
    """Read the command line, plant errors, print the score."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("modules", nargs="*", help="such as optimize/bounds/updates, or a room")
    parser.add_argument("--sample", type=int, help="mutants to try in a module (default: all)")
    parser.add_argument("--seed", type=int, default=0, help="which ones (default: 0)")
    parser.add_argument("--function", help="only functions whose name holds this")
    parser.add_argument("--tests", nargs="+", help="run these in place of the tests near a module")
    parser.add_argument("-v", "--verbose", action="store_true", help="print what caught each")
    parser.add_argument("--stale", action="store_true", help="only say which entries are stale")
    options = parser.parse_args()
    print_stale(options.modules)
    if options.stale:
        return
    scores = []
    for path in chosen_modules(options.modules):
        print(path.relative_to(ROOT), flush=True)
        scores.append(score_module(path, options))
        print_score(scores[-1])
    total = Score(
        "all",
        sum(score.tried for score in scores),
        sum(score.caught for score in scores),
        sum(score.equivalent for score in scores),
        [],
    )
    print_score(total)
    sys.exit(0)


def print_score(score: Score) -> None:
    """Print one line."""
    print(
        f"{score.module}: {score.caught} of {score.tried - score.equivalent} caught "
        f"({100 * score.share:.1f} %), {score.equivalent} equivalent",
        flush=True,
    )


if __name__ == "__main__":
    main()
