"""Answers about made tables of business: orders, tests, subscriptions, money."""

from typing import Any

from make_corpus import Writer, scenario

SALES = """
rng = np.random.default_rng(7)
months = pd.period_range('2023-01', '2023-12', freq='M')
regions = ['North', 'South', 'East', 'West']
sales = pd.DataFrame([(str(m), r, round(float(rng.gamma(9, 4000)), 2), int(rng.integers(80, 420))) for m in months for r in regions],
                     columns=['month', 'region', 'revenue', 'orders'])
sales.head()
"""


@scenario(
    "sales-region",
    "Which region earned the most in 2023?",
    SALES,
    "by_region = sales.groupby('region')[['revenue', 'orders']].sum().sort_values('revenue', ascending=False)\nby_region",
    "total = sales['revenue'].sum()\nprint(f'Total revenue: {total:,.2f}')",
)
def _(v: dict[str, Any], w: Writer) -> str:
    r, total = v["by_region"], v["total"]
    first, second = r.index[:2]
    return f"""
**{first}** earned the most: {w.s(f"${r['revenue'].iloc[0] / 1000:.1f}k", 2, plant=("wrong scale", f"${r['revenue'].iloc[0] / 1000:.1f}M"))}, or {w.d(f"{r['revenue'].iloc[0] / total * 100:.1f} %", 2, 3)} of the total of {w.s(f"${total / 1e6:.2f} million", 3)}.
{second} follows with {w.s(f"${r['revenue'].iloc[1]:,.0f}", 2)} from {w.s(f"{r['orders'].iloc[1]:,}", 2, plant=("invented number", "1,093"))} orders.
The gap between them is {w.d(f"${r['revenue'].iloc[0] - r['revenue'].iloc[1]:,.0f}", 2)}. All {w.s("four", 2)} regions were active in {w.g("2023")}.
"""


@scenario(
    "sales-trend",
    "How did revenue develop over the year?",
    SALES,
    "monthly = sales.groupby('month', as_index=False)['revenue'].sum()\nmonthly",
    "print(monthly['revenue'].describe().round(1))",
)
def _(v: dict[str, Any], w: Writer) -> str:
    m = v["monthly"]["revenue"]
    change = (m.iloc[-1] / m.iloc[0] - 1) * 100
    best = m.idxmax()
    names = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ]
    verb = "rose" if change > 0 else "fell"
    return f"""
Revenue {verb} from {w.s(f"{m.iloc[0]:,.0f}", 2)} in {w.s("January 2023", 1, 2)} to {w.s(f"{m.iloc[-1]:,.0f}", 2, plant=("stale value", "151,008"))} in {w.s("December 2023", 2)}, a change of {w.d(f"{abs(change):.1f} %", 2, plant=("invented number", "63.7 %"))}.
The best month was {names[best]} ({w.s(f"{m.max():,.0f}", 2, 3)}); the average over {w.s("12", 2, 3)} months is {w.s(f"{m.mean() / 1000:.1f}k", 3)}.
"""


@scenario(
    "sales-per-order",
    "What is the revenue per order?",
    SALES,
    "t = sales[['revenue', 'orders']].sum()\nprint(t)\nprint('per order', round(t.revenue / t.orders, 2))",
)
def _(v: dict[str, Any], w: Writer) -> str:
    t = v["t"]
    return f"""
Each order brought in {w.s(f"${t.revenue / t.orders:.2f}", 2, plant=("wrong unit", f"{t.revenue / t.orders:.2f} %"))} on average: {w.s(f"${t.revenue:,.2f}", 2)} from {w.s(f"{t.orders:,.0f}", 2)} orders.
"""


