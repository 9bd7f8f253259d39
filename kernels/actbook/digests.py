"""What a model should know of a value that this kernel displays. Whatever goes wrong costs the digest, never the output."""

from __future__ import annotations

import base64
import io
import itertools
import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .known_classes import is_a
from .tables.kept_tables import is_shown_as_table

MARKS = {
    "Line2D": "line",
    "Rectangle": "bar",
    "Wedge": "pie slice",
    "AxesImage": "image",
    "QuadMesh": "grid",
    "PathCollection": "points",
    "LineCollection": "lines",
    "PolyCollection": "area",
    "FillBetweenPolyCollection": "area",
}
IMAGE_TYPES = ("image/png", "image/jpeg", "image/gif", "image/webp")
MAX_LABEL_LENGTH = 200
MAX_COLUMNS = 60
MAX_PANELS = 12
MAX_LEGEND_ENTRIES = 20
MAX_KINDS_OF_MARKS = 20
MAX_SERIES = 8
MAX_SERIES_VALUES = 60
MAX_FIGURE_VALUES = 300
MAX_DATA_ROWS = 200
MAX_DATA_COLUMNS = 30
MAX_INDEX_LEVELS = 8
MAX_DATA_CHARACTERS = 20_000
MAX_PERIOD_CHARACTERS = 8_000
# Larger whole numbers lose digits where they are read.
MAX_EXACT_INTEGER = 2**53
MAX_IMAGE_PIXELS = 50_000_000
# Of red, green, and blue, 0 to 1.
MIN_PAPER_LIGHT = 0.9
# Smaller ones lose their texts.
MIN_COPY_SIDE = 320
# A larger copy is made again as JPEG.
MAX_PNG_BYTES = 300_000


