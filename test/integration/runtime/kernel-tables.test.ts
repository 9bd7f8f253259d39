/** Tables of the live kernel and of files, read beside the notebook: bounded, harmless, and not in the log. */
import { expect, test } from 'vitest';
import type { TablePage } from '../../../lib/protocol/tables/table-page.ts';
import { SummaryWindow, TableExport, TableWindow } from '../../../lib/protocol/tables/table-query.ts';
import type { TableKind } from '../../../lib/protocol/tables/table-source.ts';
import { isAppError } from '../../../lib/util/app-error.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { openRuntime, type TestRuntime } from '../../helpers/runtime/test-runtime.ts';

const provider = shareProvider();

async function run(code: string): Promise<TestRuntime> {
  const opened = await openRuntime(provider.provider, provider.workspacesDir, [fence(code), 'Done.']);
  const session = await opened.run('Go');
  const cell = session.cells.find(({ role }) => role === 'code');
  expect([cell?.status, cell?.outputs]).toEqual(['ok', []]);
  return opened;
}

function read(
  { runtime, sessionId }: TestRuntime,
  name: string,
  window: Record<string, unknown> = {},
  source: TableKind = 'variables',
): Promise<TablePage> {
  return runtime.kernels.readTable(sessionId, { source, name }, TableWindow.parse(window));
}

async function readText(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of chunks) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

const refused = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'not refused',
    (error: unknown) => (isAppError(error) ? `${error.code}: ${error.message}` : String(error)),
  );

test('a frame of a million rows is paged and sorted in small pieces, and the log does not grow', async () => {
  const opened = await run(`
import numpy as np, pandas as pd
n = 1_000_000
df = pd.DataFrame({
    "number": np.arange(n)[::-1] / 4,
    "word": pd.Series(np.arange(n) % 7).map(dict(enumerate("gfedcba"))),
    "when": pd.date_range("2024-01-01", periods=n, freq="s"),
})
df.loc[5, "number"] = None
wide = pd.DataFrame(np.zeros((3, 300)), columns=[f"c{i}" for i in range(300)])
column = df["word"]
long = pd.DataFrame({"text": ["x" * 100_000], "list": [list(range(50))], "int": [10**5000]}, dtype=object)
`);
  const before = (await opened.readEvents()).length;
  const first = await read(opened, 'df', { rows: 3 });
  expect(first).toEqual({
    columns: [
      { name: 'number', type: 'float64', kind: 'number', isNumeric: true, decimals: 2 },
      { name: 'word', type: expect.stringMatching(/^(str|object)$/), kind: 'text', isNumeric: false },
      { name: 'when', type: expect.stringMatching(/^datetime64/), kind: 'date', isNumeric: false },
    ],
    rows: [
      { position: 0, labels: ['0'], values: ['249999.75', 'g', '2024-01-01 00:00:00'] },
      { position: 1, labels: ['1'], values: ['249999.5', 'f', '2024-01-01 00:00:01'] },
      { position: 2, labels: ['2'], values: ['249999.25', 'e', '2024-01-01 00:00:02'] },
    ],
    index: [null],
    rowCount: 1_000_000,
    matchCount: 1_000_000,
    columnCount: 3,
    rowOffset: 0,
    columnOffset: 0,
  });
  const last = await read(opened, 'df', { rowOffset: 999_990, rows: 100 });
  expect(last.rows.map(({ labels }) => labels[0])).toEqual(
    Array.from({ length: 10 }, (_, index) => String(999_990 + index)),
  );
  const sorted = await read(opened, 'df', { sort: 0, rows: 2 });
  expect(sorted.rows.map(({ labels: [label], values }) => [label, values[0]])).toEqual([
    ['999999', '0'],
    ['999998', '0.25'],
  ]);
  // Missing values are last in both orders.
  const end = await read(opened, 'df', { sort: 0, order: 'descending', rowOffset: 999_999, rows: 1 });
  expect(end.rows).toEqual([{ position: 5, labels: ['5'], values: [null, 'b', '2024-01-01 00:00:05'] }]);
  const words = await read(opened, 'df', { sort: 1, rowOffset: 500_000, rows: 1 });
  expect(words.rows[0]?.values[1]).toBe('d');
  expect(JSON.stringify(await read(opened, 'df')).length).toBeLessThan(20_000);

  const part = await read(opened, 'wide', { columnOffset: 280 });
  expect([part.columnCount, part.columns.length, part.columns[0]?.name]).toEqual([300, 20, 'c280']);
  expect((await read(opened, 'column', { rows: 1 })).rows).toEqual([
    { position: 0, labels: ['0'], values: ['g'] },
  ]);
  const [row] = (await read(opened, 'long')).rows;
  expect(row?.values.map((value) => value?.length)).toEqual([
    200,
    '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, …]'.length,
    20,
  ]);
  expect((await opened.readEvents()).length).toBe(before);
});

