"""Defaults for charts that look like the page: matplotlib (seaborn with it), Plotly, Altair.

They are defaults and nothing else: set when a library is imported, only where nobody has set anything, and gone after
``matplotlib.rcdefaults()``, ``plt.style.use``, ``pio.templates.default = …`` or ``alt.theme.enable("default")``. No
library is imported here. ``ACTBOOK_CHART_STYLE=off`` in the kernel's environment turns all of it off.
"""

from __future__ import annotations

import functools
import os
import re
import sys
from collections.abc import Callable
from typing import Any

from .shell import find_shell
from .when_imported import when_imported

# Of app/tokens.css, in the light theme: charts are drawn for paper.
INK = "#1c1b19"
INK_2 = "#55524c"
LINE = "#e8e5df"
LINE_STRONG = "#d8d4cc"

# Paul Tol's "bright", safe for color-blind readers; those with the most contrast on white and on dark come first.
PALETTE = ["#4477aa", "#ee6677", "#228833", "#aa3377", "#66ccee", "#ccbb44", "#888888"]

# Only what the styles of matplotlib set too: what "dark_background" leaves would be dark on dark.
RC = {
    "axes.axisbelow": True,
    "axes.edgecolor": LINE_STRONG,
    # Millions are written out: "3,400,000", not "3.4" and "1e6" in a corner.
    "axes.formatter.limits": [-5, 9],
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.labelcolor": INK_2,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlepad": 10.0,
    "axes.titlesize": 12.0,
    "axes.titleweight": "bold",
    "figure.titlesize": 13.0,
    "figure.titleweight": "bold",
    "grid.color": LINE,
    "legend.edgecolor": LINE,
    "lines.linewidth": 2.0,
    "savefig.pad_inches": 0.15,
    "text.color": INK,
    "xtick.color": INK_2,
    "ytick.color": INK_2,
}
NAME = "actbook"

# Before the decimal point.
THOUSANDS = re.compile(r"(?<![\d.])\d{4,}")
# An axis that ends below may be one of years.
MIN_SEPARATED = 10_000


def apply_chart_style() -> None:
    """Styles what is imported, and what will be. Done again, it changes nothing."""
    if os.environ.get("ACTBOOK_CHART_STYLE") != "off":
        when_imported("chart style", STYLES)


def style_matplotlib(matplotlib: Any) -> None:
    current, defaults = matplotlib.rcParams, matplotlib.rcParamsDefault
    wanted = {**RC, "axes.prop_cycle": matplotlib.cycler(color=PALETTE)}
    current.update(
        {name: value for name, value in wanted.items() if name in current and current[name] == defaults[name]}
    )
    # Twice the pixels, shown at the size of the figure. Read when the backend of notebooks is imported.
    config = find_shell().config.InlineBackend
    if "figure_formats" not in config and "figure_format" not in config:
        config.figure_formats = {"retina"}


def style_styles(styles: Any) -> None:
    """A style with a grid color of its own, and no word on whether there is a grid, has none: ours is for ours."""
    use = styles.use
    if hasattr(use, "__wrapped__"):
        return

    @functools.wraps(use)
    def use_whole(style: Any) -> None:
        current = sys.modules["matplotlib"].rcParams
        is_ours = current["axes.grid"] and current["grid.color"] == LINE
        use(style)
        if is_ours and current["axes.grid"] and current["grid.color"] != LINE:
            # Used again, a style that wants a grid sets it again.
            current["axes.grid"] = False
            use(style)

    styles.use = use_whole


def style_axes(axes: Any) -> None:
    """An image covers its axes: the grid that axes start with would be drawn across it."""
    show = axes.Axes.imshow

    @functools.wraps(show)
    def imshow(self: Any, *args: Any, **kwargs: Any) -> Any:
        if not self.has_data():
            self.grid(False)
        return show(self, *args, **kwargs)

    axes.Axes.imshow = imshow


def style_ticker(ticker: Any) -> None:
    """Separates thousands in the labels of axes, but not those of years."""
    write = ticker.ScalarFormatter.__call__
    if hasattr(write, "__wrapped__"):
        return

    @functools.wraps(write)
    def write_separated(self: Any, x: float, pos: Any = None) -> str:
        text: str = write(self, x, pos)
        current = sys.modules["matplotlib"].rcParams
        is_long = any(abs(place) >= MIN_SEPARATED for place in [x, *self.locs])
        # Not in formulas, and not in another style.
        if not is_long or "$" in text or current["grid.color"] != LINE:
            return text
        return THOUSANDS.sub(lambda found: f"{int(found[0]):,}", text)

    ticker.ScalarFormatter.__call__ = write_separated


def style_plotly(io: Any) -> None:
    # Up to a billion, numbers are written out, with separated thousands.
    axis = {
        "gridcolor": LINE,
        "linecolor": LINE_STRONG,
        "zerolinecolor": LINE_STRONG,
        "automargin": True,
        "minexponent": 9,
    }
    layout = {
        "colorway": PALETTE,
        "font": {"color": INK_2, "size": 13},
        # With the color of "font", which the page replaces in the dark.
        "title": {"font": {"size": 16}, "x": 0, "xref": "paper", "xanchor": "left"},
        "margin": {"l": 48, "r": 24, "t": 56, "b": 48},
        "xaxis": {**axis, "showgrid": False},
        "yaxis": axis,
    }
    io.templates[NAME] = {"layout": layout}
    if io.templates.default == "plotly":
        io.templates.default = f"plotly_white+{NAME}"


def style_altair(altair: Any) -> None:
    # Without colors of text and lines: the page draws them in its own theme.
    config = {
        "range": {"category": PALETTE},
        "mark": {"color": PALETTE[0]},
        "view": {"stroke": None},
        "axis": {"labelFontSize": 11, "titleFontSize": 12, "titleFontWeight": "normal"},
        "axisX": {"grid": False},
        "title": {"anchor": "start", "fontSize": 14},
    }
    if altair.theme.active == "default":
        altair.theme.register(NAME, enable=True)(lambda: altair.theme.ThemeConfig(config=config))


STYLES: dict[str, Callable[[Any], None]] = {
    "matplotlib": style_matplotlib,
    "matplotlib.axes": style_axes,
    "matplotlib.ticker": style_ticker,
    "matplotlib.style": style_styles,
    "matplotlib.style.core": style_styles,
    "plotly.io": style_plotly,
    "altair": style_altair,
}
