/**
 * Common calls that fail on the installed packages, or do nothing without an error: whether the kernel itself says what to
 * write, and that the model reads it in any case.
 */
import { beforeAll, expect, test } from 'vitest';
import type { Output } from '../../../lib/notebook/output.ts';
import { toObservation } from '../../../lib/observation/to-observation.ts';
import { EMPTY_CELL } from '../../../lib/session/fold/empty-cell.ts';
import type { CellStatus } from '../../../lib/session/session.ts';
import { shareKernel } from '../../helpers/agent/shared-kernel.ts';
import { run } from '../../helpers/kernel/kernel-provider.ts';

interface OutdatedCall {
  readonly code: string;
  /** What to write instead. */
  readonly instead: RegExp;
  /** Whether the library's own error or warning says so. */
  readonly isSaid: boolean;
}

/** In each of them a copy is changed, and `df` is not. */
const CHAINED: readonly OutdatedCall[] = [
  { code: 'df[df.a > 1]["b"] = 0', instead: /\.loc\[/, isSaid: true },
  { code: 'df["a"][0] = 5', instead: /\.loc\[/, isSaid: true },
  { code: 'df["b"].fillna(0, inplace=True)', instead: /df\[col\] = df\[col\]\.method/, isSaid: true },
];

const CALLS: readonly OutdatedCall[] = [
  { code: 'df.applymap(str)', instead: /df\.map\(/, isSaid: false },
  { code: 'df.fillna(method="ffill")', instead: /\.ffill\(\)/, isSaid: false },
  { code: 'df.append(df)', instead: /pd\.concat\(/, isSaid: false },
  { code: 'df.ix[0]', instead: /\.loc\[/, isSaid: false },
  { code: 'list(df.iteritems())', instead: /\.items\(\)/, isSaid: false },
  { code: 'pd.read_csv("day.csv", delim_whitespace=True)', instead: /sep=r"\\s\+"/, isSaid: false },
  { code: 's[0]', instead: /\.iloc\[0\]/, isSaid: false },
  { code: 'df.mean()', instead: /numeric_only=True/, isSaid: false },
  { code: 'df.resample("M", on="day").mean(numeric_only=True)', instead: /'ME'/, isSaid: true },
  ...CHAINED,
  { code: 'np.float(1)', instead: /use `float` by itself/, isSaid: true },
  { code: 'np.NaN', instead: /`np\.nan`/, isSaid: true },
  { code: 'np.in1d([1], [1])', instead: /np\.isin\(/, isSaid: false },
  { code: 'np.trapz([1, 2])', instead: /np\.trapezoid\(/, isSaid: false },
  { code: 'plt.style.use("seaborn-whitegrid")', instead: /seaborn-v0_8-whitegrid/, isSaid: false },
  { code: 'plt.cm.get_cmap("viridis")', instead: /colormaps\["viridis"\]/, isSaid: false },
  { code: 'plt.boxplot([[1, 2]], labels=["a"])', instead: /tick_labels=/, isSaid: false },
  { code: 'sns.factorplot(data=df, x="t", y="a")', instead: /sns\.catplot\(/, isSaid: false },
  { code: 'sns.barplot("t", "a", data=df)', instead: /data=df, x="t"/, isSaid: false },
  { code: 'from sklearn.datasets import load_boston', instead: /fetch_california_housing/, isSaid: true },
  { code: 'OneHotEncoder(sparse=False)', instead: /sparse_output=False/, isSaid: false },
  {
    code: 'mean_squared_error([1], [2], squared=False)',
    instead: /root_mean_squared_error\(/,
    isSaid: false,
  },
  { code: 'from scipy.integrate import simps', instead: /import simpson\b/, isSaid: false },
];

const IMPORTS = `
import numpy as np, pandas as pd, matplotlib.pyplot as plt, seaborn as sns
from sklearn.metrics import mean_squared_error
from sklearn.preprocessing import OneHotEncoder
open("day.csv", "w").write("a b\\n1 2")`;
const DATA = `
day = pd.date_range("2026-01-01", periods=3)
df = pd.DataFrame({"a": [1, 2, 3], "b": [4.0, None, 6.0], "t": list("xyz"), "day": day})
same, s = df.copy(), pd.Series([1, 2, 3], index=list("xyz"))`;

const shared = shareKernel();
const execute = (code: string) => run(shared.kernel, code);

beforeAll(async () => expect((await execute(IMPORTS)).end.status).toBe('ok'));

/** Error messages and warnings, without the code that a traceback quotes. */
function readMessages(outputs: readonly Output[]): string {
  const texts = outputs.map((output) => {
    if (output.output_type === 'error') return `${output.ename}: ${output.evalue}`;
    return output.output_type === 'stream' && output.name === 'stderr' ? output.text : '';
  });
  return texts.join('\n');
}

/** What the model is shown of a cell that ran. */
function toModelText(source: string, status: CellStatus, outputs: readonly Output[]): string {
  return toObservation({ ...EMPTY_CELL, type: 'code', source, status, outputs }).text;
}

test('the kernel itself explains 7 of 25 outdated calls, and the model sees the replacement for all of them', async () => {
  const found = [];
  for (const { code, instead } of CALLS) {
    await execute(DATA);
    const { outputs, end } = await execute(code);
    await execute('plt.close("all")');
    const text = toModelText(code, end.status, outputs);
    expect(code).not.toMatch(instead);
    found.push({ code, isSaid: instead.test(readMessages(outputs)), isTold: instead.test(text) });
  }
  expect(found).toEqual(CALLS.map(({ code, isSaid }) => ({ code, isSaid, isTold: true })));
  expect(found).toHaveLength(25);
  expect(found.filter(({ isSaid }) => isSaid)).toHaveLength(7);
});

test('a chained assignment raises no error and changes nothing, and the warning reaches the model each time', async () => {
  for (const { code, instead } of [...CHAINED, ...CHAINED]) {
    await execute(DATA);
    const { outputs, end } = await execute(code);
    expect(end.status, code).toBe('ok');
    expect((await execute('print(df.equals(same))')).stdout, code).toBe('True\n');
    const text = toModelText(code, end.status, outputs);
    expect(text, code).toContain('ChainedAssignmentError');
    expect(text, code).toMatch(instead);
  }
});

test('every prompt of a run states the versions that the kernel has, and the next run does not ask in vain', async () => {
  const names = ['pandas', 'numpy', 'matplotlib', 'seaborn', 'sklearn', 'scipy', 'duckdb'];
  const list = `", ".join(f"{n.replace('sklearn', 'scikit-learn')} {__import__(n).__version__}" for n in ${JSON.stringify(names)})`;
  const versions = (await execute(`print(${list})`)).stdout.trim();
  expect(versions).toMatch(/^pandas \d.*, scipy \d.*, duckdb \d/);
  const { server, agent } = await shared.open(['```python\nprint(1)\n```', 'One.', 'Still one.']);
  const first = await agent.run('Which?');
  const second = await agent.run('And now?');
  const prompts = server.requests.map(({ messages }) => messages[0]?.content);
  expect(prompts).toHaveLength(3);
  expect(prompts[0]).toContain(`Jupyter kernel (Python ${shared.kernel.info.languageInfo.version})`);
  expect(prompts[0]).toContain(`\n- Installed: ${versions}. Not installed: statsmodels, sympy, `);
  expect(new Set(prompts).size).toBe(1);
  const isOfPackages = ({ type }: { type: string }) => type === 'run-packages';
  expect(first.events.filter(isOfPackages)).toHaveLength(1);
  expect(second.events.filter(isOfPackages)).toHaveLength(0);
});
