"""Answers about printed text: logs, models, lists, dictionaries, long outputs."""

from typing import Any

from make_corpus import Writer, scenario


@scenario(
    "model-scores",
    "How well does the model predict?",
    """
rng = np.random.default_rng(2)
scores = rng.normal(0.861, 0.012, 5).round(4)
print('CV accuracy per fold:', scores)
print(f'mean {scores.mean():.4f} +/- {scores.std():.4f}')
print('MAE: 3.4182  RMSE: 4.9077  R2: 0.7316')
""",
)
def _(v: dict[str, Any], w: Writer) -> str:
    m = v["scores"].mean()
    return f"""
Accuracy in {w.g("5")}-fold cross-validation is **{w.s(f"{m * 100:.1f}", 1, plant=("swapped digits", "81.6"))}** % on average. On the test set the MAE is {w.s("3.42", 1)}, the RMSE {w.s("4.91", 1, plant=("stale value", "5.11"))}, and R² {w.s("0.73", 1)}.
"""


@scenario(
    "log-times",
    "Where does the time go?",
    """
steps = {'load': 812.4, 'clean': 2310.9, 'fit': 48211.3, 'export': 95.0}
for name, ms in steps.items(): print(f'{name:<8}{ms:>10.1f} ms')
print('total   %.1f ms' % sum(steps.values()))
""",
)
def _(v: dict[str, Any], w: Writer) -> str:
    s = v["steps"]
    total = sum(s.values())
    return f"""
Fitting takes {w.s("48.2 s", 1, plant=("wrong unit", "48.2 min"))} of {w.s(f"{total / 1000:.1f} s", 1)} in total, i.e. {w.d(f"{s['fit'] / total * 100:.0f} %", 1)}. Cleaning takes {w.s("2.3 s", 1)}, loading {w.s("812 ms", 1, plant=("swapped digits", "821 ms"))}, and the export less than {w.s("0.1 s", 1)}.
"""


@scenario(
    "text-lists",
    "Which languages occur?",
    "langs = ['Python', 'R', 'Julia', 'Scala', 'Go', 'Rust']\nprint('languages:', langs)",
    "print({'Python': 412, 'R': 97, 'Julia': 31, 'Scala': 22, 'Go': 18, 'Rust': 9})",
)
def _(v: dict[str, Any], w: Writer) -> str:
    return f"""
{w.s("Six", 1)} languages occur. Python leads with {w.s("412", 2)} projects, followed by R ({w.s("97", 2, plant=("swapped digits", "79"))}) and Julia ({w.s("31", 2)}); Rust has only {w.s("9", 2, plant=("invented number", "7"))}.
Python alone accounts for {w.d("70 %", 2)} of them.
"""


@scenario(
    "fails-then-works",
    "What is the median salary?",
    "pay = pd.DataFrame({'salary': ['52,000', '61,500', '48,250', '75,900', '58,400']})\npay['salary'].median()  # fails",
    "pay['salary'] = pay['salary'].str.replace(',', '').astype(float)\npay['salary'].median()",
    "print(pay['salary'].min(), pay['salary'].max())",
)
def _(v: dict[str, Any], w: Writer) -> str:
    return f"""
The median salary is {w.s("$58,400", 2, plant=("swapped digits", "$54,800"))}; salaries range from {w.s("$48,250", 3)} to {w.s("$75,900", 3)}, a spread of {w.d("$27,650", 3, plant=("invented number", "$25,670"))}.
"""


@scenario(
    "fibonacci",
    "What is the 30th Fibonacci number?",
    "a, b = 0, 1\nfor _ in range(30): a, b = b, a + b\nprint(a)",
)
def _(v: dict[str, Any], w: Writer) -> str:
    return f"""
The {w.g("30th")} Fibonacci number is **{w.s("832,040", 1, plant=("swapped digits", "823,040"))}**.
"""


@scenario(
    "primes",
    "How many primes are below 10,000, and what is the largest?",
    "ps = [n for n in range(2, 10000) if all(n % d for d in range(2, int(n**.5) + 1))]\nprint(len(ps), ps[-1])",
)
def _(v: dict[str, Any], w: Writer) -> str:
    return f"""
There are {w.s("1,229", 1, plant=("invented number", "1,231"))} primes below {w.g("10,000")}; the largest is {w.s("9973", 1)}.
"""


