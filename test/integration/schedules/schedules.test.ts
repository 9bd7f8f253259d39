/** Schedules of a whole app in this process, with real kernels: results, what changed, files, parameters, and failures. */
import { expect, onTestFinished, test } from 'vitest';
import type { Container } from '../../../lib/app/container.ts';
import { createContainer } from '../../../lib/app/create-container.ts';
import { readConfig } from '../../../lib/config/config.ts';
import { LOCAL_USER } from '../../../lib/protocol/events/principal.ts';
import { startModelServer } from '../../helpers/model/model-server.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { createTestClock } from '../../helpers/schedules/test-clock.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

async function openContainer(env: Record<string, string> = {}) {
  const homeDir = await createTempDir();
  const clock = createTestClock('2026-06-01T06:30Z');
  const config = readConfig({ ...process.env, ...env, ACTBOOK_HOME: homeDir });
  const container = await createContainer(config, { clock });
  onTestFinished(() => container.dispose());
  return { container, clock, homeDir };
}

const code = (id: string, source: string, tags?: string[]) => ({
  ...{ id, cell_type: 'code', source, outputs: [], execution_count: null },
  metadata: tags ? { tags } : {},
});

async function importCells(container: Container, ...cells: object[]): Promise<string> {
  const notebook = JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells });
  const source = (async function* () {
    yield Buffer.from(notebook);
  })();
  return (await container.importNotebook({ name: 'report.ipynb', source })).id;
}

const addFile = (container: Container, id: string, name: string, text: string) =>
  container.runtime.sessions.addFile(id, {
    name,
    source: (async function* () {
      yield Buffer.from(text);
    })(),
  });

const EVERY_HOUR = { cron: '0 * * * *', timeZone: 'Europe/Berlin' };

test('each run is a notebook of its own with the parameters and the files of then, and says what changed', async () => {
  const { container } = await openContainer();
  const { schedules, runtime } = container;
  const id = await importCells(
    container,
    code('defaults', 'rate = 2', ['parameters']),
    code(
      'sum',
      'import csv\ntotal = sum(int(row[0]) for row in csv.reader(open("sales.csv")))\nprint("total", total * rate)',
    ),
    code('money', 'print(f"{total * 100:,} EUR")'),
    code('same', 'print("unchanged")'),
  );
  await addFile(container, id, 'sales.csv', '10\n20\n');
  const before = await runtime.sessions.read(id);
  const { id: scheduleId } = await schedules.add(id, { ...EVERY_HOUR, parameters: { rate: 3 } });

  const first = await schedules.run(scheduleId);
  expect(first).toMatchObject({
    status: 'done',
    message: '5 cells ran.',
    verification: 'reproduced',
    answer: null,
  });
  expect(first.changes).toMatchObject({ since: null, compared: 0, notCompared: 5 });
  const result = await runtime.sessions.read(first.resultId ?? '');
  expect(result.cells.map(({ source }) => source)).toContain('# Parameters\nrate = 3');
  expect(result.cells.at(-3)?.outputs).toMatchObject([{ text: 'total 90\n' }]);
  expect(result.scheduleOf).toEqual({ sessionId: id, title: 'report', scheduleId, runId: first.id });
  expect(result.title).toBe('report, 2026-06-01 08:30');

  // What is done in a result later is not what its run gave.
  await runtime.cells.execute(result.id, 'sum', { source: 'print("total", 500)' });
  await runtime.cells.wait(result.id);
  await addFile(container, id, 'sales.csv', '10\n25\n');
  const second = await schedules.run(scheduleId);
  expect(second.changes).toMatchObject({ since: first.id, compared: 5, notCompared: 0 });
  expect(second.changes?.cells).toEqual([
    {
      ...{ cell: 3, cellId: 'sum', changeCount: 1 },
      changes: [{ place: 'text, line 1, part 2', text: 'total 90, here 105', by: '+15 (+17 %)' }],
    },
    {
      ...{ cell: 4, cellId: 'money', changeCount: 1 },
      changes: [{ place: 'text, line 1, part 1', text: '3,000, here 3,500', by: '+500 (+17 %)' }],
    },
  ]);
  const after = await runtime.sessions.read(id);
  expect(after.cells).toEqual(before.cells);
  expect((await container.listSessions()).map((each) => each.id)).toEqual([id]);
  expect((await schedules.listRuns(scheduleId)).map((run) => run.id)).toEqual([second.id, first.id]);

  const branch = await runtime.sessions.branch(second.resultId ?? '');
  expect((await container.listSessions()).map((each) => each.id)).toContain(branch.id);

  await schedules.remove(scheduleId);
  expect(await container.getSession(branch.id)).not.toBeNull();
  expect(await container.getSession(second.resultId ?? '')).toBeNull();
});

