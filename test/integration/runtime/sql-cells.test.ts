/** Cells of SQL over the frames of a real kernel: their results, their errors, and an agent that writes them. */
import { expect, test } from 'vitest';
import { toNotebookFile } from '../../../lib/notebook/notebook-file.ts';
import { toObservation } from '../../../lib/observation/to-observation.ts';
import type { WantedLanguage } from '../../../lib/protocol/cells/cell-language.ts';
import { toNotebook } from '../../../lib/session/notebook/to-notebook.ts';
import { type Cell, findCell } from '../../../lib/session/session.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';
import { promptText } from '../../helpers/model/model-server.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { openRuntime } from '../../helpers/runtime/test-runtime.ts';

const kernels = shareProvider();
const FRAME = 'import pandas as pd\nt = pd.DataFrame({"k": ["a", "b", "b"], "v": [1, 2, 3]})';
const WITHOUT_DUCKDB = `import sys
class Gone:
    def find_spec(self, name, path=None, target=None):
        if name == "duckdb": raise ModuleNotFoundError(f"No module named '{name}'")
del sys.modules["duckdb"]
sys.meta_path.insert(0, Gone())`;
const sql = (more: Partial<WantedLanguage> = {}): WantedLanguage => ({ name: 'sql', ...more });

async function open(script: string[] = []) {
  const opened = await openRuntime(kernels.provider, kernels.workspacesDir, script);
  const { runtime, sessionId, read } = opened;
  const run = async (cellId: string): Promise<Cell> => {
    await runtime.cells.execute(sessionId, cellId);
    await runtime.cells.wait(sessionId);
    const cell = findCell(await read(), cellId);
    if (!cell) throw new Error('The cell is gone.');
    return cell;
  };
  const add = async (source: string, language?: WantedLanguage) =>
    run(await runtime.cells.insert(sessionId, { type: 'code', source, ...(language ? { language } : {}) }));
  return { ...opened, add, rerun: run };
}

const textOf = (cell: Cell) => toObservation(cell, {}).text;

test('SQL asks the frames, is shown as a table, and its result has its name in the kernel', async () => {
  const { add, read, runtime, sessionId, rerun } = await open();
  await add(FRAME);
  const first = await add('select k, sum(v) as total\nfrom t group by k order by k', sql());
  expect(first).toMatchObject({ status: 'ok', language: { resultName: 'result_1' } });
  const shown = first.outputs.flatMap((output) => ('data' in output ? Object.keys(output.data) : []));
  expect(shown).toContain('text/html');
  expect(textOf(first)).toMatch(/total[\s\S]*a[\s\S]*1[\s\S]*b[\s\S]*5/);
  expect((await read()).kernel.names).toContainEqual(
    expect.objectContaining({ name: 'result_1', type: 'DataFrame', shape: [2, 2] }),
  );

  // One result after the other, and text that Python would read in another way.
  const odd = `select 'a\\b' as "back", '"""' as quotes, '%d {x}' as rest, count(*) as n from result_1 -- it's "`;
  const second = await add(odd, sql({ resultName: 'odd' }));
  expect(second.status).toBe('ok');
  const check = await add('print(odd.to_dict("records"), result_1.columns.tolist())');
  expect(textOf(check)).toContain(
    String.raw`[{'back': 'a\\b', 'quotes': '"""', 'rest': '%d {x}', 'n': 2}] ['k', 'total']`,
  );

  await runtime.cells.change(sessionId, first.id, { language: sql({ resultName: 'totals' }) });
  expect((await rerun(first.id)).status).toBe('ok');
  expect((await read()).kernel.names.map(({ name }) => name)).toContain('totals');
  const refusal = runtime.cells.change(sessionId, first.id, { language: sql({ resultName: 'duckdb' }) });
  await expect(refusal).rejects.toMatchObject({ code: 'bad-request' });

  // Parts have names of their own, and come together only in one language.
  const part = await runtime.cells.split(sessionId, second.id, { at: 0 });
  expect(findCell(await read(), part)?.language?.resultName).toBe('result_2');
  await expect(runtime.cells.merge(sessionId, part)).rejects.toMatchObject({ code: 'bad-request' });
  await runtime.cells.change(sessionId, part, { language: null });
  expect(findCell(await read(), part)).toMatchObject({ source: odd, language: undefined });
});

