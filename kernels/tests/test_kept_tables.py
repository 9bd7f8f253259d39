"""Tables as they were displayed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from actbook.displays import add_digests
from actbook.tables.kept_tables import DROPPED, LOST, TOO_LARGE, KeptTables
from actbook.tables.table_pages import read_page

MIME_TYPE = "application/x-test"
LARGE = 400_000


@pytest.fixture
def kept(shell: Any) -> KeptTables:
    tables = vars(shell)["_actbook_kept_tables"] = KeptTables(max_bytes=16 << 20)
    return tables


def make(rows: int) -> pd.DataFrame:
    return pd.DataFrame({"n": np.arange(rows), "f": np.arange(rows) / 4, "name": "x"})


def read(table_id: str, rows: tuple[int, int] = (0, 2)) -> dict[str, Any]:
    return read_page({"source": "displays", "name": table_id}, {}, rows, (0, 40), None, 200)


def list_rows(page: dict[str, Any]) -> list[list[str | None]]:
    return [row["values"] for row in page["rows"]]


def test_a_displayed_frame_is_read_whole_by_the_id_in_its_digest(shell: Any, kept: KeptTables) -> None:
    add_digests(MIME_TYPE, 768)
    data, _ = shell.display_formatter.format(make(5000))
    found = data[MIME_TYPE]["kept"]
    assert (found["rows"], found["columns"]) == (5000, 3)
    assert list_rows(read(found["id"], (4998, 100))) == [["4998", "1249.5", "x"], ["4999", "1249.75", "x"]]
    data, _ = shell.display_formatter.format(pd.Series([1, 2], name="s"))
    assert list_rows(read(data[MIME_TYPE]["kept"]["id"])) == [["1"], ["2"]]
    data, _ = shell.display_formatter.format([1, 2])
    assert MIME_TYPE not in data


def set_cell(frame: pd.DataFrame) -> None:
    frame.loc[0, "n"] = 99


def set_column(frame: pd.DataFrame) -> None:
    frame["n"] = 99
    frame["more"] = 1


def drop_in_place(frame: pd.DataFrame) -> None:
    del frame["n"]
    frame.index = frame.index + 5
    frame.columns = ["a", "b"]


def fill_in_place(frame: pd.DataFrame) -> None:
    frame.replace(0, 7, inplace=True)


def add_in_place(frame: pd.DataFrame) -> None:
    frame["n"] += 1
    frame.iat[0, 1] = 99.0


def write_values(frame: pd.DataFrame) -> None:
    # pandas 3 gives out no memory that can be written to.
    try:
        frame["n"].values[0] = 99
    except ValueError:
        return


@pytest.mark.parametrize("rows", [3, LARGE])
@pytest.mark.parametrize(
    "change", [set_cell, set_column, drop_in_place, fill_in_place, add_in_place, write_values]
)
@pytest.mark.filterwarnings("ignore")
def test_later_changes_do_not_reach_what_was_displayed(kept: KeptTables, rows: int, change: Any) -> None:
    frame = make(rows)
    found = kept.keep(frame)
    assert found is not None
    change(frame)
    page = read(found["id"])
    assert [column["name"] for column in page["columns"]] == ["n", "f", "name"]
    assert list_rows(page) == [["0", "0", "x"], ["1", "0.25", "x"]]
    assert page["rowCount"] == rows


def test_memory_that_is_shared_counts_once(kept: KeptTables) -> None:
    frame = make(LARGE)
    ids = [kept.keep(frame) for _ in range(50)]
    assert kept.count_bytes() <= kept.max_bytes
    assert all("refusal" not in read(each["id"]) for each in ids if each)


def test_older_and_larger_tables_are_dropped_first_and_say_so(kept: KeptTables) -> None:
    ids = [kept.keep(make(rows)) for rows in (300, LARGE, 200, LARGE, 100)]
    pages = [read(each["id"]) for each in ids if each]
    assert [page.get("code") for page in pages] == [None, "gone", None, None, None]
    assert pages[1]["refusal"] == DROPPED
    assert read("0" * 16) == {"refusal": LOST, "code": "gone"}


def test_a_table_beyond_the_budget_is_not_kept_but_a_piece_of_it_is(kept: KeptTables) -> None:
    frame = make(5 * LARGE)
    whole, piece = kept.keep(frame), kept.keep(frame.head(100))
    assert whole and piece
    assert read(whole["id"])["refusal"] == TOO_LARGE
    assert read(piece["id"])["rowCount"] == 100
    assert kept.count_bytes() < 1 << 20
