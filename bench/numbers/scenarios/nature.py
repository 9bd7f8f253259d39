"""Answers about the tables of nature: penguins, weather, temperatures."""

from typing import Any

from make_corpus import Writer, scenario

PENGUINS = "df = pd.read_csv('penguins.csv')\ndf.shape"
WEATHER = "w = pd.read_csv('seattle-weather.csv', parse_dates=['date'])\nprint(w.shape)"


@scenario(
    "penguins-heaviest",
    "Which species is the heaviest on average?",
    PENGUINS,
    "means = df.groupby('species')['body_mass_g'].agg(['mean', 'std', 'count'])\nmeans",
)
def _(v: dict[str, Any], w: Writer) -> str:
    m = v["means"]
    gap = m["mean"]["Gentoo"] - m["mean"]["Adelie"]
    return f"""
**Gentoo** penguins are the heaviest, at {w.s(f"{m['mean']['Gentoo'] / 1000:.2f} kg", 2, plant=("wrong unit", "5.08 g"))} on average
({w.s(f"{m['mean']['Gentoo']:,.0f} g", 2)} ± {w.s(f"{m['std']['Gentoo']:.0f} g", 2)}).

- Chinstrap: {w.s(f"{m['mean']['Chinstrap']:,.1f} g", 2, plant=("swapped digits", "3,373.1 g"))}
- Adelie: {w.s(f"{m['mean']['Adelie']:,.1f} g", 2)}

That is {w.d(f"{gap:,.0f} g", 2, plant=("invented number", "1,412 g"))} more than Adelie. The table has {w.s("344", 1)} rows for {w.s("three", 2)} species.
"""


@scenario(
    "penguins-table",
    "How do the species compare?",
    PENGUINS,
    "summary = df.groupby('species').agg(n=('species', 'size'), mass=('body_mass_g', 'mean'), flipper=('flipper_length_mm', 'mean')).round(2)\nsummary",
)
def _(v: dict[str, Any], w: Writer) -> str:
    s = v["summary"]
    plants = {"Adelie": None, "Chinstrap": ("swapped digits", "86"), "Gentoo": None}
    mass = {"Adelie": ("stale value", "3,706.2"), "Chinstrap": None, "Gentoo": None}
    lines = []
    for name, row in s.iterrows():
        count = w.s(f"{row.n:.0f}", 2, plant=plants[name])
        mean = w.s(f"{row.mass:,.1f}", 2, plant=mass[name])
        lines.append(f"| {name} | {count} | {mean} | {w.s(f'{row.flipper:.1f}', 2)} |")
    rows = "\n".join(lines)
    share = s["n"]["Adelie"] / s["n"].sum() * 100
    return f"""
### Comparison

| Species | Birds | Mean mass (g) | Mean flipper (mm) |
| --- | ---: | ---: | ---: |
{rows}

Adelie is the most common, with {w.d(f"{share:.1f} %", 2, 1)} of all birds.
"""


@scenario(
    "penguins-missing",
    "Is anything missing in this data?",
    PENGUINS,
    "missing = df.isna().sum()\nmissing",
    "print('rows with any gap:', df.isna().any(axis=1).sum(), 'of', len(df))",
)
def _(v: dict[str, Any], w: Writer) -> str:
    m = v["missing"]
    return f"""
Yes. {w.s(str(m["sex"]), 2, plant=("invented number", "14"))} birds have no `sex`, and {w.s("two", 2)} birds lack all measurements (bill, flipper, and mass).
In total, {w.s("11", 3)} of {w.s("344", 1, 3)} rows have at least one gap, which is {w.d("3.2 %", 3, 1, plant=("wrong scale", "32 %"))}.
"""