test('pictures and long outputs are compared by what they show, not by where they are stored', async () => {
  const { container } = await openContainer();
  const { schedules } = container;
  const id = await importCells(
    container,
    code('plot', 'import matplotlib.pyplot as plt\nplt.plot([1, 2, int(open("n.txt").read())])\nplt.show()'),
    code('still', 'plt.plot([3, 1])\nplt.show()'),
    code('long', 'print("x" * 200_000)\nprint(open("n.txt").read())'),
  );
  await addFile(container, id, 'n.txt', '3');
  const { id: scheduleId } = await schedules.add(id, EVERY_HOUR);
  await schedules.run(scheduleId);
  await addFile(container, id, 'n.txt', '9');
  const { changes } = await schedules.run(scheduleId);
  const [plot, long, ...others] = changes?.cells ?? [];
  expect(others).toEqual([]);
  expect(plot).toMatchObject({ cellId: 'plot', changeCount: 1 });
  expect(plot?.changes[0]?.text).toMatch(/^picture of .* pixels, here |pixels differ$/);
  expect(long).toMatchObject({ cellId: 'long', changes: [{ text: '3, here 9', by: '+6 (+200 %)' }] });
});

test('a cell that fails fails the run, which is not what the next one is compared with', async () => {
  const { container } = await openContainer();
  const { schedules } = container;
  const id = await importCells(
    container,
    code('a', 'value = open("n.txt").read()'),
    code('b', 'print("n", value)'),
  );
  await addFile(container, id, 'n.txt', '1');
  const { id: scheduleId } = await schedules.add(id, EVERY_HOUR);
  const first = await schedules.run(scheduleId);
  await container.runtime.sessions.deleteFile(id, 'n.txt');
  const failed = await schedules.run(scheduleId);
  expect(failed).toMatchObject({ status: 'failed', verification: null });
  expect(failed.message).toMatch(/^Cell 1 failed\. FileNotFoundError/);
  await addFile(container, id, 'n.txt', '2');
  const third = await schedules.run(scheduleId);
  expect(third.changes).toMatchObject({ since: first.id, cells: [{ cellId: 'b' }] });
});

/** A model that says this, and the environment that configures it. */
async function scriptModel(...script: string[]): Promise<Record<string, string>> {
  const server = await startModelServer(script);
  onTestFinished(() => server.close());
  return { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: 'sk-canary', ACTBOOK_MODEL: 'scripted' };
}

test('a question is asked once the cells have run, and its answer is compared with the last one', async () => {
  const { container } = await openContainer(
    await scriptModel(
      ...[
        fence('print("mean", value / 2, "kg")'),
        'The mean is **21** kg.',
        fence('print("mean", value / 2, "kg")'),
        'The mean is 22 kg.',
      ],
    ),
  );
  const { schedules, runtime } = container;
  const id = await importCells(container, code('a', 'value = int(open("n.txt").read())'));
  await addFile(container, id, 'n.txt', '42');
  const { id: scheduleId } = await schedules.add(id, { ...EVERY_HOUR, question: 'What is the mean?' });
  const first = await schedules.run(scheduleId);
  expect(first).toMatchObject({
    ...{
      status: 'done',
      message: '1 cell ran, and the question was answered.',
      answer: 'The mean is **21** kg.',
    },
    ...{ numbers: null, verification: 'reproduced' },
  });
  await addFile(container, id, 'n.txt', '44');
  const second = await schedules.run(scheduleId);
  expect(second.changes?.answer).toEqual({ added: ['22 kg'], gone: ['21 kg'] });
  expect((await runtime.sessions.read(id)).runs).toEqual([]);
});

test('code that needs approval fails a run that does not wait, and one that waits continues when it is given', async () => {
  const { container } = await openContainer(
    await scriptModel(...[fence('x = 1'), 'It was refused.', fence('x = 2'), 'It ran.']),
  );
  const { schedules, runtime } = container;
  const id = await container.runtime.sessions.create({ title: 'Careful' });
  await runtime.sessions.chooseApproval(id, 'always');
  const { id: scheduleId } = await schedules.add(id, { ...EVERY_HOUR, question: 'Go on.' });
  const failed = await schedules.run(scheduleId);
  expect(failed.status).toBe('failed');
  expect(failed.message).toMatch(/^Code needed approval, and nobody was there to give it\./);

  await schedules.change(scheduleId, { approval: 'wait' });
  const run = await schedules.begin(scheduleId);
  const read = async () => {
    const resultId = (await schedules.listRuns(scheduleId)).find((each) => each.id === run.id)?.resultId;
    return resultId ? runtime.sessions.read(resultId) : null;
  };
  const findRequest = async () => {
    const session = await read();
    const request = session?.cells.flatMap((cell) => cell.pendingApprovals)[0];
    return session && request ? { sessionId: session.id, requestId: request.requestId } : null;
  };
  await expect.poll(findRequest, { timeout: 60_000 }).not.toBeNull();
  const [listed] = await schedules.list(id);
  expect(listed?.lastRun).toMatchObject({ status: 'running', message: 'Waiting for you. Open the result.' });
  const { sessionId = '', requestId = '' } = (await findRequest()) ?? {};
  await runtime.inputs.decide(sessionId, requestId, { decision: 'approve' });
  const [ended] = await poll(async () => {
    const runs = await schedules.listRuns(scheduleId);
    return runs[0]?.status === 'running' ? null : runs;
  });
  expect(ended).toMatchObject({ id: run.id, status: 'done', answer: 'It ran.' });
});

