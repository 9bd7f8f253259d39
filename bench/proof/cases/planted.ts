/** Notebooks with one planted fault each. */
import { edited, kept, type ProofCase } from '../case.ts';
import { LOAD, SALES } from './files.ts';

const TOTAL = 'df["total"] = df.sold * df.price * rate\ndf.groupby("city").total.sum().round(2)';
const REPORT = 'print(f"Total {df.total.sum():.2f}")';
const edit = (from: string, to: string) => ({ 'sales.csv': SALES['sales.csv'].replace(from, to) });

export const PLANTED: readonly ProofCase[] = [
  {
    name: 'a changed constant',
    files: SALES,
    fault: 'rate was 1.25 and is 1.2',
    cells: [
      kept(LOAD),
      edited('rate = 1.25', 'rate = 1.2', 'same'),
      kept(TOTAL, 'differs'),
      kept(REPORT, 'differs'),
    ],
  },
  {
    name: 'a changed constant beside a random number',
    fault: 'the limit was 5 and is 6',
    cells: [
      edited('import random\nlimit = 5', 'import random\nlimit = 6', 'same'),
      kept('print("draw", random.random(), "limit", limit)', 'differs'),
      kept('print("draw", random.random())', 'varies'),
    ],
  },
  {
    name: 'a deleted cell',
    files: SALES,
    fault: 'the cell with rate is gone',
    deleted: [{ at: 1, source: 'rate = 1.25' }],
    cells: [kept(LOAD), kept(TOTAL, 'failed'), kept('len(df)')],
  },
  {
    name: 'a deleted import',
    fault: 'import math is gone',
    deleted: [{ at: 0, source: 'import math' }],
    cells: [kept('print(math.pi)', 'failed'), kept('print(1)')],
  },
  {
    name: 'a deleted cell that changed a value',
    fault: 'x = 10 is gone',
    deleted: [{ at: 1, source: 'x = 10' }],
    cells: [kept('x = 1'), kept('print("x is", x)', 'differs')],
  },
  {
    name: 'cells in another order, with an error',
    fault: 'the cell that defines names is below',
    cells: [
      { source: 'print(len(names))', made: 'print(len(names))', madeAt: 1, label: 'failed' },
      { source: 'names = ["a", "b"]', made: 'names = ["a", "b"]', madeAt: 0, label: 'same' },
    ],
  },
  {
    name: 'cells in another order, without an error',
    fault: 'x *= 2 is below the cell that prints',
    cells: [
      kept('x = 3'),
      { source: 'print("x is", x)', made: 'print("x is", x)', madeAt: 2, label: 'differs' },
      { source: 'x *= 2', made: 'x *= 2', madeAt: 1, label: 'same' },
    ],
  },
  {
    name: 'one digit of the data',
    files: SALES,
    filesNow: edit('4.21', '4.12'),
    fault: 'a price is another one',
    cells: [
      kept(LOAD, 'differs'),
      kept('df.price.mean()', 'differs'),
      kept('df.sold.sum()'),
      kept('df.plot(y="price");', 'differs'),
    ],
  },
  {
    name: 'three rows more',
    files: SALES,
    filesNow: edit(
      '2025-03-03,Bodø,1,5.00\n',
      '2025-03-03,Bodø,1,5.00\n2025-03-04,Oslo,1,1\n2025-03-04,Voss,1,1\n2025-03-05,Oslo,1,1\n',
    ),
    fault: 'the file has three rows more',
    cells: [
      kept(LOAD, 'differs'),
      kept('len(df)', 'differs'),
      kept('df.city.nunique()', 'differs'),
      kept('df.columns.tolist()'),
    ],
  },
  {
    name: 'a renamed column',
    files: SALES,
    filesNow: edit('sold,price', 'units,price'),
    fault: 'sold is called units',
    cells: [kept(LOAD, 'differs'), kept('df.sold.sum()', 'failed'), kept('df.price.sum()')],
  },
  {
    name: 'no file',
    files: SALES,
    filesNow: {},
    fault: 'sales.csv is not there',
    cells: [kept(LOAD, 'failed'), kept('df.sold.sum()', 'failed'), kept('1 + 1')],
  },
  {
    name: 'a removed seed',
    fault: 'the seed is gone',
    cells: [
      edited(
        'import numpy as np\nrng = np.random.default_rng(1)',
        'import numpy as np\nrng = np.random.default_rng()',
        'same',
      ),
      kept('rng.normal(size=3)', 'varies'),
      kept('print("mean", rng.normal(size=50).mean())', 'varies'),
    ],
  },
  {
    name: 'another seed',
    fault: 'the seed was 1 and is 2',
    cells: [
      edited(
        'import numpy as np\nrng = np.random.default_rng(1)',
        'import numpy as np\nrng = np.random.default_rng(2)',
        'same',
      ),
      kept('rng.normal(size=3)', 'differs'),
      kept('rng.integers(0, 9, size=12)', 'differs'),
    ],
  },
  {
    name: 'another order of files',
    files: { 'a.txt': '1', 'b.txt': '22', 'c.txt': '333' },
    fault: 'files were read forwards, and are read backwards',
    cells: [
      edited(
        'import glob\npaths = sorted(glob.glob("*.txt"))',
        'import glob\npaths = sorted(glob.glob("*.txt"), reverse=True)',
        'same',
      ),
      kept('[open(path).read() for path in paths]', 'differs'),
      kept('sum(len(open(path).read()) for path in paths)'),
    ],
  },
  {
    name: 'another order of a table',
    files: SALES,
    fault: 'sorted in the other direction',
    cells: [
      kept(LOAD),
      edited('df.sort_values("sold")', 'df.sort_values("sold", ascending=False)', 'differs'),
    ],
  },
  {
    name: 'a chart with one other point',
    fault: 'a value was 4 and is 5',
    cells: [
      kept('import matplotlib.pyplot as plt'),
      edited('plt.plot([1, 2, 4, 9])\nplt.show()', 'plt.plot([1, 2, 5, 9])\nplt.show()', 'differs'),
      edited(
        'plt.title("Sold"); plt.plot([1, 2]); plt.show()',
        'plt.title("Sale"); plt.plot([1, 2]); plt.show()',
        'differs',
      ),
    ],
  },
  {
    name: 'a Plotly chart with one other value',
    fault: 'a value was 3 and is 4',
    cells: [
      kept('import plotly.graph_objects as go'),
      edited(
        'go.Figure(go.Bar(x=["a", "b"], y=[2, 3]))',
        'go.Figure(go.Bar(x=["a", "b"], y=[2, 4]))',
        'differs',
      ),
    ],
  },
  {
    name: 'printed text that was rewritten by hand',
    fault: 'the printed mean is not the one that was printed',
    cells: [
      kept('print("mean 4.19")', 'differs', { forge: (outputs) => outputs.replaceAll('4.19', '4.91') }),
    ],
  },
  {
    name: 'a table that was rewritten by hand',
    files: SALES,
    fault: 'one cell of the HTML is another one',
    cells: [
      kept(LOAD, 'differs', { forge: (outputs) => outputs.replace('<td>4.21</td>', '<td>9.21</td>') }),
      kept('len(df)'),
    ],
  },
  {
    name: 'plain text behind a table that was rewritten by hand',
    files: SALES,
    fault: 'one number of the plain text is another one',
    cells: [
      kept(LOAD, 'differs', {
        forge: (outputs) => outputs.replace('2025-03-01  Bergen     7', '2025-03-01  Bergen     8'),
      }),
    ],
  },
  {
    name: 'a removed output',
    fault: 'the output is gone',
    cells: [kept('print("warning: 3 rows dropped")', 'differs', { forge: () => '[]' })],
  },
  {
    name: 'another error',
    fault: 'the message names another column',
    cells: [
      edited('raise KeyError("sold")', 'raise KeyError("units")', 'differs'),
      edited('raise KeyError("sold")', 'raise IndexError("sold")', 'differs'),
      edited('raise KeyError("sold")', 'print("fine")', 'differs'),
    ],
  },
  {
    name: 'what looks like a duration',
    fault: 'delivery took 3 days, and takes 4',
    cells: [
      kept('import time\nstart = time.time()'),
      edited('print("Delivery took 3 s")', 'print("Delivery took 4 s")', 'differs'),
      edited('print("Wall time: 3 s, 4 trips")', 'print("Wall time: 3 s, 5 trips")', 'differs'),
      edited('print("mean trip 12.5 ms")', 'print("mean trip 12.7 ms")', 'differs'),
    ],
  },
  {
    name: 'what looks like a moment',
    fault: 'the last order was on another day',
    cells: [
      kept('import datetime\nnow = datetime.datetime.now()'),
      edited('print("last order 2025-03-01 10:15:00")', 'print("last order 2025-03-02 10:15:00")', 'differs'),
      edited('datetime.datetime(2025, 3, 1, 10)', 'datetime.datetime(2025, 3, 1, 11)', 'differs'),
      edited('print("2025-03-01")', 'print("2025-03-04")', 'differs'),
    ],
  },
  {
    name: 'what looks like an address, a name by lot, or a path',
    fault: 'codes and names are others',
    cells: [
      edited('print("device at 0x7f001122")', 'print("device at 0x7f001133")', 'differs'),
      edited('print("/tmp/tmp_report1")', 'print("/tmp/tmp_report2")', 'differs'),
      edited('print("/data/2024/sales.csv")', 'print("/data/2025/sales.csv")', 'differs'),
      edited(
        'print("order 123e4567-e89b-12d3-a456-426614174000")',
        'print("order 123e4567-e89b-12d3-a456-426614174001")',
        'differs',
      ),
    ],
  },
  {
    name: 'behind a progress bar',
    fault: 'the loss and the count are others',
    cells: [
      kept('from tqdm import tqdm'),
      edited(
        'bar = tqdm(range(5)); bar.set_postfix(loss=0.25)\nfor _ in bar: pass',
        'bar = tqdm(range(5)); bar.set_postfix(loss=0.35)\nfor _ in bar: pass',
        'differs',
      ),
      edited('for _ in tqdm(range(50)): pass', 'for _ in tqdm(range(60)): pass', 'differs'),
      edited(
        'import warnings\nwarnings.warn("3 rows dropped")',
        'import warnings\nwarnings.warn("4 rows dropped")',
        'differs',
      ),
    ],
  },
  {
    name: 'small things in text',
    fault: 'signs, units, zeros, and blanks are others',
    cells: [
      edited('print("5.1 kg")', 'print("5.1 g")', 'differs'),
      edited('print("change -0.5 %")', 'print("change 0.5 %")', 'differs'),
      edited('print("version 1.10")', 'print("version 1.1")', 'differs'),
      edited('print(3)', 'print(3.0)', 'differs'),
      edited('print("a\\nb")', 'print("a\\n\\nb")', 'differs'),
      edited('12345678901234567', '12345678901234568', 'differs'),
      edited('print(1.234567890123e-15)', 'print(1.334567890123e-15)', 'differs'),
    ],
  },
  {
    name: 'an edited function',
    files: SALES,
    fault: 'the mean became the median',
    cells: [
      kept(LOAD),
      edited(
        'def middle(column):\n    return column.mean()',
        'def middle(column):\n    return column.median()',
        'same',
      ),
      kept('middle(df.price)', 'differs'),
      kept('df.groupby("city").price.apply(middle)', 'differs'),
      kept('df.price.max()'),
    ],
  },
];
