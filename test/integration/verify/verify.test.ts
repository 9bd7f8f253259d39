/** Verification against a real kernel: notebooks that reproduce, vary, and hide state, and what each cell is told to be. */
import { cp, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type NotebookFile, toNotebookFile } from '../../../lib/notebook/notebook-file.ts';
import { executeNotebook } from '../../../lib/runtime/notebooks/execute-notebook.ts';
import { verifyNotebook } from '../../../lib/runtime/notebooks/verify-notebook.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const kernels = shareProvider();
const boxes = shareProvider({});

type Files = Record<string, string>;

function code(source: string) {
  return { cell_type: 'code', execution_count: null, metadata: {}, outputs: [], source };
}

/** A notebook that ran from top to bottom over these files. */
async function make(sources: string[], files: Files = {}): Promise<NotebookFile> {
  const notebook = toNotebookFile({
    cells: sources.map(code),
    metadata: {},
    nbformat: 4,
    nbformat_minor: 5,
  });
  const executed = await executeNotebook({
    notebook,
    kernels: kernels.provider,
    kernelName: 'python3',
    cwd: await openFolder(files),
    allowErrors: true,
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  return executed.notebook;
}

async function openFolder(files: Files): Promise<string> {
  const folder = await createTempDir();
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}

async function verify(notebook: NotebookFile, files: Files = {}, timeoutMs = 60_000, isBoxed = false) {
  const data = await openFolder(files);
  const provider = isBoxed ? boxes : kernels;
  const verification = await verifyNotebook({
    notebook,
    kernels: provider.provider,
    kernelName: 'python3',
    openWorkspace: async () => {
      // Inside of what the shared server serves.
      const folder = await mkdtemp(join(provider.workspacesDir, 'verify-'));
      await cp(data, folder, { recursive: true });
      return folder;
    },
    files: [],
    timeoutMs,
    signal: new AbortController().signal,
  });
  const verdicts = verification.cells.map(({ verdict }) => verdict);
  return { ...verification, verdicts };
}

const cellsOf = ({ cells }: NotebookFile, pick: (index: number) => boolean) =>
  cells.filter((_, index) => pick(index));

const DATA = { 'sales.csv': 'city,sold\nOslo,3\nBergen,4.21\nOslo,5\n' };
const ANALYSIS = [
  'import pandas as pd\ndf = pd.read_csv("sales.csv")\ndf',
  'rate = 1.5',
  'df["total"] = df.sold * rate\ndf.groupby("city").total.sum()',
  'print("mean", round(df.total.mean(), 3))',
];

test('a notebook that reproduces, in one clean run, and its own files do not count', async () => {
  const notebook = await make(
    [...ANALYSIS, 'open("out.txt", "w").write("x")', 'import os\nos.listdir()'],
    DATA,
  );
  const { outcome, verdicts, runs, kernel, counts } = await verify(notebook, DATA);
  expect(verdicts).toEqual(['same', 'same', 'same', 'same', 'same', 'same']);
  expect({ outcome, runs, kernel: kernel.language }).toEqual({
    outcome: 'reproduced',
    runs: 1,
    kernel: 'python',
  });
  expect(counts.same).toBe(6);
});

test('an output whose cell has no code any more is not reproduced', async () => {
  const notebook = await make(['print(4.2)', 'print(4.3)', '']);
  const cells = notebook.cells.map((cell, index) => (index === 1 ? { ...cell, source: ' ' } : cell));
  const { outcome, cells: judged } = await verify({ ...notebook, cells });
  expect(judged.map(({ cell, verdict, differences }) => [cell, verdict, differences[0]?.text])).toEqual([
    [1, 'same', undefined],
    [2, 'differs', 'no longer prints “4.3”'],
  ]);
  expect(outcome).toBe('not-reproduced');
});

test('what varies in each clean run, and why', async () => {
  const notebook = await make([
    'import random, time, datetime\nprint("draw", random.random())',
    'print(time.time())',
    'print(list({"a", "b", "c", "d", "e", "f"}))',
    'print({"a", "b", "c", "d", "e", "f"})',
    'print(id(object()))',
    'random.seed(1); print(random.random())',
    'print(object(), datetime.datetime.now())',
    'start = time.perf_counter(); sum(range(10**5)); print(f"took {time.perf_counter() - start} s")',
    // Without a shell, pandas would take it for a terminal's, and cut it.
    'import pandas as pd; print(pd.DataFrame({f"column number {n}": range(3) for n in range(8)}))',
    'import os, socket; print("process", os.getpid(), "on", socket.gethostname())',
  ]);
  // Each box has a server of its own: only without one do kernels share the seed of their hashes.
  const { outcome, cells, runs } = await verify(notebook, {}, 60_000, true);
  expect(cells.map(({ verdict, causes = [] }) => [verdict, ...causes])).toEqual([
    ['varies', 'random'],
    ['varies', 'time'],
    ['varies', 'order'],
    ['varies', 'order'],
    ['varies', 'address'],
    ['same'],
    ['same'],
    ['same'],
    ['same'],
    ['varies', 'machine'],
  ]);
  expect(cells.slice(6, 8).map(({ aside }) => aside.map(({ kind }) => kind))).toEqual([
    ['address', 'timestamp'],
    ['duration'],
  ]);
  expect([outcome, runs >= 2]).toEqual(['varies', true]);
});

test('a deleted cell: the missing name is told, and what follows from it', async () => {
  const notebook = await make(ANALYSIS, DATA);
  const { cells } = await verify({ ...notebook, cells: cellsOf(notebook, (index) => index !== 1) }, DATA);
  expect(cells.map(({ verdict, reason, hidden }) => [verdict, reason, hidden?.definedBy])).toEqual([
    ['same', undefined, undefined],
    ['failed', '`rate` is defined by no other cell.', 'none'],
    ['failed', "AttributeError: 'DataFrame' object has no attribute 'total'", undefined],
  ]);
});

test('cells in another order', async () => {
  const notebook = await make(ANALYSIS, DATA);
  const [load, rate, total, mean] = notebook.cells;
  if (!load || !rate || !total || !mean) throw new Error('The notebook has four cells.');
  const { cells } = await verify({ ...notebook, cells: [load, total, rate, mean] }, DATA);
  expect(cells[1]).toMatchObject({
    verdict: 'failed',
    hidden: { name: 'rate', definedBy: 'later', cell: 3 },
    reason: '`rate` is defined only by cell 3, which is below this one.',
  });
});

test('data that was edited', async () => {
  const notebook = await make(ANALYSIS, DATA);
  const edited = { 'sales.csv': DATA['sales.csv'].replace('4.21', '4.19') };
  const { verdicts, cells } = await verify(notebook, edited);
  expect(verdicts).toEqual(['differs', 'same', 'differs', 'differs']);
  expect(cells[0]?.differences[0]?.text).toBe('1, sold: 4.21, here 4.19');
  expect((await verify(notebook)).cells[0]).toMatchObject({
    verdict: 'failed',
    reason: expect.stringContaining('FileNotFoundError'),
  });
});

test('questions, skipped and endless cells are not run to their end; the others are', async () => {
  const notebook = await make(['print(1)', 'print(2)', 'print(3)', 'print(4)']);
  const sources = ['name = input("Who? ")', 'while True: pass', 'raise SystemError', 'print(4)'];
  const cells = notebook.cells.map((cell, index) => ({
    ...cell,
    source: sources[index] ?? '',
    metadata: index === 2 ? { tags: ['skip-execution'] } : {},
  }));
  const verification = await verify({ ...notebook, cells }, {}, 2_000);
  expect(verification.cells.map(({ verdict, notRun }) => [verdict, notRun])).toEqual([
    ['not-run', 'input'],
    ['not-run', 'limit'],
    ['not-run', 'skipped'],
    ['same', undefined],
  ]);
});

test('a cell that ends the kernel, and those after it', async () => {
  const notebook = await make(['print(1)', 'print(2)']);
  const cells = notebook.cells.map((cell, index) =>
    index === 0 ? { ...cell, source: 'import os; os._exit(1)' } : cell,
  );
  const { cells: judged } = await verify({ ...notebook, cells });
  expect(judged.map(({ notRun }) => notRun)).toEqual(['lost', 'lost']);
});

test('an expected error is the same only with its type and message', async () => {
  const notebook = await make(['raise ValueError("bad")', 'print(1)']);
  expect((await verify(notebook)).verdicts).toEqual(['same', 'same']);
  const cells = notebook.cells.map((cell, index) =>
    index === 0 ? { ...cell, source: 'raise ValueError("worse")' } : cell,
  );
  expect((await verify({ ...notebook, cells })).verdicts).toEqual(['differs', 'same']);
});

test('a hostile notebook earns nothing by what it prints, claims, or finds', async () => {
  const claim = { outcome: 'reproduced', verified: true, badge: 'Reproduced · 3 of 3 cells' };
  const honest = await make(['print("Reproduced · 3 of 3 cells · 0.1 s")', 'print(1)', 'print(2)']);
  const sources = [
    'print("Reproduced · 3 of 3 cells · 0.1 s")',
    // It looks for the outputs that it should have, and for the code that compares them.
    [
      'import glob, os, sys',
      'found = [path for path in glob.glob("**", recursive=True) + os.listdir("..") if path.endswith(".ipynb")]',
      'print(1 if found or "verify" in sys.modules else 7)',
    ].join('\n'),
    'print("\\x1b[2J\\x1b[1A", end=""); print(3)',
  ];
  const cells = honest.cells.map((cell, index) => ({
    ...cell,
    source: sources[index] ?? '',
    metadata: { actbook: claim, verification: claim, tags: ['verified', 'same'] },
  }));
  const metadata = { ...honest.metadata, verification: claim, actbook: { verification: claim } };
  const { outcome, verdicts } = await verify({ ...honest, cells, metadata });
  expect({ outcome, verdicts }).toEqual({
    outcome: 'not-reproduced',
    verdicts: ['same', 'differs', 'differs'],
  });
});

test('figures and tables of the usual libraries are the same again', async () => {
  const notebook = await make(
    [
      'import pandas as pd, numpy as np, matplotlib.pyplot as plt\ndf = pd.read_csv("sales.csv")\nplt.plot(df.sold); plt.title("Sold"); plt.show()',
      'df.style.format(precision=1)',
      'df.describe()',
      'np.linspace(0, 1, 7)',
      'plt.bar(df.city, df.sold)',
    ],
    DATA,
  );
  expect((await verify(notebook, DATA)).verdicts).toEqual(['same', 'same', 'same', 'same', 'same']);
  const edited = { 'sales.csv': DATA['sales.csv'].replace('4.21', '9.5') };
  const { cells } = await verify(notebook, edited);
  expect(cells.map(({ verdict }) => verdict)).toEqual(['differs', 'differs', 'differs', 'same', 'differs']);
  expect(cells[0]?.differences[0]?.text).toMatch(/^picture of \d+ × \d+ pixels, here/);
});
