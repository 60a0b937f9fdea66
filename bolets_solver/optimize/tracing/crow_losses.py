"""What visible crows cost when the tracking card is updated (B-R35, B-Q6)."""

from __future__ import annotations

from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import INT
from bolets_solver.optimize.tracing.deal_arrays import LOSS_EVERY, LOSS_ONCE, LOSS_STOOD, Int

PEAKS = 3
"""The highest marker of the game so far, as kernels keep it: at most 2 (0), 3 (1), or 4 (2). Only
``crow_loss=once`` asks for it; otherwise it is 0."""


@kernel(INT(INT, INT, INT, INT))
def crow_cost(old: Int, new: Int, peak: Int, crow_loss: Int) -> Int:
    """Lives that the update of the marker from ``old`` to ``new`` costs; see PEAKS."""
    if crow_loss == LOSS_EVERY:
        return 1 if 3 <= new <= 4 else 0
    if crow_loss == LOSS_STOOD:
        return 1 if old < new and 3 <= new <= 4 else 0
    passed = old
    if crow_loss == LOSS_ONCE:
        passed = max(old, peak + 2)
    return max(0, min(new, 4) - max(passed, 2))


@kernel(INT(INT, INT, INT))
def peak_after(peak: Int, new: Int, crow_loss: Int) -> Int:
    """The highest marker of the game, as kernels keep it, once the marker stands at ``new``."""
    return max(peak, new - 2) if crow_loss == LOSS_ONCE else 0
