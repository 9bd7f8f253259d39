/** The app on a disk that takes nothing more, and with its database locked by another program. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createSqliteStore } from '../../../lib/store/sqlite/sqlite-store.ts';
import { type OwnApp, startApp } from '../../helpers/app/app.ts';
import { followUntil, isEnded, post, startScriptedApp } from '../../helpers/app/app-client.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const run = promisify(execFile);

/** How long a file of the app may be. A limit of 0 stands for a full disk that an ordinary user can make. */
async function limitFiles(app: OwnApp, limit: '0' | 'unlimited'): Promise<void> {
  await run('prlimit', ['--pid', String(app.pid), `--fsize=${limit}:`]);
}

const TICK = `
import time
try:
    while True:
        print("tick", flush=True)
        time.sleep(0.05)
except KeyboardInterrupt:
    open("stopped", "w").close()
    raise
`;

test('a run that cannot be stored ends, is seen to end, and is stored when there is space', async () => {
  const app = await startScriptedApp([fence(TICK), 'Done.']);
  const { id = '' } = await post(app, '/api/sessions');
  await post(app, `/api/sessions/${id}/runs`, { task: 'Tick.' });
  const running = await followUntil(app, id, ({ cells }) => cells.some(({ outputs }) => outputs.length > 0));
  await limitFiles(app, '0');

  const ended = await followUntil(app, id, isEnded, running);
  const outcome = { status: 'failed', code: 'disk-failed', message: expect.stringContaining('actbook.db') };
  expect(ended.runs[0]?.outcome).toEqual(outcome);
  expect(ended.cells.at(-1)?.status).not.toBe('running');
  const names = async () =>
    (await (await app.request(`/api/sessions/${id}/files`)).json()).files.map(
      ({ name }: { name: string }) => name,
    );
  await expect.poll(names).toContain('stopped');
  const refused: [path: string, init: RequestInit][] = [
    ['/api/sessions', { method: 'POST', body: '{}' }],
    [`/api/sessions/${id}/files/a.csv`, { method: 'PUT', body: 'x\n1\n' }],
    [`/api/sessions/${id}/runs`, { method: 'POST', body: '{"task":"Again."}' }],
    [`/api/sessions/${id}/cells`, { method: 'POST', body: '{"type":"code","source":"1"}' }],
  ];
  for (const [path, init] of refused) {
    const { error } = await (await app.request(path, init)).json();
    expect([path, error.code]).toEqual([path, 'disk-failed']);
  }
  // Reading, and taking the notebook away, works as ever.
  expect((await app.request(`/api/sessions/${id}/export?format=ipynb`)).status).toBe(200);

  await limitFiles(app, 'unlimited');
  const log = new DatabaseSync(join(app.home, 'actbook.db'), { readOnly: true });
  const ends = () => log.prepare("select seq from events where type = 'run-end'").all();
  await expect.poll(ends).toEqual([{ seq: ended.seq }]);
  log.close();
  expect(await followUntil(app, id, isEnded)).toEqual(ended);
  const { runId } = await post(app, `/api/sessions/${id}/runs`, { task: 'Again.' });
  const again = await followUntil(app, id, isEnded, ended);
  expect(again.runs.find((each) => each.id === runId)?.outcome).toEqual({ status: 'answered' });
});

test('a run whose end was only held in memory when the app was killed was interrupted, and the next one runs', async () => {
  const app = await startScriptedApp([fence(TICK)]);
  const { id = '' } = await post(app, '/api/sessions');
  await post(app, `/api/sessions/${id}/runs`, { task: 'Tick.' });
  const running = await followUntil(app, id, ({ cells }) => cells.some(({ outputs }) => outputs.length > 0));
  await limitFiles(app, '0');
  const held = await followUntil(app, id, isEnded, running);
  expect(held.runs[0]?.outcome).toMatchObject({ status: 'failed', code: 'disk-failed' });
  await app.kill('SIGKILL');

  const next = await startScriptedApp(['Done.'], app.home);
  await post(next, `/api/sessions/${id}/runs`, { task: 'Again.' });
  const ended = await followUntil(next, id, (session) => session.runs.length === 2 && isEnded(session));
  expect(ended.runs.map(({ outcome }) => outcome)).toMatchObject([
    { status: 'failed', code: 'interrupted' },
    { status: 'answered' },
  ]);
});

test('while another program has locked the database the app answers, and a run loses nothing', async () => {
  const app = await startScriptedApp([
    fence('name = input("Go?")\nfor i in range(300):\n    print(i, flush=True)'),
    'Done.',
  ]);
  const { id = '' } = await post(app, '/api/sessions');
  await post(app, `/api/sessions/${id}/runs`, { task: 'Count.' });
  const asking = await followUntil(app, id, ({ cells }) =>
    cells.some((cell) => cell.pendingInputs.length > 0),
  );
  const [question] = asking.cells.flatMap((cell) => cell.pendingInputs);

  const other = new DatabaseSync(join(app.home, 'actbook.db'), { timeout: 10_000 });
  other.exec('begin immediate');
  const answer = { requestId: question?.requestId, value: 'yes' };
  await post(app, `/api/sessions/${id}/input`, answer);
  // It waits for the lock, for so long and no longer. A process that is stopped meanwhile answers nobody until it gives up.
  const waiting = app.request('/api/sessions', { method: 'POST', body: '{}' });
  for (const path of ['/api/health', '/api/sessions', `/api/sessions/${id}/files`]) {
    expect((await app.request(path)).status).toBe(200);
  }
  other.exec('rollback');
  other.close();
  expect((await waiting).status).toBe(201);

  const ended = await followUntil(app, id, isEnded, asking);
  expect(ended.runs[0]?.outcome).toEqual({ status: 'answered' });
  const text = ended.cells.flatMap(({ outputs }) => outputs.map((each) => ('text' in each ? each.text : '')));
  expect(text.join('')).toBe(`Go?yes\n${Array.from({ length: 300 }, (_, index) => `${index}\n`).join('')}`);
});

test('a damaged page of the database is found at the start, and its notebook is named', async () => {
  const home = await createTempDir();
  const database = join(home, 'actbook.db');
  const store = await createSqliteStore(database);
  for (const [id, letter] of Object.entries({ sound: 'a', hurt: 'b' })) {
    await store.createSession(id, [
      { type: 'session-start', title: `Notebook ${id}`, kernelName: 'python3' },
      { type: 'action-error', runId: 'run', step: 1, message: letter.repeat(100_000) },
    ]);
  }
  await store.dispose();
  const bytes = await readFile(database);
  const at = bytes.indexOf('b'.repeat(4_000));
  const pageBytes = 4_096;
  const page = Math.ceil(at / pageBytes);
  await writeFile(database, bytes.fill(0xff, page * pageBytes, (page + 1) * pageBytes));

  const app = await startApp({ home });
  let terminal = '';
  app.child.stderr?.on('data', (chunk: Buffer) => {
    terminal += chunk.toString();
  });
  await expect.poll(() => terminal, { timeout: 20_000 }).toContain('is damaged');
  expect(terminal).toContain('“Notebook hurt” (hurt)');
});
