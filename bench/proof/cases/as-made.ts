/** Notebooks as they were made, most of which reproduce. */
import { kept, type ProofCase } from '../case.ts';
import { LOAD, SALES } from './files.ts';

export const AS_MADE: readonly ProofCase[] = [
  {
    name: 'a summary of sales',
    files: SALES,
    fault: null,
    cells: [
      kept(LOAD),
      kept('df.describe()'),
      kept('df["total"] = df.sold * df.price\ndf.groupby("city").total.agg(["sum", "mean"]).round(2)'),
      kept('print(f"Total: {df.total.sum():.2f} NOK over {len(df)} rows")'),
      kept('df.dtypes'),
      kept('df.plot(x="day", y="total", kind="bar", title="Sales");'),
    ],
  },
  {
    name: 'drawn with a seed',
    fault: null,
    cells: [
      kept('import numpy as np\nrng = np.random.default_rng(7)'),
      kept('x = rng.normal(size=1000)\nx[:5]'),
      kept('print(x.mean(), x.std())'),
      kept('import matplotlib.pyplot as plt\nplt.hist(x, bins=20)\nplt.show()'),
    ],
  },
  {
    name: 'timed',
    fault: null,
    cells: [
      kept('import time\nstart = time.perf_counter()'),
      kept('%time total = sum(range(100_000))\ntotal'),
      kept('time.sleep(0.2)\nprint(f"took {time.perf_counter() - start:.4f} s")'),
      kept('import datetime\nprint("Made at", datetime.datetime.now())'),
      kept('import pandas as pd\npd.Timestamp.now()'),
      kept(
        'import logging, sys\nlogging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.INFO, force=True)\nlogging.info("loaded 12 rows")',
      ),
      kept('%timeit -n 100 -r 3 sum(range(100))'),
    ],
  },
  {
    name: 'objects by their address',
    fault: null,
    cells: [
      kept('class Model:\n    pass\nmodel = Model()\nmodel'),
      kept('print(model, lambda: 0, [Model() for _ in range(2)])'),
      kept('(i for i in range(3))'),
      kept('raise ValueError(f"cannot use {model}")'),
    ],
  },
  {
    name: 'files that its cells write',
    files: SALES,
    fault: null,
    cells: [
      kept(`${LOAD}.head(2)`),
      kept('df.to_csv("out.csv", index=False)\nprint(len(open("out.csv").read()))'),
      kept('pd.read_csv("out.csv").equals(df)'),
      kept('import os\nos.getcwd()'),
      kept('os.path.abspath("out.csv")'),
      kept('import tempfile\nprint(tempfile.mkdtemp())'),
      kept('!cat sales.csv | wc -l'),
    ],
  },
  {
    name: 'progress bars and warnings',
    fault: null,
    cells: [
      kept('from tqdm import tqdm\nimport time\nfor _ in tqdm(range(20)): time.sleep(0.01)'),
      kept('import warnings\nwarnings.warn("old way", FutureWarning)'),
      kept('for epoch in tqdm(range(3), desc="train"):\n    time.sleep(0.05)\nprint("loss", 0.125)'),
    ],
  },
  {
    name: 'tables with style, HTML, JSON, Markdown',
    files: SALES,
    fault: null,
    cells: [
      kept(
        'import pandas as pd\ndf = pd.read_csv("sales.csv")\ndf.style.format(precision=1).highlight_max(subset=["sold"])',
      ),
      kept('from IPython.display import HTML, JSON, Markdown, display\nHTML("<b>Oslo</b>")'),
      kept('JSON({"city": "Oslo", "sold": [3, 5, 9]})'),
      kept(
        'display(Markdown("**17** sold"))\ndisplay(df.pivot_table(index="city", columns="day", values="sold", aggfunc="sum"))',
      ),
      kept('df.set_index(["city", "day"]).sort_index()'),
      kept('pd.DataFrame({"n": range(500), "square": [n * n for n in range(500)]})'),
    ],
  },
  {
    name: 'charts of Plotly and Altair',
    files: SALES,
    fault: null,
    cells: [
      kept(
        'import pandas as pd, plotly.express as px\ndf = pd.read_csv("sales.csv")\npx.bar(df, x="day", y="sold", color="city")',
      ),
      kept('import altair as alt\nalt.Chart(df).mark_bar().encode(x="day", y="sold", color="city")'),
    ],
  },
  {
    name: 'a model with a seed',
    fault: null,
    cells: [
      kept(
        'from sklearn.datasets import load_iris\nfrom sklearn.model_selection import train_test_split\nX, y = load_iris(return_X_y=True)\nX.shape',
      ),
      kept('parts = train_test_split(X, y, random_state=3)\n[part.shape for part in parts]'),
      kept(
        'from sklearn.ensemble import RandomForestClassifier\nmodel = RandomForestClassifier(20, random_state=3).fit(parts[0], parts[2])\nmodel.score(parts[1], parts[3])',
      ),
      kept('model'),
      kept('model.feature_importances_'),
    ],
  },
  {
    name: 'a database in memory',
    fault: null,
    cells: [
      kept('import sqlite3\ndb = sqlite3.connect(":memory:")\n_ = db.execute("create table t (a, b)")'),
      kept('_ = db.executemany("insert into t values (?, ?)", [(n, n * n) for n in range(5)])'),
      kept('db.execute("select sum(b), max(a) from t").fetchall()'),
    ],
  },
  {
    name: 'expected errors',
    fault: null,
    cells: [
      kept('{}["missing"]', 'same', { tags: ['raises-exception'] }),
      kept('int("twelve")'),
      kept('def check(value):\n    assert value > 0, f"{value} is not positive"\ncheck(-1)'),
      kept('print("after")'),
    ],
  },
  {
    name: 'shown and updated',
    fault: null,
    cells: [
      kept(
        'from IPython.display import clear_output, display\nfor n in range(5):\n    clear_output(wait=True)\n    print(n)',
      ),
      kept('handle = display("first", display_id=True)'),
      kept('handle.update("second")\nprint("a\\rb")'),
      kept('import sys\nprint("out"); print("err", file=sys.stderr); print("out again")'),
    ],
  },
  {
    name: 'numbers at the end of their precision',
    fault: null,
    cells: [
      kept('0.1 + 0.2'),
      kept('import numpy as np\nnp.linspace(0, 1, 7)'),
      kept('np.linalg.eigvals(np.array([[2.0, 1], [1, 3]]))'),
      kept('2 ** 200, 1e-300, float("nan"), float("inf")'),
    ],
  },
  {
    name: 'never run, or without anything to show',
    fault: null,
    cells: [
      kept('def double(n):\n    return 2 * n'),
      { source: 'double(4)', made: null, label: 'not-comparable' },
      { source: 'triple = 3', made: null, label: 'same' },
      kept('double(5)'),
    ],
  },
  {
    name: 'questions, skipped cells, and one without end',
    fault: null,
    timeoutMs: 3_000,
    cells: [
      { source: 'name = input("Who? ")', made: 'name = "Ada"', label: 'not-run' },
      { source: 'print("Hello", name)', made: 'print("Hello", name)', label: 'failed' },
      kept('raise SystemError', 'not-run', { tags: ['skip-execution'] }),
      { source: 'while True: pass', made: 'pass', label: 'not-run' },
      kept('print("still here")'),
    ],
  },
  {
    name: 'a widget',
    fault: null,
    cells: [
      kept('import ipywidgets as widgets\nwidgets.IntSlider(value=3)', 'not-comparable'),
      kept('print(3)'),
    ],
  },
];
