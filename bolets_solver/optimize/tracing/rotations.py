"""Tiles of a printed face and of the same face turned clockwise by quarters."""

from __future__ import annotations

from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import INT
from bolets_solver.optimize.tracing.deal_arrays import Int


@kernel()
def turned_x(x: Int, y: Int, width: Int, height: Int, turns: Int) -> Int:
    """X of a printed tile on the face turned clockwise by ``turns`` quarters."""
    if turns == 0:
        return x
    if turns == 1:
        return height - 1 - y
    if turns == 2:
        return width - 1 - x
    return y


@kernel()
def turned_y(x: Int, y: Int, width: Int, height: Int, turns: Int) -> Int:
    """Y of a printed tile on the face turned clockwise by ``turns`` quarters."""
    if turns == 0:
        return y
    if turns == 1:
        return x
    if turns == 2:
        return height - 1 - y
    return width - 1 - x


@kernel(INT(*[INT] * 5))
def printed_x(x: Int, y: Int, width: Int, height: Int, turns: Int) -> Int:
    """X of the printed tile at a tile of the turned face; inverse of ``walk.turned_x``."""
    if turns == 0:
        return x
    if turns == 1:
        return y
    if turns == 2:
        return width - 1 - x
    return width - 1 - y


@kernel(INT(*[INT] * 5))
def printed_y(x: Int, y: Int, width: Int, height: Int, turns: Int) -> Int:
    """Y of the printed tile at a tile of the turned face."""
    if turns == 0:
        return y
    if turns == 1:
        return height - 1 - x
    if turns == 2:
        return height - 1 - y
    return x