@scenario(
    "penguins-bill",
    "Is bill length related to bill depth?",
    PENGUINS,
    "r_all = df['bill_length_mm'].corr(df['bill_depth_mm'])\nprint(f'overall r = {r_all:.3f}')",
    "within = df.groupby('species')[['bill_length_mm', 'bill_depth_mm']].corr().iloc[0::2, 1].droplevel(1).rename('r')\nwithin",
)
def _(v: dict[str, Any], w: Writer) -> str:
    r = v["within"]
    return f"""
Across all birds the correlation is weakly negative (r = {w.s("−0.235", 2, plant=("swapped digits", "−0.253"))}), but this is Simpson's paradox.
Within species it is positive: {w.s(f"{r['Adelie']:.2f}", 3)} for Adelie, {w.s(f"{r['Chinstrap']:.2f}", 3)} for Chinstrap, and {w.s(f"{r['Gentoo']:.2f}", 3, plant=("stale value", "0.58"))} for Gentoo.
"""


@scenario(
    "penguins-islands",
    "How many penguins live on each island?",
    PENGUINS,
    "counts = df['island'].value_counts()\nprint(counts)\nprint(df['island'].unique())",
)
def _(v: dict[str, Any], w: Writer) -> str:
    c = v["counts"]
    return f"""
There are {w.s("three", 2)} islands:

1. Biscoe with {w.s(str(c["Biscoe"]), 2)} birds
2. Dream with {w.s(str(c["Dream"]), 2, plant=("swapped digits", "142"))} birds
3. Torgersen with {w.s(str(c["Torgersen"]), 2)} birds

Biscoe has {w.d(str(c["Biscoe"] - c["Torgersen"]), 2)} birds more than Torgersen, or {w.d(f"{c['Biscoe'] / c['Torgersen']:.1f}", 2, plant=("invented number", "4.1"))} times as many.
"""


@scenario(
    "penguins-sex",
    "Are males heavier than females?",
    "df = pd.read_csv('penguins.csv')",
    "p = df.pivot_table(index='species', columns='sex', values='body_mass_g', aggfunc='mean')\np['diff'] = p['male'] - p['female']\np",
)
def _(v: dict[str, Any], w: Writer) -> str:
    p = v["p"]
    return f"""
Yes, in every species. Male Gentoos weigh {w.s(f"{p['male']['Gentoo']:,.0f} g", 2)} and females {w.s(f"{p['female']['Gentoo']:,.0f} g", 2)},
a difference of {w.s(f"{p['diff']['Gentoo']:.0f} g", 2, plant=("swapped digits", "508 g"))}. For Adelie the gap is {w.s(f"{p['diff']['Adelie']:.1f} g", 2)},
so males are about {w.d(f"{p['diff']['Adelie'] / p['female']['Adelie'] * 100:.0f} %", 2)} heavier. Chinstraps differ the least: {w.s(f"{p['diff']['Chinstrap']:.1f} g", 2)}.
"""


@scenario(
    "weather-rain",
    "Which year was the wettest?",
    WEATHER,
    "yearly = w.groupby(w['date'].dt.year)['precipitation'].sum().round(1)\nyearly.to_frame('precipitation_mm')",
    "rain_days = (w['weather'] == 'rain').groupby(w['date'].dt.year).sum()\nprint(rain_days.to_string())",
)
def _(v: dict[str, Any], w: Writer) -> str:
    y, d = v["yearly"], v["rain_days"]
    return f"""
{w.s("2014", 2, 3)} was the wettest year with {w.s(f"{y[2014]:,.1f} mm", 2, plant=("swapped digits", "1,223.8 mm"))}, just ahead of {w.s("2012", 2, 3)} ({w.s(f"{y[2012]:,.1f} mm", 2)}).
The driest was {w.s("2013", 2, 3)} with only {w.s(f"{y[2013]:.0f} mm", 2)}: {w.d(f"{(1 - y[2013] / y[2014]) * 100:.0f} %", 2, plant=("invented number", "41 %"))} less than {w.s("2014", 2, 3)}.
It rained on {w.s(str(d[2012]), 3)} days in {w.s("2012", 2, 3)}. All in all, the {w.s("four", 2, 3)} years had about {w.d(f"{y.sum() / 1000:.1f} m", 2)} of precipitation in total.
"""


