"""One-line errors that can be planted in a function, found in its syntax tree."""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}

COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mod,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}

TWINS = (
    ("x", "y"),
    ("px", "py"),
    ("left", "top"),
    ("right", "bottom"),
    ("width", "height"),
    ("across", "down"),
    ("near", "far"),
    ("one", "other"),
    ("lives", "hand"),
    ("hand", "yellow"),
    ("min", "max"),
    ("turned_x", "turned_y"),
    ("printed_x", "printed_y"),
    ("map_x", "map_y"),
    ("ahead", "target"),
    ("depth", "deeper"),
    ("FREE", "OBSTACLE"),
    ("OBSTACLE", "PATH"),
    ("LIVES", "HAND"),
    ("HAND", "YELLOW"),
    ("LEFT_SIDE", "TOP_SIDE"),
    ("RIGHT_SIDE", "BOTTOM_SIDE"),
    ("FIRST", "LAST"),
    ("COVERED", "HIDDEN"),
    ("covered", "hidden"),
    ("HAND", "HELD"),
    ("MARKER", "PEAK"),
    ("before", "after"),
    ("MAX_LIVES", "MAX_CUBES"),
)
"""Names that are easily mistaken for each other."""


@dataclass(frozen=True)
class Mutant:
    """A function with one error in it.

    ``function``: its name, a method's with its class. ``change``: what was and what is instead, in
    words that stay the same when lines move. ``tree``: the module with the changed function alone.
    """

    function: str
    line: int
    change: str
    tree: ast.Module

    @property
    def name(self) -> str:
        """Function and change, the name under which a mutant is listed."""
        return f"{self.function}: {self.change}"


def mutants_of(path: Path) -> list[Mutant]:
    """List all mutants of the functions of a module."""
    found: list[Mutant] = []
    for name, function in _functions(ast.parse(path.read_text(encoding="utf-8"))):
        seen: Counter[str] = Counter()
        for change, line, changed in _changed(function):
            seen[change] += 1
            if seen[change] > 1:
                change += f"  (no. {seen[change]})"
            tree = ast.Module(body=[changed], type_ignores=[])
            found.append(Mutant(name, line, change, ast.fix_missing_locations(tree)))
    return found


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        if isinstance(node, ast.ClassDef):
            for part in node.body:
                if isinstance(part, ast.FunctionDef):
                    yield f"{node.name}.{part.name}", part


def _changed(function: ast.FunctionDef) -> Iterator[tuple[str, int, ast.FunctionDef]]:
    """Every way to change one node; each with a copy of the function that has the change."""
    nodes = list(_body(function))
    known = {argument.arg for argument in function.args.args}
    for index, node in enumerate(nodes):
        for new in (*_instead_of(node), *_not_renewed(node, known)):
            changed = copy.deepcopy(function)
            changed.decorator_list = []
            changed.returns = None
            for argument in [*changed.args.args, *changed.args.kwonlyargs]:
                argument.annotation = None
            old = list(_body(changed))[index]
            _replace(changed, old, new)
            before, after = _text(node), _text(new)
            yield f"{before}  ->  {after}", getattr(node, "lineno", 0), changed


def _not_renewed(node: ast.AST, known: set[str]) -> Iterator[ast.AST]:
    """Leave a value out that is given to names which have one; ``known`` grows by its names."""
    if isinstance(node, ast.Assign):
        names = {
            part.id for part in ast.walk(node) if isinstance(part, ast.Name) and _is_stored(part)
        }
        if names and names <= known:
            yield ast.Pass()
        known |= names
    elif isinstance(node, ast.Name) and _is_stored(node):
        known.add(node.id)


def _is_stored(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)


def _body(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """All nodes of a function that may be changed: no docstring, no annotation."""
    for statement in function.body:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            continue
        yield from _walk(statement)


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    for name, value in ast.iter_fields(node):
        if name == "annotation":
            continue
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.AST):
                yield from _walk(part)


