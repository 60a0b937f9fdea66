"""An atlas as a table: Parquet files and SQL, by the optional package duckdb (extra ``atlas``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from bolets_solver.atlas.statistics import deal_table, face_names
from bolets_solver.atlas.values import IMPOSSIBLE, MOST_POINTS, UNSETTLED, Atlas
from bolets_solver.errors import InputError


@dataclass(frozen=True)
class Answer:
    """What a query answers: the names of its columns, and its rows."""

    columns: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]]


def query(atlas: Atlas, sql: str) -> Answer:
    """Answer a query over the table ``deals``; raises InputError if it cannot be answered.

    Columns: ``rank``; ``card1``, ``card2``, …: the faces in order; ``status``: optimal, impossible
    or unknown; ``points``: NULL unless optimal. The query can read no files and change nothing.
    """
    duckdb = _duckdb()
    with duckdb.connect(":memory:") as connection:
        connection.register("deals_of_atlas", _columns(atlas))
        connection.execute("CREATE TABLE deals AS SELECT * FROM deals_of_atlas ORDER BY rank")
        connection.execute("SET enable_external_access = false")
        connection.execute("SET lock_configuration = true")
        try:
            found = connection.execute(sql)
            if found is None or found.description is None:
                raise InputError("the query answers nothing; write SELECT … FROM deals")
            columns = tuple(str(column[0]) for column in found.description)
            return Answer(columns, found.fetchall())
        except duckdb.Error as error:
            raise InputError(f"the query cannot be answered: {error}") from None


def write_parquet(atlas: Atlas, path: str | Path) -> None:
    """Write the table ``deals`` as a Parquet file; raises InputError if it cannot be written."""
    duckdb = _duckdb()
    with duckdb.connect(":memory:") as connection:
        connection.register("deals_of_atlas", _columns(atlas))
        quoted = str(path).replace("'", "''")
        try:
            connection.execute(
                "COPY (SELECT * FROM deals_of_atlas ORDER BY rank) "
                f"TO '{quoted}' (FORMAT parquet, COMPRESSION zstd)"
            )
        except duckdb.Error as error:
            raise InputError(f"{path}: cannot be written: {error}") from None


def _columns(atlas: Atlas) -> Any:
    names = np.array(face_names(atlas.ranking), dtype=object)
    table = deal_table(atlas.ranking)
    values = atlas.values
    known = {IMPOSSIBLE: "impossible", UNSETTLED: "unknown"}
    words = np.array([known.get(value, "optimal") for value in range(256)], dtype=object)
    columns: dict[str, Any] = {"rank": np.arange(atlas.ranking.deals, dtype=np.int64)}
    for place in range(table.shape[1]):
        columns[f"card{place + 1}"] = names[table[:, place]]
    columns["status"] = words[values]
    points = values.astype(np.int16)
    columns["points"] = np.ma.masked_array(points, mask=values > MOST_POINTS)
    return columns


def _duckdb() -> Any:
    try:
        import duckdb
    except ImportError:
        raise InputError(
            "this needs the package duckdb; install it with: pip install 'bolets-solver[atlas]'"
        ) from None
    return duckdb
