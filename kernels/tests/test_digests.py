"""Digests of what a kernel displays."""

from __future__ import annotations

import base64
import io
import json
import random
from collections.abc import Iterator
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from actbook.digests import MAX_IMAGE_PIXELS, make_digest
from actbook.displays import add_digests
from matplotlib import pyplot as plt
from PIL import Image

MIME_TYPE = "application/x-digest"
MAX_SIDE = 768


@pytest.fixture(autouse=True)
def plots() -> Iterator[None]:
    mpl.use("agg")
    yield
    plt.close("all")


def to_png(image: Image.Image) -> str:
    written = io.BytesIO()
    image.save(written, format="PNG")
    return base64.b64encode(written.getvalue()).decode()


def test_a_frame_has_its_size_and_types() -> None:
    frame = pd.DataFrame({"a": [1, 2], "b" * 300: [1.5, 2.5]})
    assert make_digest(frame, {"text/plain": ""}, MAX_SIDE) == {
        "table": {"rows": 2, "columns": 2, "dtypes": [["a", "int64"], ["b" * 199 + "…", "float64"]]},
        "data": {
            "rows": 2,
            "columns": 2,
            "index": [],
            "names": ["a", "b" * 199 + "…"],
            "values": [[1, 1.5], [2, 2.5]],
        },
    }


def test_values_travel_as_json() -> None:
    days = pd.to_datetime(["2023-04-01T00:00", None, "2023-04-02T12:30"])
    frame = pd.DataFrame(
        {
            "day": days,
            "month": days.to_period("M"),
            "sum": [1.5, float("nan"), float("inf")],
            "count": pd.array([1, None, 3], dtype="Int64"),
            "paid": [True, None, False],
            "range": pd.cut([1, float("nan"), 3], [0, 2, 4], right=False),
        },
        index=pd.Index(["a", "b", "c"], name="region"),
    )
    assert make_digest(frame, {"text/plain": ""}, MAX_SIDE)["data"] == {
        "rows": 3,
        "columns": 6,
        "index": ["region"],
        "names": ["day", "month", "sum", "count", "paid", "range"],
        "values": [
            ["a", "2023-04-01", "2023-04-01", 1.5, 1, True, "[0.0, 2.0)"],
            ["b", None, None, None, None, None, None],
            ["c", "2023-04-02T12:30:00", "2023-04-01", "inf", 3, False, "[2.0, 4.0)"],
        ],
        "periods": {"2": ["2023-04", None, "2023-04"]},
    }


def test_values_of_a_column_and_of_columns_with_several_names() -> None:
    assert make_digest(pd.Series([1, 2], index=["x", "y"]), {}, MAX_SIDE)["data"] == {
        "rows": 2,
        "columns": 1,
        "index": [None],
        "names": ["value"],
        "values": [["x", 1], ["y", 2]],
    }
    wide = pd.DataFrame([[1]], columns=pd.MultiIndex.from_tuples([("a", pd.Period("2023-02"))]))
    assert make_digest(wide, {}, MAX_SIDE)["data"]["names"] == ["a / 2023-02-01"]
    assert "levels" not in make_digest(wide, {}, MAX_SIDE)["data"]
    wide.columns.names = ["side", None]
    assert make_digest(wide, {}, MAX_SIDE)["data"]["levels"] == ["side", ""]


def test_labels_of_a_later_part_are_not_taken_for_a_numbering() -> None:
    frame = pd.DataFrame({"a": range(9)})
    assert make_digest(frame.head(2), {}, MAX_SIDE)["data"]["values"] == [[0], [1]]
    part = make_digest(frame.iloc[5:7], {}, MAX_SIDE)["data"]
    assert (part["index"], part["values"]) == ([None], [[5, 5], [6, 6]])
    assert make_digest(frame.iloc[0:9:4], {}, MAX_SIDE)["data"]["values"][1] == [4, 4]