@scenario(
    "long-daily",
    "What was the busiest day?",
    """
rng = np.random.default_rng(17)
visits = pd.DataFrame({'date': pd.date_range('2024-01-01', periods=366), 'visits': rng.poisson(2300, 366)})
visits
""",
    "top = visits.nlargest(3, 'visits'); print(top.to_string(index=False)); print('mean', visits.visits.mean().round(2), 'days', len(visits))",
)
def _(v: dict[str, Any], w: Writer) -> str:
    t = v["top"].reset_index(drop=True)
    day = t["date"][0]
    return f"""
The busiest day was {w.s(f"{day:%b} {day.day}, {day.year}", 2)} with {w.s(f"{t['visits'][0]:,}", 2, plant=("swapped digits", f"{t['visits'][0] + 90:,}"))} visits, {w.d(f"{t['visits'][0] - t['visits'][1]:,}", 2)} more than the second-busiest. On average there were about {w.s("2,300", 2)} visits on each of the {w.s("366", 1, 2)} days.
"""


@scenario(
    "survey",
    "Summarize the survey.",
    """
rng = np.random.default_rng(9)
sv = pd.DataFrame({'age': rng.integers(18, 80, 812), 'score': rng.integers(1, 6, 812)})
print(sv.describe().round(2))
""",
    "print(sv['score'].value_counts().sort_index())",
)
def _(v: dict[str, Any], w: Writer) -> str:
    sv = v["sv"]
    c = sv["score"].value_counts()
    return f"""
{w.s("812", 1, plant=("swapped digits", "821"))} people answered. Their mean age is {w.s(f"{sv.age.mean():.1f} years", 1)} (from {w.s("18", 1)} to {w.s("79", 1)}), and the mean score is {w.s(f"{sv.score.mean():.2f}", 1)} of {w.s("5", 1, 2)}.
{w.s(str(c[5]), 2, plant=("invented number", "133"))} people gave the best score, {w.d(f"{c[5] / 812 * 100:.0f} %", 2, 1)} of all.
"""


@scenario(
    "markdown-code",
    "How do I read the number of rows?",
    "df = pd.read_csv('penguins.csv')\nlen(df)",
)
def _(v: dict[str, Any], w: Writer) -> str:
    return f"""
Use `len(df)`, which gives {w.s("344", 1, plant=("swapped digits", "434"))}:

```python
df = pd.read_csv('penguins.csv')
assert len(df) == 344 and 12345 > 0
```

See [the docs](https://example.org/v2/page-42) and step {w.g("3")} of the guide.
"""


@scenario(
    "regression-html",
    "What drives mass?",
    """
from IPython.display import HTML, display
df = pd.read_csv('penguins.csv').dropna()
X = np.column_stack([np.ones(len(df)), df.flipper_length_mm, df.bill_length_mm]); y = df.body_mass_g
beta, res, *_ = np.linalg.lstsq(X, y, rcond=None)
r2 = 1 - res[0] / ((y - y.mean()) ** 2).sum()
coef = pd.DataFrame({'coef': beta}, index=['intercept', 'flipper_length_mm', 'bill_length_mm'])
display(coef)
display(HTML(f'<p>R<sup>2</sup> = <b>{r2:.4f}</b>, n = {len(df)}</p>'))
""",
)
def _(v: dict[str, Any], w: Writer) -> str:
    b = v["beta"]
    return f"""
Each millimeter of flipper adds {w.s(f"{b[1]:.1f} g", 1, plant=("swapped digits", "84.9 g"))}, each millimeter of bill {w.s(f"{b[2]:.2f} g", 1)}. The model explains {w.s(f"{v['r2'] * 100:.0f} %", 1)} of the variance over {w.s(str(len(v["df"])), 1)} birds.
"""


@scenario(
    "sensor-minutes",
    "How long were the outages?",
    """
out = pd.DataFrame({'sensor': ['A1', 'B2', 'C3'], 'outage_min': [95, 1440, 37], 'events': [3, 1, 6]})
print(out.to_string(index=False))
print('total minutes', out.outage_min.sum())
""",
)
def _(v: dict[str, Any], w: Writer) -> str:
    return f"""
Sensor B2 was down for {w.s("24 hours", 1, plant=("wrong unit", "24 minutes"))} in {w.s("one", 1)} event, A1 for {w.s("95 minutes", 1)} in {w.s("three", 1)} events and C3 for {w.s("37 minutes", 1)} in {w.s("6", 1)}. Together that is {w.s("26.2 hours", 1)}.
"""
