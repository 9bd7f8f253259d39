/** Every run gets its end, whatever happens to the kernel or the disk meanwhile. */
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Container } from '../../../lib/app/container.ts';
import { createContainer } from '../../../lib/app/create-container.ts';
import { readConfig } from '../../../lib/config/config.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

async function openContainer(home: string, python?: string): Promise<Container> {
  const config = readConfig({ ...process.env, ACTBOOK_HOME: home });
  const container = await createContainer({
    ...config,
    models: { ...config.models, providers: [], defaultId: null, discover: [] },
    ...(python ? { python } : {}),
  });
  onTestFinished(() => container.dispose());
  return container;
}

async function outcomesOf({ runtime }: Container, sessionId: string) {
  return (await runtime.sessions.read(sessionId)).runs.map((run) => run.outcome);
}

const CANCELLED = { status: 'stopped', reason: 'cancelled' };
const INTERRUPTED = { status: 'failed', code: 'interrupted' };

test('a run is stopped at once while its kernel is still starting', async () => {
  const home = await createTempDir();
  const [slowPython, gate] = [join(home, 'python'), join(home, 'gate')];
  const { python } = readConfig({ ...process.env });
  const script = `#!/bin/sh\nwhile [ ! -e '${gate}' ]; do sleep 0.05; done\nexec '${python}' "$@"\n`;
  await writeFile(slowPython, script);
  await chmod(slowPython, 0o755);
  const container = await openContainer(home, slowPython);
  onTestFinished(() => writeFile(gate, ''));
  const { runtime } = container;
  const sessionId = await runtime.sessions.create();
  const runId = await runtime.runs.start(sessionId, { task: 'Hello' });
  await runtime.runs.cancel(sessionId, runId);
  await runtime.runs.wait(runId);
  expect(await outcomesOf(container, sessionId)).toMatchObject([CANCELLED]);

  await writeFile(gate, '');
  await runtime.runs.wait(await runtime.runs.start(sessionId, { task: 'Hello again' }));
  expect(await outcomesOf(container, sessionId)).toMatchObject([CANCELLED, { status: 'answered' }]);
});

/** Makes the database refuse what a run says of its own end, and nothing else. */
function refuseEnds(home: string): void {
  const database = new DatabaseSync(join(home, 'actbook.db'));
  database.exec(`
    create trigger refuse_ends before insert on events
    when new.type = 'run-end' and new.data ->> '$.outcome.code' is not 'interrupted'
    begin select raise(abort, 'refused'); end
  `);
  database.close();
}

test('a run whose end the log refuses for good gets one before the next run, or when looked for', async () => {
  const home = await createTempDir();
  const container = await openContainer(home);
  const { runtime } = container;
  const sessionId = await runtime.sessions.create();
  refuseEnds(home);
  const loseEnd = async () => runtime.runs.wait(await runtime.runs.start(sessionId, { task: 'Hello' }));
  await loseEnd();
  expect(await outcomesOf(container, sessionId)).toEqual([null]);
  await loseEnd();
  expect(await outcomesOf(container, sessionId)).toMatchObject([INTERRUPTED, null]);
  await runtime.recover();
  expect(await outcomesOf(container, sessionId)).toMatchObject([INTERRUPTED, INTERRUPTED]);
});

test('a kernel whose start could not be written does not lock its session', async () => {
  const container = await openContainer(await createTempDir());
  const { runtime, store } = container;
  const sessionId = await runtime.sessions.create();
  const { append } = store;
  const failing = vi.spyOn(store, 'append').mockImplementation((id, bodies) => {
    if (bodies.some(({ type }) => type === 'kernel-status')) throw new Error('database or disk is full');
    return append(id, bodies);
  });
  await runtime.runs.wait(await runtime.runs.start(sessionId, { task: 'Hello' }));
  failing.mockRestore();
  await runtime.runs.wait(await runtime.runs.start(sessionId, { task: 'Hello again' }));
  expect(await outcomesOf(container, sessionId)).toMatchObject([
    { status: 'failed', code: 'internal' },
    { status: 'answered' },
  ]);
});