def make_digest(
    value: Any, data: Mapping[str, Any], max_side: int, metadata: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """
    May have ``table``, ``data``, ``value``, ``figure`` and ``copy``, a smaller copy of the picture. ``data`` is the
    bundle by MIME type, and ``metadata`` says how it asks to be shown.
    """
    digest: dict[str, Any] = {}
    if is_a(value, "pandas", "DataFrame"):
        attempt(digest, "table", describe_table, value)
        if is_shown_as_table(value):
            attempt(digest, "data", list_values, value)
    if is_a(value, "pandas", "Series") and is_shown_as_table(value):
        attempt(digest, "data", list_series, value)
    if is_a(value, "polars", "DataFrame"):
        attempt(digest, "table", describe_polars, value)
        attempt(digest, "data", list_polars, value)
    if is_a(value, "polars", "Series"):
        attempt(digest, "data", list_polars, value.to_frame())
    if is_scalar(value):
        digest["value"] = to_json(value)
    if is_a(value, "matplotlib.figure", "Figure"):
        attempt(digest, "figure", describe_figure, value)
    attempt(digest, "copy", copy_image, value, data, max_side, metadata or {})
    return digest


def attempt(digest: dict[str, Any], name: str, describe: Callable[..., Any], *values: Any) -> None:
    try:
        found = describe(*values)
    except Exception:
        return
    if found is not None:
        digest[name] = found


def to_label(value: object) -> str:
    """What is cut off shows, so that nobody takes the rest for the whole."""
    text = str(value)
    return text if len(text) <= MAX_LABEL_LENGTH else text[: MAX_LABEL_LENGTH - 1] + "…"


def describe_table(frame: Any) -> dict[str, Any]:
    rows, columns = frame.shape
    types = itertools.islice(frame.dtypes.items(), MAX_COLUMNS)
    dtypes = [[to_label(name), to_label(kind)] for name, kind in types]
    return {"rows": int(rows), "columns": int(columns), "dtypes": dtypes}


def describe_polars(frame: Any) -> dict[str, Any]:
    rows, columns = frame.shape
    types = itertools.islice(frame.schema.items(), MAX_COLUMNS)
    dtypes = [[to_label(name), to_label(kind)] for name, kind in types]
    return {"rows": int(rows), "columns": int(columns), "dtypes": dtypes}


def list_polars(frame: Any) -> dict[str, Any]:
    """As ``list_values``; its rows have no labels."""
    rows, columns = frame.shape
    shown = frame[:MAX_DATA_ROWS, :MAX_DATA_COLUMNS]
    names = [to_column_name(name) for name in shown.columns]
    values = take_fitting([to_json(cell) for cell in row] for row in shown.iter_rows())
    return {"rows": int(rows), "columns": int(columns), "index": [], "names": names, "values": values}


def take_fitting(rows: Iterable[list[Any]]) -> list[list[Any]]:
    values: list[list[Any]] = []
    length = 0
    for row in rows:
        length += len(json.dumps(row, ensure_ascii=False))
        if length > MAX_DATA_CHARACTERS:
            break
        values.append(row)
    return values


def list_series(series: Any) -> dict[str, Any]:
    """The values of a column, which has a name of its own or none."""
    return list_values(series.to_frame("value" if series.name is None else series.name))


def list_values(frame: Any) -> dict[str, Any]:
    """
    The first rows as JSON: those that fit, each with the values of its index first. ``rows`` and ``columns`` count all
    that there are. An index that only numbers the rows is left out.
    """
    rows, columns = frame.shape
    is_numbered = is_numbering(frame.index)
    levels = [] if is_numbered else list(frame.index.names)[:MAX_INDEX_LEVELS]
    shown = frame.iloc[:MAX_DATA_ROWS, :MAX_DATA_COLUMNS]
    keys = [shown.index.get_level_values(at) for at in range(len(levels))]
    sides = [*keys, *(shown.iloc[:, at] for at in range(shown.shape[1]))]
    cells = [[to_json(cell) for cell in side] for side in sides]
    values = take_fitting(map(list, zip(*cells, strict=True)))
    periods = list_periods(sides, len(values))
    named = list(frame.columns.names)[:MAX_INDEX_LEVELS]
    has_names = any(name is not None for name in named)
    return {
        "rows": int(rows),
        "columns": int(columns),
        "index": [None if name is None else to_label(name) for name in levels],
        **({"levels": ["" if name is None else to_label(name) for name in named]} if has_names else {}),
        "names": [to_column_name(name) for name in shown.columns],
        "values": values,
        **({"periods": periods} if periods else {}),
    }


def list_periods(columns: list[Any], count: int) -> dict[str, list[str | None]]:
    """As pandas writes them, such as 2025Q1, by place in a row: their start does not say how long they are."""
    found: dict[str, list[str | None]] = {}
    length = 0
    for at, column in enumerate(columns):
        if not is_a(column.dtype, "pandas", "PeriodDtype"):
            continue
        texts = [str(period) for period in column.array[:count]]
        length += sum(len(text) + 4 for text in texts)
        if length > MAX_PERIOD_CHARACTERS:
            break
        found[str(at)] = [None if text == "NaT" else to_label(text) for text in texts]
    return found


def is_numbering(index: Any) -> bool:
    """Whether its labels are 0, 1, 2 and so on, as every new table has them: those of a later part are not."""
    is_range = is_a(index, "pandas", "RangeIndex") and index.name is None
    return bool(is_range and index.start == 0 and index.step == 1)


def to_column_name(name: Any) -> str:
    parts = name if isinstance(name, tuple) else (name,)
    return to_label(" / ".join(str(to_json(part)) for part in parts))


def is_scalar(value: object) -> bool:
    """A number, yes or no, or a moment, as a cell ends with. Texts are not asked about."""
    if type(value) in (bool, int, float):
        return True
    classes = [("numpy", "number"), ("numpy", "bool_"), ("pandas", "Timestamp"), ("pandas", "Timedelta")]
    return any(is_a(value, module, name) for module, name in classes)


def to_json(value: Any) -> Any:
    """A number, text, yes or no, or None where nothing is known. Dates and periods are ISO text, of their start."""
    if is_a(value, "pandas", "Period"):
        value = value.start_time
    if isinstance(value, (bool, int, float, str)) or value is None:
        plain = value
    elif is_a(value, "numpy", "generic") and not is_a(value, "numpy", "datetime64"):
        plain = value.item()
    elif is_a(value, "pandas", "Timestamp"):
        return value.isoformat().removesuffix("T00:00:00")
    else:
        text = str(value)
        plain = None if text in ("NaT", "<NA>") else text
    if isinstance(plain, float) and plain != plain:
        return None
    # JSON has no infinity; without it the value would count as missing.
    if isinstance(plain, float) and abs(plain) == float("inf"):
        return str(plain)
    if isinstance(plain, int) and abs(plain) > MAX_EXACT_INTEGER:
        return to_label(plain)
    return plain if plain is None or isinstance(plain, (bool, int, float)) else to_label(plain)


def describe_figure(figure: Any) -> dict[str, Any]:
    title = figure.get_suptitle() if hasattr(figure, "get_suptitle") else ""
    panels = [describe_panel(axes) for axes in figure.axes[:MAX_PANELS]]
    left = MAX_FIGURE_VALUES
    for axes, panel in zip(figure.axes, panels, strict=False):
        attempt(panel, "series", list_drawn_values, axes, left)
        left -= sum(len(each["values"]) for each in panel.get("series", []))
    return {
        **({"title": to_label(title)} if title else {}),
        **({"lineArt": True} if is_line_art(figure) else {}),
        "panels": panels,
    }


def is_line_art(figure: Any) -> bool:
    """Whether it is ink on light paper: no picture, and no color that stands for a value."""
    drawn = figure.findobj()
    # Also of axes within axes.
    grounds = [each.get_facecolor() for each in drawn if each is figure or hasattr(each, "get_xaxis")]
    if not all(min(ground[:3]) >= MIN_PAPER_LIGHT and ground[3] == 1 for ground in grounds):
        return False
    return all(each.get_array() is None for each in drawn if hasattr(each, "get_array"))


def describe_panel(axes: Any) -> dict[str, Any]:
    legend = axes.get_legend()
    texts = {"title": axes.get_title(), "x": axes.get_xlabel(), "y": axes.get_ylabel()}
    panel: dict[str, Any] = {name: to_label(text) for name, text in texts.items() if text}
    if legend is not None:
        panel["legend"] = [to_label(text.get_text()) for text in legend.get_texts()[:MAX_LEGEND_ENTRIES]]
    return {**panel, "marks": count_marks(axes)}


def list_drawn_values(axes: Any, left: int) -> list[dict[str, Any]] | None:
    """What lines, bars and points are drawn from, as far as ``left`` values go; None where nothing of it is known."""
    drawn = [("line", line, line.get_ydata(orig=False)) for line in axes.lines if line.get_visible()]
    groups = [each for each in axes.containers if type(each).__name__ == "BarContainer"]
    drawn += [("bar", bars, bars.datavalues) for bars in groups if any(bar.get_visible() for bar in bars)]
    clouds = [each for each in axes.collections if type(each).__name__ == "PathCollection"]
    drawn += [("points", cloud, cloud.get_offsets()[:, 1]) for cloud in clouds if cloud.get_visible()]
    found: list[dict[str, Any]] = []
    for kind, artist, values in drawn[:MAX_SERIES]:
        shown = [to_drawn_number(value) for value in values[: min(MAX_SERIES_VALUES, left)]]
        left -= len(shown)
        label = str(artist.get_label() or "")
        # Matplotlib's own names of what no legend names.
        name = {} if label.startswith("_") or not label else {"name": to_label(label)}
        found.append({"kind": kind, **name, "count": len(values), "values": shown})
    return found or None


def to_drawn_number(value: Any) -> float | None:
    number = float(value)
    return float(f"{number:.6g}") if math.isfinite(number) else None


def count_marks(axes: Any) -> list[list[Any]]:
    marks: Counter[str] = Counter()
    for artist in (*axes.lines, *axes.patches, *axes.collections, *axes.images):
        if not artist.get_visible():
            continue
        name = type(artist).__name__
        marks[MARKS.get(name, name)] += len(artist.get_offsets()) if name == "PathCollection" else 1
    return [[to_label(name), int(count)] for name, count in marks.most_common(MAX_KINDS_OF_MARKS)]


def copy_image(
    value: Any, data: Mapping[str, Any], max_side: int, metadata: Mapping[str, Any]
) -> dict[str, Any] | None:
    """A copy that fits into a square of ``max_side``, or None where the picture does already or there is none."""
    # A picture with twice the pixels shows no more than one of its size, and a model is paid by the pixel.
    asked = metadata.get("image/png") or {}
    if asked:
        max_side = min(max_side, max(int(asked["width"]), int(asked["height"]), MIN_COPY_SIDE))
    source = read_image(value, data, max_side)
    if source is None:
        return None
    from PIL import Image

    with Image.open(io.BytesIO(source)) as image:
        width, height = image.size
        is_small = max(width, height) <= max_side and "image/svg+xml" not in data
        if is_small or width * height > MAX_IMAGE_PIXELS:
            return None
        copy = image.convert("RGBA" if "A" in image.mode or "transparency" in image.info else "RGB")
    copy.thumbnail((max_side, max_side))
    kind, written = "png", save(copy, "PNG")
    if len(written) > MAX_PNG_BYTES:
        kind, written = "jpeg", save(copy.convert("RGB"), "JPEG", quality=80)
    return {
        "mimeType": f"image/{kind}",
        "data": base64.b64encode(written).decode(),
        "width": copy.size[0],
        "height": copy.size[1],
    }


def read_image(value: Any, data: Mapping[str, Any], max_side: int) -> bytes | None:
    for kind in IMAGE_TYPES:
        found = data.get(kind)
        if found:
            return base64.b64decode(found) if isinstance(found, str) else bytes(found)
    if "image/svg+xml" in data and is_a(value, "matplotlib.figure", "Figure"):
        drawn = io.BytesIO()
        value.savefig(drawn, format="png", dpi=max_side / max(value.get_size_inches()))
        return drawn.getvalue()
    return None


def save(image: Any, kind: str, **options: Any) -> bytes:
    written = io.BytesIO()
    image.save(written, format=kind, **options)
    return written.getvalue()