test('errors speak of the SQL and its line, and not of Python', async () => {
  const { add } = await open();
  await add(FRAME);
  const typo = await add('select k\nfrom t\nwhere w = 1', sql());
  expect(typo.status).toBe('error');
  expect(textOf(typo)).toMatch(/Referenced column "w" not found[\s\S]*LINE 3: where w = 1/);
  const late = await add('select\n  cast(k as int)\nfrom t', sql());
  expect(textOf(late)).toContain('LINE 2:   cast(k as int)');
  for (const cell of [typo, late])
    expect(textOf(cell)).not.toMatch(/duckdb\.execute|\.df\(\)|Traceback|<module>/);
  expect(await add('-- nothing', sql())).toMatchObject({ reason: expect.stringContaining('no statement') });
  expect(await add('select 1', sql({ connection: 'nowhere' }))).toMatchObject({
    reason: expect.stringContaining('does not have the connection nowhere'),
  });
  await add(WITHOUT_DUCKDB);
  expect(await add('select 1', sql())).toMatchObject({
    status: 'error',
    reason: expect.stringContaining('does not have the package duckdb'),
  });
});

test('an agent writes SQL, sees its table, corrects it in its place, and continues in Python', async () => {
  const { run, model, read } = await open([
    fence(FRAME),
    'I ask.\n```sql result=totals\nselect k, sum(w) as total from t group by k\n```',
    'I correct it.\n```sql\nselect k, sum(v) as total from t group by k order by k\n```',
    fence('print(totals.total.max() if "totals" in dir() else result_1.total.max())'),
    'The most is 5.',
  ]);
  const done = await run('Which is the most?');
  expect(done.runs[0]?.outcome).toEqual({ status: 'answered' });
  const code = (await read()).cells.filter(({ type }) => type === 'code');
  expect(code.map(({ status, language }) => [status, language?.resultName])).toEqual([
    ['ok', undefined],
    ['error', 'totals'],
    ['ok', 'result_1'],
    ['ok', undefined],
  ]);
  const told = promptText(model);
  expect(told).toContain('SQL runs too');
  expect(told).toMatch(/the data frame result_1/);
  expect(told).not.toContain('duckdb.execute');
});

test('what is lost is computed again, and the notebook runs elsewhere as it is exported', async () => {
  const { add, read, runtime, sessionId } = await open();
  await add(FRAME);
  const totals = await add('select sum(v) as total from t', sql({ resultName: 'totals' }));
  await runtime.kernels.control(sessionId, { action: 'restart' });
  await runtime.kernels.control(sessionId, { action: 'rebuild' });
  await runtime.kernels.waitForRebuild(sessionId);
  const back = await read();
  expect(back.rebuilds[0]).toMatchObject({ status: 'ok', done: 2 });
  expect(back.kernel.names.map(({ name }) => name)).toContain('totals');

  const notebook = toNotebookFile(toNotebook(back, 'test'));
  const kernel = await kernels.provider.start({
    kernelName: 'python3',
    workspace: kernels.workspacesDir,
    isApart: true,
  });
  try {
    let text = '';
    for (const { source } of notebook.cells)
      for await (const event of kernel.execute(String(source), {}))
        if (event.type === 'output' && 'data' in event.output) text = JSON.stringify(event.output.data);
    expect(text).toMatch(/total[\s\S]*6/);
  } finally {
    await kernel.dispose();
  }
  expect(findCell(back, totals.id)?.status).toBe('ok');
});
