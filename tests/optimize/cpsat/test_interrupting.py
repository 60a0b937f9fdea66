"""Ctrl-C while CP-SAT solves: the work stops, the process continues."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import os, signal, threading
from ortools.sat.python import cp_model
from bolets_solver.optimize.cpsat.solver import run_solver
from bolets_solver.work.limits import Stopped, Work

# twelve pigeons in eleven holes: refuted by no solver of clauses within the test
model = cp_model.CpModel()
pigeons = [[model.new_bool_var("") for _ in range(11)] for _ in range(12)]
for pigeon in pigeons:
    model.add_bool_or(pigeon)
for hole in range(11):
    for one in range(12):
        for two in range(one):
            model.add_bool_or(~pigeons[one][hole], ~pigeons[two][hole])
solver = cp_model.CpSolver()
solver.parameters.num_workers = 1
solver.parameters.symmetry_level = 0
solver.parameters.cp_model_presolve = False
with Work() as work:
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    try:
        run_solver(solver, model, work)
        print("solved")
    except Stopped as stop:
        print(stop.reason)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a signal of POSIX")
def test_run_solver_leaves_ctrl_c_to_the_work() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=120, check=False
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "interrupted\n", "")