test('objects that do harm when looked at are named by their class, and are not looked at', async () => {
  const opened = await run(`
import pandas as pd
touched = []
class Evil:
    def __repr__(self): touched.append("repr"); raise SystemExit
    __str__ = __len__ = __hash__ = __float__ = __repr__
    def __lt__(self, other): touched.append("lt"); raise SystemExit
    def __getattr__(self, name): touched.append(name); raise SystemExit
class Text(str):
    def __str__(self): touched.append("str"); return "never"
    __repr__ = __lt__ = __str__
class Frame(pd.DataFrame):
    @property
    def shape(self): touched.append("shape"); return (1, 1)
evil = pd.DataFrame({"<b>x</b>": pd.Series([Evil(), Text("a"), None], dtype=object)})
touched.clear()
frame = Frame({"a": [1]})
touched.clear()
number = 1
count = lambda: pd.DataFrame({"touched": [len(touched)]})
calls = pd.DataFrame({"n": [0]})
`);
  const page = await read(opened, 'evil');
  expect(page.columns[0]?.name).toBe('<b>x</b>');
  expect(page.rows.map(({ values }) => values[0])).toEqual(['<Evil>', '<Text>', null]);
  expect(await refused(read(opened, 'evil', { sort: 0 }))).toMatch(/^conflict: This column cannot be sorted/);
  expect((await read(opened, 'frame')).rows.map(({ values }) => values)).toEqual([['1']]);
  expect(await refused(read(opened, 'number'))).toMatch(/^conflict: Only tables/);
  expect(await refused(read(opened, 'none'))).toMatch(/^conflict: There is no such variable/);
  expect(await refused(read(opened, 'calls'))).toBe('not refused');
  const cellId = await opened.runtime.cells.insert(opened.sessionId, {
    type: 'code',
    source: 'print(touched)',
  });
  await opened.runtime.cells.execute(opened.sessionId, cellId);
  await opened.runtime.cells.wait(opened.sessionId);
  const cell = (await opened.read()).cells.find(({ id }) => id === cellId);
  expect(cell?.outputs).toEqual([{ output_type: 'stream', name: 'stdout', text: '[]\n' }]);
});

test('a table that a cell displayed is read and exported whole, as it was, until its kernel is gone', async () => {
  const code = `
import numpy as np, pandas as pd
df = pd.DataFrame(np.arange(5000 * 41).reshape(5000, 41), columns=[f"c{at}" for at in range(41)])
display(df)
df["c0"] = 0
del df`;
  const opened = await openRuntime(provider.provider, provider.workspacesDir, [fence(code), 'Done.']);
  const session = await opened.run('Go');
  const [output] = session.cells.flatMap(({ outputs }) => outputs);
  const kept = output && 'digest' in output ? output.digest?.kept : undefined;
  expect(kept).toEqual({ id: expect.stringMatching(/^[0-9a-f]{16}$/), rows: 5000, columns: 41 });
  const id = kept?.id ?? '';
  const page = await read(opened, id, { rowOffset: 4999, columnOffset: 40 }, 'displays');
  expect([page.rowCount, page.columnCount, page.rows.map(({ values }) => values)]).toEqual([
    5000,
    41,
    [['204999']],
  ]);
  const filters = JSON.stringify([{ column: 0, is: 'range', from: '204000' }]);
  const found = await read(opened, id, { filters, sort: 0, order: 'descending', rows: 1 }, 'displays');
  expect([found.matchCount, found.rows[0]?.position]).toEqual([24, 4999]);
  const { kernels } = opened.runtime;
  const table = { source: 'displays', name: id } as const;
  const summary = await kernels.summarizeTable(opened.sessionId, table, SummaryWindow.parse({ columns: 1 }));
  expect(summary.columns[0]).toMatchObject({ name: 'c0', distinct: 5000, min: '0', max: '204959' });

  const exported = await kernels.exportTable(opened.sessionId, table, TableExport.parse({ format: 'csv' }));
  expect([exported.rows, exported.columns]).toEqual([5000, 41]);
  const lines = (await readText(exported.chunks)).trimEnd().split('\r\n');
  expect([lines.length, new Set(lines.map((line) => line.split(',').length))]).toEqual([5001, new Set([41])]);
  // Left early, it ends in the kernel, too.
  const left = await kernels.exportTable(opened.sessionId, table, TableExport.parse({ format: 'xlsx' }));
  for await (const _ of left.chunks) break;

  expect(await refused(read(opened, '0'.repeat(16), {}, 'displays'))).toMatch(/^not-found/);
  await kernels.control(opened.sessionId, { action: 'restart' });
  expect(await refused(read(opened, id, {}, 'displays'))).toMatch(
    /^gone: The kernel no longer has this table, because it was restarted\. \d+ of 5,000 rows and 30 of 41 columns/,
  );
});