@scenario(
    "ab-test",
    "Did variant B convert better than A?",
    """
from math import sqrt, erf
rng = np.random.default_rng(3)
ab = pd.DataFrame({'variant': rng.choice(['A', 'B'], 5000)})
ab['converted'] = rng.random(5000) < np.where(ab.variant == 'B', 0.137, 0.112)
res = ab.groupby('variant')['converted'].agg(['size', 'sum', 'mean'])
res
""",
    """
pa, pb = res['mean']
na, nb = res['size']
p = (res['sum'].sum()) / (na + nb)
z = (pb - pa) / sqrt(p * (1 - p) * (1 / na + 1 / nb))
pvalue = 2 * (1 - 0.5 * (1 + erf(abs(z) / sqrt(2))))
print({'lift': round((pb - pa) / pa, 4), 'z': round(z, 3), 'p_value': round(pvalue, 4)})
""",
)
def _(v: dict[str, Any], w: Writer) -> str:
    r = v["res"]
    lift = (v["pb"] - v["pa"]) / v["pa"]
    return f"""
Yes. B converted {w.s(f"{v['pb'] * 100:.2f}%", 1)} of visitors ({w.s(str(r["sum"]["B"]), 1)} of {w.s(f"{r['size']['B']:,}", 1)}), A {w.s(f"{v['pa'] * 100:.2f}%", 1, plant=("swapped digits", "12.61%"))}.
That is a relative lift of {w.s(f"{lift * 100:.1f}%", 2)} ({w.d(f"{(v['pb'] - v['pa']) * 100:.1f} percentage points", 1, plant=("invented number", "3.9 percentage points"))}),
z = {w.s(f"{v['z']:.2f}", 2)}, p = {w.s(f"{v['pvalue']:.4f}", 2, plant=("invented number", "0.0418"))}. At the {w.g("5 %")} level this is {"significant" if v["pvalue"] < 0.05 else "not significant"}.
"""


@scenario(
    "churn",
    "What is the churn rate by plan?",
    """
rng = np.random.default_rng(11)
users = pd.DataFrame({'plan': rng.choice(['basic', 'pro', 'team'], 2400, p=[.6, .3, .1]), 'months': rng.integers(1, 37, 2400)})
users['churned'] = rng.random(2400) < users.plan.map({'basic': .31, 'pro': .17, 'team': .06})
churn = (users.groupby('plan')['churned'].mean() * 100).round(1)
print(churn)
""",
    "print(users['plan'].value_counts().to_dict())",
)
def _(v: dict[str, Any], w: Writer) -> str:
    c = v["churn"]
    n = v["users"]["plan"].value_counts()
    return f"""
Basic users churn the most, {w.s(f"{c['basic']} %", 1, plant=("swapped digits", "13.7 %"))}; pro users {w.s(f"{c['pro']} %", 1)}; teams only {w.s(f"{c['team']} %", 1)}.
So basic is {w.d(f"{c['basic'] / c['pro']:.1f}×", 1)} as likely to churn as pro. There are {w.s(f"{n['basic']:,}", 2)} basic, {w.s(str(n["pro"]), 2)} pro and {w.s(str(n["team"]), 2, plant=("invented number", "271"))} team users, {w.d("2,400", 2)} in total.
"""


@scenario(
    "cohort-json",
    "Summarize the key metrics.",
    """
metrics = {'users': {'total': 18432, 'active': 12077}, 'arpu': 14.37, 'retention': {'d1': 0.421, 'd7': 0.2338, 'd30': 0.1079}}
print(json.dumps(metrics, indent=2))
""",
)
def _(v: dict[str, Any], w: Writer) -> str:
    return f"""
- Users: {w.s("18,432", 1)} in total, of which {w.s("12,077", 1, plant=("swapped digits", "12,707"))} ({w.d("65.5 %", 1)}) are active
- ARPU: {w.s("$14.37", 1)}
- Retention: {w.s("42.1 %", 1)} on day {w.g("1")}, {w.s("23.4 %", 1)} on day {w.g("7")}, {w.s("10.8 %", 1, plant=("wrong scale", "1.08 %"))} on day {w.g("30")}
"""


