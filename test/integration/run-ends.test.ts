/** Every run gets its end, whatever happens to the kernel or the disk meanwhile. */
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../lib/config.ts';
import type { Container } from '../../lib/container.ts';
import { createContainer } from '../../lib/create-container.ts';
import { createTempDir } from '../helpers/temp-dir.ts';

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
  return (await runtime.readSession(sessionId)).runs.map((run) => run.outcome);
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
  const sessionId = await runtime.createSession();
  const runId = await runtime.startRun(sessionId, { text: 'Hello' });
  await runtime.cancelRun(sessionId, runId);
  await runtime.waitForRun(runId);
  expect(await outcomesOf(container, sessionId)).toMatchObject([CANCELLED]);

  await writeFile(gate, '');
  await runtime.waitForRun(await runtime.startRun(sessionId, { text: 'Hello again' }));
  expect(await outcomesOf(container, sessionId)).toMatchObject([CANCELLED, { status: 'answered' }]);
});

test('a run whose end could not be written gets one before the next run, or when looked for', async () => {
  const container = await openContainer(await createTempDir());
  const { runtime, store } = container;
  const sessionId = await runtime.createSession();
  const loseEnd = async () => {
    const runId = await runtime.startRun(sessionId, { text: 'Hello' });
    const append = vi.spyOn(store, 'append').mockRejectedValue(new Error('database or disk is full'));
    await runtime.waitForRun(runId);
    append.mockRestore();
  };
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
  const sessionId = await runtime.createSession();
  const { append } = store;
  const failing = vi.spyOn(store, 'append').mockImplementation((id, bodies) => {
    if (bodies.some(({ type }) => type === 'kernel-status')) throw new Error('database or disk is full');
    return append(id, bodies);
  });
  await runtime.waitForRun(await runtime.startRun(sessionId, { text: 'Hello' }));
  failing.mockRestore();
  await runtime.waitForRun(await runtime.startRun(sessionId, { text: 'Hello again' }));
  expect(await outcomesOf(container, sessionId)).toMatchObject([
    { status: 'failed', code: 'internal' },
    { status: 'answered' },
  ]);
});