test('a busy kernel answers at once that it is, and one that is not there too', async () => {
  const opened = await openRuntime(provider.provider, provider.workspacesDir, [
    fence(
      'import os, time, pandas as pd\ndf = pd.DataFrame({"a": [1]})\nprint("on", flush=True)\nwhile not os.path.exists("go"): time.sleep(0.02)',
    ),
  ]);
  expect(await refused(read(opened, 'df'))).toBe('conflict: No kernel is running in this session.');
  const runId = await opened.ask('Wait');
  await opened.until(({ cells }) => cells.some(({ outputs }) => outputs.length > 0));
  expect(await refused(read(opened, 'df'))).toMatch(/^conflict: The kernel is busy/);
  await opened.runtime.runs.cancel(opened.sessionId, runId);
  await opened.runtime.runs.wait(runId);
  expect((await read(opened, 'df')).rowCount).toBe(1);
});

test('files are read whole beside the kernel, filtered and exported; a file that is none says so', async () => {
  const opened = await run(`
import json, os, pandas as pd
os.makedirs("out")
frame = pd.DataFrame({"id": range(100_000), "name": [f"n{i}" for i in range(100_000)], "ok": [None, True] * 50_000})
frame.to_parquet("out/big.parquet")
with pd.ExcelWriter("small.xlsx") as book:
    frame.head(150).to_excel(book, index=False, sheet_name="Sales")
    frame.head(3).to_excel(book, index=False, sheet_name="Costs")
open("people.jsonl", "w").write("\\n".join(json.dumps({"name": n, "at": {"city": "Oslo"}}) for n in "ab"))
open("broken.parquet", "w").write("no parquet")
open("openpyxl.py", "w").write("raise SystemExit")
os.chdir("out")
`);
  const readFile = (path: string, window = {}) => read(opened, path, window, 'files');
  const parquet = await readFile('out/big.parquet');
  expect(parquet.columns.map(({ name, type, kind }) => [name, type, kind])).toEqual([
    ['id', 'int64', 'number'],
    ['name', expect.stringMatching(/^str/), 'text'],
    ['ok', 'bool', 'boolean'],
  ]);
  expect([parquet.rowCount, parquet.rows.length]).toEqual([100_000, 100]);
  expect(parquet.rows[1]).toEqual({ position: 1, labels: [], values: ['1', 'n1', 'True'] });
  const found = await readFile('out/big.parquet', { search: 'N9999', sort: 0, order: 'descending' });
  expect([found.matchCount, found.rows[0]?.values[1]]).toEqual([11, 'n99999']);
  const table = { source: 'files', name: 'out/big.parquet' } as const;
  const query = TableExport.parse({ format: 'csv', search: 'n9999' });
  const exported = await opened.runtime.kernels.exportTable(opened.sessionId, table, query);
  expect(exported.rows).toBe(11);
  expect((await readText(exported.chunks)).split('\r\n').slice(0, 2)).toEqual([
    'id,name,ok',
    '9999,n9999,True',
  ]);

  const excel = await readFile('small.xlsx');
  expect([excel.sheets, excel.sheet, excel.rowCount]).toEqual([['Sales', 'Costs'], 'Sales', 150]);
  expect(excel.rows[0]?.values).toEqual(['0', 'n0', null]);
  expect((await readFile('small.xlsx', { sheet: 'Costs' })).rowCount).toBe(3);
  const json = await readFile('people.jsonl');
  expect(json.columns.map(({ name }) => name)).toEqual(['name', 'at.city']);
  expect(await refused(readFile('broken.parquet'))).toMatch(
    /^conflict: The file could not be read: ArrowInvalid/,
  );
  expect(await refused(readFile('none.parquet'))).toBe('conflict: The kernel does not have this file.');
});

test('a folder of Parquet files is one table, and a kernel queries it within its memory', async () => {
  const opened = await run(`
import os
import duckdb
for month in range(1, 4):
    os.makedirs(f"sales/month={month:02}")
    duckdb.sql(f"copy (select range + {month} as id, range % 7 as shop from range(500_000)) to 'sales/month={month:02}/data_0.parquet'")
limits = dict(duckdb.sql("select name, value from duckdb_settings()").fetchall())
assert limits["autoload_known_extensions"] == "false" and limits["temp_directory"].startswith(os.getcwd())
sales = duckdb.sql("from 'sales/**/*.parquet' select month, sum(shop) as shops group by month").df()
`);
  const readFolder = (window = {}) => read(opened, 'sales', window, 'files');
  const last = await readFolder({ rowOffset: 1_499_999 });
  expect([last.rowCount, last.note, last.rows[0]?.values]).toEqual([
    1_500_000,
    '3 Parquet files.',
    ['500002', '3', '03'],
  ]);
  const filters = JSON.stringify([{ column: 1, is: 'equals', text: '3' }]);
  const found = await readFolder({ filters, sort: 0, order: 'descending', rows: 1 });
  expect([found.matchCount, found.rows[0]?.values]).toEqual([214_287, ['500002', '3', '03']]);
  const table = { source: 'files', name: 'sales' } as const;
  const exported = await opened.runtime.kernels.exportTable(
    opened.sessionId,
    table,
    TableExport.parse({ format: 'csv', filters, search: '49999' }),
  );
  const lines = (await readText(exported.chunks)).trimEnd().split('\r\n');
  expect([lines[0], lines.length - 1]).toEqual(['id,shop,month', exported.rows]);
});