@scenario(
    "top-customers",
    "Who are the top 5 customers?",
    """
rng = np.random.default_rng(21)
cust = pd.DataFrame({'customer': ['C-%03d' % i for i in range(1, 41)], 'spend': rng.pareto(2, 40).round(3) * 1000, 'visits': rng.integers(1, 30, 40)})
top = cust.nlargest(5, 'spend').reset_index(drop=True)
top
""",
    "print(f\"share of top 5: {top['spend'].sum() / cust['spend'].sum():.3f}\")\nprint('customers', len(cust))",
)
def _(v: dict[str, Any], w: Writer) -> str:
    t = v["top"]
    share = t["spend"].sum() / v["cust"]["spend"].sum()
    lines = "\n".join(
        f"{i + 1}. {row.customer}: {w.s(f'€{row.spend:,.0f}', 1, plant=('invented number', '€3,155') if i == 1 else None)} in {w.s(str(row.visits), 1)} visits"
        for i, row in enumerate(t.itertuples())
    )
    return f"""
The top {w.g("5")} customers make up {w.s(f"{share * 100:.0f} %", 2)} of all spending by {w.s("40", 2)} customers.

{lines}
"""


@scenario(
    "finance-returns",
    "Which fund did best?",
    """
rng = np.random.default_rng(5)
prices = pd.DataFrame({name: 100 * np.cumprod(1 + rng.normal(mu, .02, 250)) for name, mu in [('Alpha', .001), ('Beta', -.0006), ('Gamma', .0003)]})
stats = pd.DataFrame({'last': prices.iloc[-1], 'total_return': prices.iloc[-1] / 100 - 1, 'max_drawdown': (prices / prices.cummax() - 1).min()})
stats
""",
)
def _(v: dict[str, Any], w: Writer) -> str:
    s = v["stats"]
    best = s["total_return"].idxmax()
    worst = s["total_return"].idxmin()
    return f"""
**{best}** did best, with a total return of {w.s(f"{s['total_return'][best] * 100:+.1f} %", 1)}. {worst} lost {w.s(f"{-s['total_return'][worst] * 100:.1f} %", 1, plant=("invented number", "7.3 %"))}.
The deepest drawdown of {best} was {w.s(f"{s['max_drawdown'][best] * 100:.1f} %".replace("-", "−"), 1)}; {worst} ended at {w.s(f"{s['last'][worst]:.2f}", 1, plant=("swapped digits", f"{s['last'][worst] + 9:.2f}"))}.
"""


@scenario(
    "inventory",
    "Which products need to be reordered?",
    """
stock = pd.DataFrame({'product': ['Bolt', 'Nut', 'Washer', 'Gear', 'Belt'], 'in_stock': [140, 23, 610, 8, 47], 'min_level': [100, 50, 300, 20, 40], 'unit_cost': [0.12, 0.05, 0.02, 14.5, 8.75]})
low = stock[stock.in_stock < stock.min_level]
low
""",
    "need = (low.min_level - low.in_stock)\nprint('cost to refill: %.2f' % (need * low.unit_cost).sum())",
)
def _(v: dict[str, Any], w: Writer) -> str:
    cost = ((v["low"].min_level - v["low"].in_stock) * v["low"].unit_cost).sum()
    return f"""
{w.s("Two", 1)} products are below their minimum: Nut ({w.s("23", 1)} in stock, minimum {w.s("50", 1)}) and Gear ({w.s("8", 1, plant=("invented number", "6"))} in stock, minimum {w.s("20", 1)}).
Nut is short of {w.d("27", 1)} pieces and Gear of {w.d("12", 1)}. Refilling costs {w.s(f"${cost:.2f}", 2, plant=("swapped digits", "$157.35"))}.
"""


@scenario(
    "budget-quarters",
    "Did Q4 beat Q3?",
    """
b = pd.DataFrame({'quarter': ['2023Q1', '2023Q2', '2023Q3', '2023Q4'], 'budget': [1.2e6, 1.25e6, 1.3e6, 1.4e6], 'actual': [1184200, 1301550, 1287900, 1466100]})
b['variance_pct'] = ((b.actual / b.budget - 1) * 100).round(2)
print(b.to_string(index=False))
""",
)
def _(v: dict[str, Any], w: Writer) -> str:
    return f"""
Yes: {w.g("Q4")} reached {w.s("$1.466M", 1)} against {w.s("$1.288M", 1, plant=("stale value", "$1.319M"))} in {w.g("Q3")}, up {w.d("13.8%", 1, plant=("invented number", "18.3%"))}.
It was {w.s("4.72%", 1)} over its budget of {w.s("$1.4M", 1)}; {w.g("Q3")} was {w.s("0.93%", 1)} below.
"""
