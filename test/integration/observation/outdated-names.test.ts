/** Each name that the table calls outdated fails on the installed packages and gets its line; what it says to write works. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Kernel } from '../../../lib/kernel/kernel.ts';
import { OUTDATED_NAMES } from '../../../lib/observation/shorten/outdated-names.ts';
import { OUTDATED_PANDAS } from '../../../lib/observation/shorten/outdated-pandas.ts';
import { hintAtOutdated } from '../../../lib/observation/shorten/shorten-traceback.ts';
import { openSharedProvider, run } from '../../helpers/kernel/kernel-provider.ts';

const IMPORTS = `
import math, warnings
warnings.simplefilter("ignore")
import numpy as np, pandas as pd, scipy
import matplotlib as mpl, matplotlib.pyplot as plt, seaborn as sns
from scipy.sparse import csr_matrix
from sklearn.cluster import AgglomerativeClustering, KMeans
from sklearn.ensemble import BaggingClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.manifold import TSNE
from sklearn.metrics import mean_squared_error, root_mean_squared_error
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, PolynomialFeatures, StandardScaler
from sklearn.tree import DecisionTreeClassifier`;
const DATA = `
open("day.csv", "w").write("a\\n2026-01-01")
file, texts = "day.csv", ["2026-01-01"]
df = pd.DataFrame({"a": [1, 2, 3], "b": [4.0, 5.0, 6.0], "t": list("xyz")})
other, s, X, y = df, pd.Series([1, 2, 3], index=list("xyz")), [[1], [2]], [0, 1]
fig, ax = plt.subplots()`;

let kernel: Kernel;

beforeAll(async () => {
  kernel = await (await openSharedProvider()).start('outdated');
  expect((await run(kernel, IMPORTS)).end.status).toBe('ok');
});
afterAll(() => kernel.dispose());

const OTHERS = OUTDATED_NAMES.filter((row) => !OUTDATED_PANDAS.includes(row));

test.each([
  { of: 'pandas', rows: OUTDATED_PANDAS },
  { of: 'the others', rows: OTHERS },
])('what is outdated in $of gets a line, and what it says to write works', async ({ rows }) => {
  const faults: string[] = [];
  for (const { outdated, instead } of rows) {
    await run(kernel, DATA);
    const failed = (await run(kernel, outdated)).outputs.find((output) => output.output_type === 'error');
    if (!failed) faults.push(`${outdated}: works`);
    else if (!hintAtOutdated(failed)?.endsWith(`write \`${instead}\`.`))
      faults.push(`${outdated}: ${failed.ename}: ${failed.evalue} gets ${hintAtOutdated(failed)}`);
    const { outputs, end } = await run(kernel, `${instead}; plt.close("all")`);
    if (end.status !== 'ok') faults.push(`${instead}: ${JSON.stringify(outputs).slice(0, 300)}`);
  }
  expect(faults).toEqual([]);
});

test('other errors get none', () => {
  const error = (ename: string, evalue: string) =>
    hintAtOutdated({ output_type: 'error', ename, evalue, traceback: [] });
  expect(error('KeyError', '0')).toBeNull();
  expect(error('AttributeError', "'Basket' object has no attribute 'append'")).toBeNull();
  expect(error('ValueError', 'could not convert string to float: x')).toBeNull();
  for (const name of ['inplace', 'normalize', 'squeeze', 'axis', 'method', 'squared'])
    expect(error('TypeError', `f() got an unexpected keyword argument '${name}'`)).toBeNull();
  expect(error('ImportError', "cannot import name 'fft2' from 'scipy' (x.py)")).toBeNull();
});