def _replace(root: ast.AST, old: ast.AST, new: ast.AST) -> None:
    for parent in ast.walk(root):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, ast.copy_location(new, old))
            elif isinstance(value, list):
                value[:] = [ast.copy_location(new, old) if part is old else part for part in value]


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.Pass):
        return "nothing"
    if isinstance(node, ast.If):
        return f"if {ast.unparse(node.test)}"
    return " ".join(ast.unparse(node).split())


def _instead_of(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand by mistake in place of a node."""
    yield from _confused(node)
    yield from _forgotten(node)


def _forgotten(node: ast.AST) -> Iterator[ast.AST]:
    """What is left when a part of a node was not thought of."""
    match node:
        case ast.BinOp(op=op, left=left, right=right) if not isinstance(right, ast.Constant):
            yield left
            if isinstance(op, ast.Add | ast.Mult | ast.BitOr | ast.BitAnd | ast.BitXor):
                yield right
        case ast.IfExp(body=body, orelse=orelse):
            yield body
            yield orelse
        case ast.If(orelse=[]):
            yield ast.Pass()
        case ast.Call(func=ast.Name(id="min" | "max"), args=[_, _, *_] as args):
            for index in range(len(args)):
                rest = [*args[:index], *args[index + 1 :]]
                yield rest[0] if len(rest) == 1 else _with(node, args=rest)


def _confused(node: ast.AST) -> Iterator[ast.AST]:
    """What is easily written for a node."""
    match node:
        case ast.Compare(ops=ops):
            for index, op in enumerate(ops):
                for other in COMPARED[type(op)]:
                    yield _with(node, ops=[*ops[:index], other(), *ops[index + 1 :]])
        case ast.BoolOp(op=op, values=values):
            yield _with(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())
            for index in range(len(values)):
                rest = [*values[:index], *values[index + 1 :]]
                yield rest[0] if len(rest) == 1 else _with(node, values=rest)
        case ast.BinOp(op=op) if type(op) in COMPUTED:
            yield _with(node, op=COMPUTED[type(op)]())
        case ast.AugAssign(op=op):
            if type(op) in COMPUTED:
                yield _with(node, op=COMPUTED[type(op)]())
            yield ast.Pass()
        case ast.Assign(targets=[ast.Subscript() | ast.Attribute(), *_]):
            yield ast.Pass()
        case ast.Expr(value=ast.Call()) | ast.Break() | ast.Continue():
            yield ast.Pass()
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            yield operand
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            if not isinstance(test, ast.Compare):
                yield _with_test(node, ast.UnaryOp(op=ast.Not(), operand=test))
        case ast.Constant(value=bool() as value):
            yield ast.Constant(value=not value)
        case ast.Constant(value=int() as value):
            yield ast.Constant(value=value + 1)
            yield ast.Constant(value=value - 1)
        case ast.Call(func=ast.Name(id="min" | "max")):
            pass  # the order of what is compared does not matter
        case ast.Call(args=args):
            for index in range(len(args) - 1):
                first, second = args[index : index + 2]
                if not isinstance(first, ast.Starred) and not isinstance(second, ast.Starred):
                    swapped = [*args[:index], second, first, *args[index + 2 :]]
                    if _text(first) != _text(second):
                        yield _with(node, args=swapped)
        case ast.Subscript(ctx=ast.Load(), slice=ast.Tuple(elts=[first, second, *rest]) as index):
            if _text(first) != _text(second):
                yield _with(node, slice=_with(index, elts=[second, first, *rest]))
        case ast.Name(id=name, ctx=ast.Load()):
            for twins in TWINS:
                if name in twins:
                    other_name = twins[1 - twins.index(name)]
                    yield ast.Name(id=other_name, ctx=ast.Load())


def _with(node: ast.AST, **fields: object) -> ast.AST:
    new = copy.deepcopy(node)
    for name, value in fields.items():
        setattr(new, name, copy.deepcopy(value))
    return new


def _with_test(node: ast.AST, test: ast.expr) -> ast.AST:
    return _with(node, test=test)
