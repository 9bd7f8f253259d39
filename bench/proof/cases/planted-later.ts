/** More notebooks with one planted fault each, written after the rules had been corrected by the first ones. */
import { edited, kept, type ProofCase } from '../case.ts';
import { LOAD, SALES } from './files.ts';

const PLOT = 'import matplotlib.pyplot as plt';
const toSvg = (number: number) =>
  `from IPython.display import SVG\nSVG('<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"><text y="15">${number}</text></svg>')`;

export const PLANTED_LATER: readonly ProofCase[] = [
  {
    name: 'a join that loses rows',
    files: { ...SALES, 'cities.csv': 'city,people\nOslo,709\nBergen,291\n' },
    fault: 'all rows of sales were kept, and only those with a city are',
    cells: [
      kept(LOAD),
      kept('cities = pd.read_csv("cities.csv")\ncities'),
      edited(
        'both = df.merge(cities, how="left")\nboth.shape',
        'both = df.merge(cities)\nboth.shape',
        'differs',
      ),
      kept('both.sold.sum()', 'differs'),
      kept('int(both.people.max())'),
    ],
  },
  {
    name: 'rows that are there twice',
    files: SALES,
    fault: 'duplicates were removed, and are not',
    cells: [
      kept(LOAD),
      edited(
        'all_days = pd.concat([df, df]).drop_duplicates()\nlen(all_days)',
        'all_days = pd.concat([df, df])\nlen(all_days)',
        'differs',
      ),
      kept('all_days.sold.mean()'),
      kept('all_days.sold.sum()', 'differs'),
    ],
  },
  {
    name: 'another unit',
    fault: 'a kilogram had 1000 g and has 1024',
    cells: [
      kept('import pandas as pd\nweights = pd.Series([1200, 800, 950])'),
      edited('kilograms = weights / 1000', 'kilograms = weights / 1024', 'same'),
      kept('print(f"{kilograms.sum():.2f} kg")', 'differs'),
      kept('len(kilograms)'),
    ],
  },
  {
    name: 'a filter with its limit',
    files: SALES,
    fault: 'more than five were asked for, and five are, too',
    cells: [
      kept(LOAD),
      edited('many = df[df.sold > 5]\nmany', 'many = df[df.sold >= 5]\nmany', 'differs'),
      kept('len(many)', 'differs'),
      kept('many.sold.max()'),
    ],
  },
  {
    name: 'rounded too early',
    files: SALES,
    fault: 'shares are rounded before they are used',
    cells: [
      kept(LOAD),
      edited('share = df.sold / df.sold.sum()', 'share = (df.sold / df.sold.sum()).round(1)', 'same'),
      kept('share.max()', 'differs'),
      // Rounded, the two largest are equal.
      kept('share.idxmax()', 'differs'),
      kept('print(f"{share.max():.1f}")'),
    ],
  },
  {
    name: 'a cell that was run twice',
    fault: 'total += 5 was run twice',
    deleted: [{ at: 2, source: 'total += 5' }],
    cells: [
      kept('total = 10'),
      kept('total += 5'),
      kept('print("total", total)', 'differs'),
      kept('print(total > 3)'),
    ],
  },
  {
    name: 'missing values that are filled',
    files: { 'gaps.csv': 'a,b\n1,2\n,4\n3,\n' },
    fault: 'they were 0 and are the mean',
    cells: [
      kept('import pandas as pd\ntable = pd.read_csv("gaps.csv")\ntable'),
      edited('table = table.fillna(0)\ntable', 'table = table.fillna(table.mean())\ntable', 'differs'),
      kept('table.a.sum()', 'differs'),
      kept('table.shape'),
    ],
  },
  {
    name: 'a date that is read the other way round',
    fault: 'the month was first, and the day is',
    cells: [
      edited(
        'import pandas as pd\nwhen = pd.to_datetime("03/04/2025")\nwhen',
        'import pandas as pd\nwhen = pd.to_datetime("03/04/2025", dayfirst=True)\nwhen',
        'differs',
      ),
      kept('print(f"month {when.month}")', 'differs'),
      kept('when.year'),
    ],
  },
  {
    name: 'a parameter of a model',
    files: SALES,
    fault: 'alpha was 1 and is 2',
    cells: [
      kept(LOAD),
      edited(
        'from sklearn.linear_model import Ridge\nmodel = Ridge(alpha=1).fit(df[["sold"]], df.price)',
        'from sklearn.linear_model import Ridge\nmodel = Ridge(alpha=2).fit(df[["sold"]], df.price)',
        'same',
      ),
      kept('model.coef_', 'differs'),
      kept('model.coef_.shape'),
      kept('print(f"{model.intercept_:.6f}")', 'differs'),
    ],
  },
  {
    name: 'an error that is not shown',
    fault: 'the code raises what the notebook does not show',
    cells: [
      kept('rows = []'),
      edited('print("12 rows")', 'raise ValueError("no rows")', 'failed'),
      kept('len(rows)'),
    ],
  },
  {
    name: 'a drawing with another number',
    fault: 'the number was 12 and is 13',
    cells: [edited(toSvg(12), toSvg(13), 'differs'), kept(toSvg(12))],
  },
  {
    name: 'a chart whose axis was cut off, and one whose legend was swapped',
    fault: 'the axis began at 0 and begins at 97; a and b are swapped',
    cells: [
      kept(PLOT),
      edited(
        'plt.bar(["a", "b"], [98, 100]); plt.ylim(0, 110); plt.show()',
        'plt.bar(["a", "b"], [98, 100]); plt.ylim(97, 101); plt.show()',
        'differs',
      ),
      edited(
        'plt.plot([1, 2], label="a"); plt.plot([2, 1], label="b"); plt.legend(); plt.show()',
        'plt.plot([1, 2], label="b"); plt.plot([2, 1], label="a"); plt.legend(); plt.show()',
        'differs',
      ),
      kept('plt.bar(["a", "b"], [98, 100]); plt.show()'),
    ],
  },
];
