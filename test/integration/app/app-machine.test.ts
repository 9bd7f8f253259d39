/** The app on a machine that gives it few open files, and whose clock is put forward and back. */
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { startApp } from '../../helpers/app/app.ts';
import { followUntil, isEnded, post, startScriptedApp } from '../../helpers/app/app-client.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';

/** Loaded before the app: each SIGUSR2 moves its clock, first 3 h forward, then 5 h back. */
const SHIFTED_CLOCK = `
const Clock = Date;
const steps = [3 * 3_600_000, -5 * 3_600_000];
let shift = 0;
process.on('SIGUSR2', () => {
  shift += steps.shift() ?? 0;
  process.stderr.write('shifted\\n');
});
globalThis.Date = class extends Clock {
  constructor(...values) {
    if (values.length === 0) super(Clock.now() + shift);
    else super(...values);
  }
  static now() {
    return Clock.now() + shift;
  }
};
`;

test('a clock that is put forward and back while a cell runs uses up no limit', async () => {
  const code = 'import time\nfor i in range(12):\n    print("tick", i, flush=True)\n    time.sleep(0.25)';
  const preload = `--import=data:text/javascript,${encodeURIComponent(SHIFTED_CLOCK)}`;
  const app = await startScriptedApp([fence(code), 'Done.'], undefined, { NODE_OPTIONS: preload });
  const { id = '' } = await post(app, '/api/sessions');
  await post(app, `/api/sessions/${id}/runs`, { task: 'Tick.', limits: { cellTimeoutMs: 60_000 } });
  const sees = (tick: number) =>
    followUntil(app, id, ({ cells }) => JSON.stringify(cells).includes(`tick ${tick}\\n`));
  for (const tick of [1, 5]) {
    await sees(tick);
    const shifted = once(app.child.stderr ?? app.child, 'data');
    app.child.kill('SIGUSR2');
    await shifted;
  }
  const { cells, runs } = await followUntil(app, id, isEnded);
  expect(runs[0]?.outcome).toEqual({ status: 'answered' });
  expect(cells.find(({ role }) => role === 'code')?.status).toBe('ok');
  expect(JSON.stringify(cells)).toContain('tick 11');
});

test.runIf(process.platform === 'linux')(
  'with few open files the app says what to do, and works once the user lets code run',
  async () => {
    const app = await startApp({
      wrap: (command) => ['sh', '-c', 'ulimit -n 64; exec "$@"', 'sh', ...command],
    });
    const { failure } = await (await app.request('/api/sandbox')).json();
    expect(failure).toEqual({
      reason: expect.stringContaining('NOFILE'),
      remedy: expect.stringContaining('`ulimit -n 4096`'),
    });
    await app.request('/api/sandbox', { method: 'PUT', body: '{"isAgreed":true}' });
    const { id = '' } = await post(app, '/api/sessions');
    const { cellId = '' } = await post(app, `/api/sessions/${id}/cells`, {
      type: 'code',
      source: 'print(6 * 7)',
    });
    await post(app, `/api/sessions/${id}/cells/${cellId}/execute`);
    const { cells } = await followUntil(app, id, (session) =>
      session.cells.some((cell) => cell.status === 'ok'),
    );
    expect(JSON.stringify(cells[0]?.outputs)).toContain('42');
  },
);