def test_values_are_bounded() -> None:
    tall = make_digest(pd.DataFrame({"a": range(5_000)}), {}, MAX_SIDE)["data"]
    assert (tall["rows"], len(tall["values"])) == (5_000, 200)
    wide = make_digest(pd.DataFrame([range(100)]), {}, MAX_SIDE)["data"]
    assert (wide["columns"], len(wide["names"]), len(wide["values"][0])) == (100, 30, 30)
    long = make_digest(pd.DataFrame({name: ["x" * 1_000] * 200 for name in "abc"}), {}, MAX_SIDE)["data"]
    assert long["values"][0][0] == "x" * 199 + "…"
    assert len(json.dumps(long["values"], ensure_ascii=False)) <= 20_000 and len(long["values"]) > 20


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0, 0),
        (2.5, 2.5),
        (False, False),
        (float("nan"), None),
        (10**20, "1" + "0" * 20),
        (pd.Series([1, 2]).sum(), 3),
        (pd.Series([True]).all(), True),
        (pd.Timestamp("2023-04-01"), "2023-04-01"),
        (pd.Timedelta(days=2), "2 days 00:00:00"),
    ],
)
def test_a_single_value_travels_as_json(value: object, expected: object) -> None:
    digest = make_digest(value, {"text/plain": ""}, MAX_SIDE)
    assert digest == {"value": expected} and type(digest["value"]) is type(expected)


def test_a_figure_has_its_texts_and_marks() -> None:
    figure, (left, right) = plt.subplots(1, 2)
    figure.suptitle("Both")
    left.plot([1, 2], label="one")
    left.set(title="Left", xlabel="x", ylabel="y")
    left.legend()
    right.scatter([1, 2, 3], [1, 2, 3])
    right.bar(["a", "b"], [1, 2])
    right.bar(["c"], [1], visible=False)
    assert make_digest(figure, {"text/plain": ""}, MAX_SIDE)["figure"] == {
        "title": "Both",
        "lineArt": True,
        "panels": [
            {
                "title": "Left",
                "x": "x",
                "y": "y",
                "legend": ["one"],
                "marks": [["line", 1]],
                "series": [{"kind": "line", "name": "one", "count": 2, "values": [1.0, 2.0]}],
            },
            {
                "marks": [["points", 3], ["bar", 2]],
                "series": [
                    {"kind": "bar", "count": 2, "values": [1.0, 2.0]},
                    {"kind": "points", "count": 3, "values": [1.0, 2.0, 3.0]},
                ],
            },
        ],
    }


def draw(kind: str) -> Any:
    figure, axes = plt.subplots()
    if kind == "picture":
        axes.imshow([[0, 1], [1, 0]])
    elif kind == "inset":
        axes.plot([1, 2])
        axes.inset_axes((0.5, 0.5, 0.4, 0.4)).imshow([[0, 1], [1, 0]])
    elif kind == "pasted":
        figure.figimage(np.zeros((4, 4, 3)))
    elif kind == "shades":
        axes.scatter([1, 2], [1, 2], c=[0.1, 0.9])
    elif kind == "grid":
        axes.pcolormesh([[0, 1], [1, 0]])
    elif kind == "dark":
        axes.set_facecolor("navy")
    else:
        axes.scatter([1, 2], [1, 2], color="navy")
        axes.fill_between([1, 2], [1, 2])
        axes.boxplot([1, 2, 3])
    return figure


@pytest.mark.parametrize("kind", ["picture", "inset", "pasted", "shades", "grid", "dark", "ink"])
def test_only_a_figure_in_ink_on_paper_is_line_art(kind: str) -> None:
    digest = make_digest(draw(kind), {"text/plain": ""}, MAX_SIDE)["figure"]
    assert digest.get("lineArt", False) == (kind == "ink")


