"""Charts in the look of the page, as long as nobody wants another."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from actbook.chart_style import INK, INK_2, LINE, LINE_STRONG, PALETTE

KERNELS = Path(__file__).parent.parent
START = """
import sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
from actbook.chart_style import PALETTE, apply_chart_style
apply_chart_style()
apply_chart_style()
"""


def run(code: str, folder: Path, **env: str) -> None:
    """In a process of its own, because libraries are styled when they are imported."""
    home = {"IPYTHONDIR": str(folder / "ipython"), "MPLCONFIGDIR": str(folder), "MPLBACKEND": "agg"}
    environment = {**os.environ, **home, "PYTHONPATH": str(KERNELS), **env}
    subprocess.run([sys.executable, "-c", START + code], check=True, env=environment, cwd=folder)


def test_nothing_is_imported_and_matplotlib_is_styled_when_it_is(tmp_path: Path) -> None:
    run(
        """
assert not {"matplotlib", "plotly", "altair", "numpy"} & set(sys.modules)
from matplotlib import pyplot as plt
import matplotlib
axes = plt.figure().gca()
assert not axes.spines["top"].get_visible() and not axes.spines["right"].get_visible()
assert axes.plot([1, 2])[0].get_color() == PALETTE[0]
assert axes.yaxis.get_gridlines()[0].get_visible() and not axes.xaxis.get_gridlines()[0].get_visible()
assert plt.rcParams["figure.figsize"] == [6.4, 4.8]
assert shell.config.InlineBackend.figure_formats == {"retina"}
assert matplotlib.__spec__.name == "matplotlib"
import seaborn
assert seaborn.color_palette().as_hex()[:2] == PALETTE[:2]
matplotlib.rcdefaults()
assert plt.rcParams["axes.grid"] is False and plt.rcParams["axes.spines.top"] is True
""",
        tmp_path,
    )


def test_what_is_imported_already_is_styled(tmp_path: Path) -> None:
    run(
        """
sys.meta_path[:] = [finder for finder in sys.meta_path if getattr(finder, "purpose", None) != "chart style"]
from matplotlib import pyplot as plt
assert not plt.rcParams["axes.grid"]
apply_chart_style()
assert plt.rcParams["axes.grid"]
""",
        tmp_path,
    )


def test_what_users_and_code_set_stays(tmp_path: Path) -> None:
    (tmp_path / "matplotlibrc").write_text("lines.linewidth: 7\naxes.titlesize: 30\n")
    run(
        """
from matplotlib import pyplot as plt
assert plt.rcParams["lines.linewidth"] == 7 and plt.rcParams["axes.titlesize"] == 30
with plt.style.context("dark_background"):
    axes = plt.figure().gca()
    texts = [axes.set_title("a"), axes.set_xlabel("b"), *axes.get_xticklabels(), *axes.get_yticklabels()]
    assert {text.get_color() for text in texts} == {"white"}
    assert not any(line.get_visible() for line in axes.yaxis.get_gridlines())
assert plt.rcParams["axes.grid"]
with plt.style.context({"grid.color": "red", "axes.grid": True}):
    assert plt.rcParams["axes.grid"]
plt.style.use("ggplot")
assert plt.rcParams["axes.facecolor"] == "#E5E5E5"
plt.style.use("default")
assert not plt.rcParams["axes.grid"]
""",
        tmp_path,
    )
    run(
        """
shell.config.InlineBackend.figure_formats = {"svg"}
import matplotlib
assert shell.config.InlineBackend.figure_formats == {"svg"}
""",
        tmp_path,
    )


def test_no_grid_is_drawn_across_an_image(tmp_path: Path) -> None:
    run(
        """
from matplotlib import pyplot as plt
def has_grid(axes):
    return any(line.get_visible() for line in axes.yaxis.get_gridlines())
figure, (first, second) = plt.subplots(1, 2)
first.imshow([[1, 2]])
assert not has_grid(first) and has_grid(second)
second.imshow([[1, 2]])
second.grid(True)
assert has_grid(second)
assert plt.Axes.imshow.__doc__
""",
        tmp_path,
    )


def test_plotly_and_altair_have_a_theme_that_gives_way(tmp_path: Path) -> None:
    run(
        """
import plotly.graph_objects as go
figure = go.Figure(go.Bar(y=[1]))
assert list(figure.layout.template.layout.colorway) == PALETTE
# The page darkens templates of white paper.
assert figure.layout.template.layout.paper_bgcolor == "white"
assert figure.layout.template.layout.title.font.color is None
import plotly.io as pio
pio.templates.default = "plotly_dark"
assert list(go.Figure().layout.template.layout.colorway) != PALETTE

import altair as alt
chart = alt.Chart({"values": [{"a": 1}]}).mark_bar().encode(x="a:N")
assert chart.to_dict()["config"]["range"]["category"] == PALETTE
assert "labelColor" not in chart.to_dict()["config"]["axis"]
alt.theme.enable("default")
assert "range" not in chart.to_dict()["config"]
""",
        tmp_path,
    )


def test_it_can_be_turned_off(tmp_path: Path) -> None:
    run(
        """
import matplotlib, altair, plotly.io
assert matplotlib.rcParams == matplotlib.rcParamsDefault | {"backend": matplotlib.rcParams["backend"]}
assert "InlineBackend" not in shell.config
assert plotly.io.templates.default == "plotly" and altair.theme.active == "default"
""",
        tmp_path,
        ACTBOOK_CHART_STYLE="off",
    )


def luminance(color: str) -> float:
    channels = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted([luminance(one), luminance(other)], reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("color", PALETTE[:4])
@pytest.mark.parametrize("background", ["#ffffff", "#131415"])
def test_the_first_colors_are_seen_on_white_and_on_dark(color: str, background: str) -> None:
    # WCAG 2.2, graphical objects.
    assert contrast(color, background) >= 3


def test_the_other_colors_are_those_of_the_page() -> None:
    tokens = (KERNELS.parent / "app" / "tokens.css").read_text()
    for color in (INK, INK_2, LINE, LINE_STRONG):
        assert f"light-dark({color}, " in tokens


def test_long_numbers_on_axes_have_separated_thousands_and_years_do_not(tmp_path: Path) -> None:
    run(
        """
from matplotlib import pyplot as plt
def labels(numbers):
    axes = plt.figure().gca()
    axes.plot([1, 2], numbers)
    axes.figure.canvas.draw()
    assert axes.yaxis.get_offset_text().get_text() == ""
    return [label.get_text() for label in axes.get_yticklabels()]
assert {"2,000,000", "3,000,000"} <= set(labels([1_200_000, 3_400_000]))
assert {"−20,000", "−5,000"} <= set(labels([-30_000, 0]))
assert "2015" in labels([2012, 2020])
plt.rcdefaults()
assert "20000" in labels([10_000, 30_000])
import plotly.graph_objects
assert plotly.io.templates["actbook"].layout.yaxis.minexponent == 9
""",
        tmp_path,
    )