async function poll<T>(find: () => Promise<T | null>): Promise<T> {
  let found: T | null = null;
  await expect.poll(async () => (found = await find()), { timeout: 60_000 }).not.toBeNull();
  if (found === null) throw new Error('Nothing was found.');
  return found;
}

test('what is due runs by itself once the app serves', async () => {
  const { container, clock } = await openContainer();
  const { schedules } = container;
  const id = await importCells(container, code('a', 'print(1)'));
  const { id: scheduleId, upcoming } = await schedules.add(id, EVERY_HOUR);
  expect(upcoming.map((at) => new Date(at).toISOString().slice(11, 16))).toEqual(['07:00', '08:00', '09:00']);
  clock.set('2026-06-01T09:10Z');
  container.runSchedules();
  await expect
    .poll(async () => (await schedules.listRuns(scheduleId)).map(({ status, missed }) => [status, missed]), {
      timeout: 60_000,
    })
    .toEqual([['done', 2]]);
});

test.each([
  [{ cron: '0 9 * *', timeZone: 'UTC' }, 'is not a time as cron has it'],
  [{ ...EVERY_HOUR, timeZone: 'Berlin' }, '“Berlin” is not a time zone'],
  [{ ...EVERY_HOUR, name: '' }, /^The name is empty\.$/],
  [{ ...EVERY_HOUR, webhook: 'file:///etc/passwd' }, /^The webhook is not an address/],
  [{ ...EVERY_HOUR, webhook: 'https://me:canary@example.org/' }, 'cannot have a user or a password'],
  [{ ...EVERY_HOUR, parameters: { 'a b': 1 } }, /^A parameter is named like a variable/],
  [
    { ...EVERY_HOUR, parameters: { ids: [12345678901234567890n].map(Number) } },
    /^parameters: Whole numbers beyond 9007199254740991/,
  ],
  [{ ...EVERY_HOUR, parameters: JSON.parse('{"x":1e999}') }, 'Whole numbers beyond 9007199254740991'],
])('%j is refused', async (schedule, sentence) => {
  const { container } = await openContainer();
  const id = await importCells(container, code('a', 'print(1)'));
  await expect(container.schedules.add(id, schedule)).rejects.toThrow(sentence);
  expect(await container.schedules.list()).toEqual([]);
});

test('cells that never end are stopped at the limit', async () => {
  const { container } = await openContainer({ ACTBOOK_SCHEDULE_HOURS: '0.002' });
  const { schedules, runtime } = container;
  const id = await importCells(container, code('forever', 'while True: pass'), code('next', 'print(1)'));
  const { id: scheduleId } = await schedules.add(id, { ...EVERY_HOUR, name: 'Two\nlines' });
  expect(await schedules.run(scheduleId)).toMatchObject({
    status: 'failed',
    message: 'The cells were stopped: in a scheduled run, they may take 0.002 hours.',
    verification: null,
  });
  expect((await schedules.list()).map(({ name }) => name)).toEqual(['Two lines']);
  await runtime.sessions.discard(id);
  await expect(schedules.run(scheduleId)).rejects.toThrow('This session does not exist.');
});

test('code that another agent wrote and nobody approved does not run by a schedule', async () => {
  const { container } = await openContainer({ ACTBOOK_MCP_APPROVAL: 'always' });
  const { schedules, runtime } = container;
  const id = await importCells(container, code('mine', 'print("mine")'));
  const { id: scheduleId } = await schedules.add(id, EVERY_HOUR);
  const program = runtime.as({ ...LOCAL_USER, via: 'Program' });
  await program.cells.insert(id, { type: 'code', source: 'print("theirs")' });
  expect(await schedules.run(scheduleId)).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('a cell by Program has not run as it is'),
    resultId: null,
  });
});