def test_the_values_of_a_figure_are_numbers_and_few() -> None:
    figure, panels = plt.subplots(1, 12)
    for axes in panels:
        for _ in range(10):
            axes.plot([float("nan"), float("inf"), 1 / 3] + [0] * 100)
        axes.barh(["a", "b"], [3, 4])
    digest = make_digest(figure, {"text/plain": ""}, MAX_SIDE)["figure"]
    first, *_, last = digest["panels"]
    assert len(first["series"]) == 8 and first["series"][0]["count"] == 103
    assert first["series"][0]["values"][:4] == [None, None, 0.333333, 0.0]
    assert sum(len(each["values"]) for panel in digest["panels"] for each in panel["series"]) == 300
    assert last["series"][0] == {"kind": "line", "count": 103, "values": []}


def test_a_large_picture_comes_with_a_smaller_copy() -> None:
    data = {"image/png": to_png(Image.new("RGBA", (1600, 800), "red"))}
    copy = make_digest(None, data, MAX_SIDE)["copy"]
    assert (copy["mimeType"], copy["width"], copy["height"]) == ("image/png", 768, 384)
    with Image.open(io.BytesIO(base64.b64decode(copy["data"]))) as image:
        assert (image.size, image.getpixel((0, 0))) == ((768, 384), (255, 0, 0, 255))


def test_a_copy_that_is_large_as_png_is_a_jpeg() -> None:
    noise = Image.frombytes("RGB", (800, 800), random.Random(1).randbytes(800 * 800 * 3))
    assert make_digest(None, {"image/png": to_png(noise)}, MAX_SIDE)["copy"]["mimeType"] == "image/jpeg"


def test_a_small_picture_needs_no_copy() -> None:
    assert make_digest(None, {"image/png": to_png(Image.new("RGB", (768, 10)))}, MAX_SIDE) == {}


def test_a_picture_of_very_many_pixels_is_not_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    image = to_png(Image.new("1", (MAX_IMAGE_PIXELS // 5_000 + 1, 5_000)))
    monkeypatch.setattr(Image.Image, "convert", lambda *_: pytest.fail("It was decoded."))
    assert make_digest(None, {"image/png": image}, MAX_SIDE) == {}


def test_a_figure_drawn_as_svg_is_copied_as_png() -> None:
    figure = plt.figure(figsize=(4, 2))
    copy = make_digest(figure, {"image/svg+xml": "<svg/>"}, MAX_SIDE)["copy"]
    assert (copy["mimeType"], copy["width"], copy["height"]) == ("image/png", 768, 384)


@pytest.mark.parametrize("data", [{"image/png": "no base64!"}, {"image/png": b"no picture"}])
def test_what_cannot_be_read_costs_the_digest_only(data: dict[str, Any]) -> None:
    assert make_digest(None, data, MAX_SIDE) == {}


def test_a_class_that_only_looks_like_a_frame_is_not_asked() -> None:
    class DataFrame:
        def __getattr__(self, name: str) -> Any:
            raise AssertionError(name)

    assert make_digest(DataFrame(), {"text/plain": ""}, MAX_SIDE) == {}


def test_displayed_values_carry_their_digest_once(shell: Any) -> None:
    add_digests(MIME_TYPE, MAX_SIDE)
    add_digests(MIME_TYPE, MAX_SIDE)
    frame = pd.DataFrame({"a": [1]})
    data, _ = shell.display_formatter.format(frame)
    assert data[MIME_TYPE]["table"]["rows"] == 1
    assert MIME_TYPE not in shell.display_formatter.format(frame, include=["text/plain"])[0]
    assert MIME_TYPE not in shell.display_formatter.format("text")[0]


def test_a_picture_with_twice_the_pixels_is_copied_at_its_size() -> None:
    data = {"image/png": to_png(Image.new("RGB", (900, 600)))}
    metadata = {"image/png": {"width": 450, "height": 300}}
    copy = make_digest("", data, MAX_SIDE, metadata)["copy"]
    assert (copy["width"], copy["height"]) == (450, 300)
    odd = make_digest("", data, MAX_SIDE, {"image/png": {"width": "x"}})
    assert odd == {}