@scenario(
    "weather-extremes",
    "What were the hottest and the coldest day?",
    WEATHER,
    "hot = w.loc[w['temp_max'].idxmax()]\ncold = w.loc[w['temp_min'].idxmin()]\nprint('hottest', hot['date'].date(), hot['temp_max'])\nprint('coldest', cold['date'].date(), cold['temp_min'])",
)
def _(v: dict[str, Any], w: Writer) -> str:
    hot, cold = v["hot"], v["cold"]
    return f"""
The hottest day was {w.s(f"{hot['date']:%B} {hot['date'].day}, {hot['date'].year}", 2, plant=("stale value", "July 14, 2014"))}, with {w.s(f"{hot['temp_max']} °C", 2)}.
The coldest was {w.s(f"{cold['date'].day} {cold['date']:%B %Y}", 2)}, with {w.s(f"{cold['temp_min']} °C".replace("-", "−"), 2, plant=("stale value", "−9.4 °C"))}.
That is a range of {w.d(f"{hot['temp_max'] - cold['temp_min']:.1f} °C", 2)}.
"""


@scenario(
    "weather-types",
    "What share of days was sunny?",
    WEATHER,
    "types = w['weather'].value_counts(normalize=True)\ntypes",
    "print('days:', len(w)); print('sunny days:', (w.weather == 'sun').sum())",
)
def _(v: dict[str, Any], w: Writer) -> str:
    t = v["types"]
    return f"""
{w.s(f"{t['sun'] * 100:.1f} %", 2, plant=("wrong scale", "4.4 %"))} of days were sunny ({w.s(str((v["w"].weather == "sun").sum()), 3)} of {w.s("1,461", 1, 3)}), and
{w.s(f"{t['rain'] * 100:.1f} %", 2)} had rain. Snow was rare at {w.s(f"{t['snow'] * 100:.2f} %", 2, plant=("swapped digits", "1.87 %"))}. There are {w.s("five", 2)} kinds of weather.
"""


@scenario(
    "weather-monthly",
    "Show the mean maximum temperature by month.",
    WEATHER,
    "monthly = w.groupby(w['date'].dt.month_name())['temp_max'].mean().round(2)\nprint(monthly.sort_values(ascending=False).to_string())",
)
def _(v: dict[str, Any], w: Writer) -> str:
    m = v["monthly"]
    return f"""
August is the warmest month ({w.s(f"{m['August']:.1f} °C", 2)} on average), followed by July ({w.s(f"{m['July']:.1f} °C", 2, plant=("stale value", "25.1 °C"))}).
December ({w.s(f"{m['December']:.1f} °C", 2)}) and January ({w.s(f"{m['January']:.1f} °C", 2)}) are the coldest. From January to August, the mean rises by {w.d(f"{m['August'] - m['January']:.1f} °C", 2)}.
"""


@scenario(
    "global-warming",
    "How much has the Earth warmed since 1880?",
    "g = pd.read_csv('global-temp.csv')\nprint(len(g), g['year'].min(), g['year'].max())",
    "decades = g.groupby(g['year'] // 10 * 10)['temp'].mean().round(3)\nprint(decades.to_string())",
    "slope = np.polyfit(g['year'], g['temp'], 1)[0]\nprint(f'slope per decade: {slope * 10:.4f}')",
)
def _(v: dict[str, Any], w: Writer) -> str:
    d = v["decades"]
    return f"""
From {w.g("1880")} to {w.s("2023", 1)} the anomaly rose by {w.s(f"{v['slope'] * 10:.2f} °C", 3, plant=("wrong scale", "0.8 °C"))} per decade on average.
The {w.s("1880", 2)}s averaged {w.s(f"{d[1880]:.2f} °C".replace("-", "−"), 2)}, the {w.s("2010", 2)}s {w.s(f"{d[2010]:.2f} °C", 2, plant=("swapped digits", "0.08 °C"))},
a rise of {w.d(f"{d[2010] - d[1880]:.2f} °C", 2)}. The series covers {w.s("144", 1)} years.
"""
