/** Code and words of the notebooks that the tour of the states goes through. */

export const WAIT =
  'import os, time\nprint("on", flush=True)\nwhile not os.path.exists("go.txt"): time.sleep(0.02)';
export const LONG_TITLE =
  'Everything we know about the delivery times of the northern region, by carrier, weekday, and product group';
export const LONG_LINE = `values = [${Array.from({ length: 60 }, (_, index) => index * 1000).join(', ')}]\nlen(values)`;
export const WIDE = 'import pandas as pd\npd.DataFrame({f"column {n}": range(n, n + 40) for n in range(30)})';
export const CHART = `import matplotlib.pyplot as plt
fig, ax = plt.subplots()
ax.plot([1, 4, 2, 5], label="a")
ax.plot([2, 1, 3, 3], label="b")
ax.set_title("Two walks")
ax.legend()
plt.show()`;
export const OWN_COLORS = CHART.replace('plt.subplots()', 'plt.subplots(facecolor="white")');
export const PLOTLY = 'import plotly.express as px\npx.bar(x=["a", "b", "c"], y=[1, 3, 2])';
export const ALTAIR = `import altair as alt, pandas as pd
alt.Chart(pd.DataFrame({"x": ["a", "b"], "y": [1, 3]})).mark_bar().encode(x="x", y="y")`;
export const WORKBOOK = `import pandas as pd
with pd.ExcelWriter("quarters.xlsx") as book:
    for quarter in ["Q1", "Q2", "Q3"]:
        pd.DataFrame({"day": pd.date_range("2026-01-01", periods=40), "sales": range(40)}).to_excel(book, sheet_name=quarter, index=False)
sales = pd.read_excel("quarters.xlsx")
mean_sales = sales["sales"].mean()`;
export const ANSWER = `**Sales rise** from 0 to 39 in each quarter.

| Quarter | Days | Mean |
| --- | --- | --- |
| Q1 | 40 | 19.5 |
| Q2 | 40 | 19.5 |

Keep in mind that these are made up.

Title: Sales by quarter`;

/** Of somebody else, without its data. */
export const MISSING_FILE = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: { kernelspec: { name: 'python3' } },
  cells: [
    { cell_type: 'markdown', metadata: {}, source: 'The birds of the north' },
    {
      cell_type: 'code',
      metadata: {},
      execution_count: null,
      source: 'import pandas as pd\nbirds = pd.read_csv("birds.csv")',
      outputs: [],
    },
  ],
};

export const TOWNS = `import pandas as pd
note = "Delivered to the back door, because the front was closed. " * 6
pd.DataFrame({"town": [f"Town {n}" for n in range(60)], "people": range(0, 60_000, 1000), "note": [note] * 60})`;
export const WIDGETS = `from ipywidgets import interact
from tqdm.auto import tqdm
def double(x=3):
    print("twice", 2 * x)
interact(double, x=(0, 10))
for part in tqdm(range(40), desc="parts"):
    pass`;
/** Does not let itself be interrupted. */
export const STUBBORN = `import time
print("on", flush=True)
while True:
    try:
        time.sleep(0.1)
    except KeyboardInterrupt:
        pass`;

export const fence = (code: string) => `\`\`\`python\n${code}\n\`\`\``;
