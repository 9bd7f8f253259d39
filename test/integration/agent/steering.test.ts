/** What a person says to a run in progress. */
import { expect, test } from 'vitest';
import { followUntil, isEnded, post } from '../../helpers/app/app-client.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';

const WAIT = fence('import os, time\nwhile not os.path.exists("go.txt"): time.sleep(0.02)');

test('words reach the next step, keep an answer from being the last, and are refused afterwards', async () => {
  const { promise: isSteered, resolve: letEnd } = Promise.withResolvers<void>();
  const prompts: string[] = [];
  const reply = (text: string) => (request: { messages: unknown[] }) => {
    prompts.push(JSON.stringify(request.messages.slice(1)));
    return text;
  };
  const app = await openScriptedApp([
    reply(WAIT),
    { text: 'The mean is 4.', until: isSteered },
    reply('The median is 3.'),
  ]);
  const { id = '' } = await post(app, '/api/sessions');
  const runs = `/api/sessions/${id}/runs`;
  const { runId = '' } = await post(app, runs, { task: 'What is typical?' });
  await followUntil(app, id, ({ cells }) => cells.some(({ status }) => status === 'running'));
  await post(app, `${runs}/${runId}/steer`, { text: 'Leave out the year 2020.' });
  const steered = await followUntil(app, id, ({ runs: all }) => all[0]?.steers.length === 1);
  expect(steered.cells.at(-1)).toMatchObject({ role: 'steer', source: 'Leave out the year 2020.' });
  await app.request(`/api/sessions/${id}/files/go.txt`, { method: 'PUT', body: 'go' });

  await followUntil(app, id, ({ runs: all }) => (all[0]?.steps[1]?.text ?? '') !== '');
  // Where no cell runs, nothing is interrupted.
  await post(app, `${runs}/${runId}/steer`, { text: 'Use the median.', interrupt: true });
  letEnd();
  const done = await followUntil(app, id, isEnded);
  expect(done.runs[0]).toMatchObject({
    outcome: { status: 'answered' },
    steers: [{ step: 1 }, { step: 2 }],
    steps: [{ action: 'code' }, { action: 'answer' }, { action: 'answer' }],
  });
  expect(done.cells.at(-1)?.source).toBe('The median is 3.');
  expect(prompts.at(-1)).toMatch(
    /Leave out the year 2020[\s\S]*The mean is 4[\s\S]*while you work: Use the median/,
  );

  const late = await app.request(`${runs}/${runId}/steer`, { method: 'POST', body: '{"text":"More"}' });
  expect([late.status, (await late.json()).error.message]).toEqual([
    409,
    'The run has ended. Send this as a new question.',
  ]);
  for (const [path, body, status] of [
    [`${runs}/none/steer`, '{"text":"More"}', 404],
    [`${runs}/${runId}/steer`, '{"text":" "}', 400],
  ] as const)
    expect((await app.request(path, { method: 'POST', body })).status).toBe(status);
});

test('words that interrupt the running cell reach the model at once, and the run continues with what there is', async () => {
  const loop =
    'import time\ndone = []\nwhile True:\n    done.append(1)\n    print("on it", flush=True)\n    time.sleep(0.02)';
  let prompt = '';
  const app = await openScriptedApp([
    `${fence(loop)}\n${fence('print("second block")')}`,
    ({ messages }) => {
      prompt = JSON.stringify(messages.slice(1));
      return fence('print("kept", len(done) > 0)');
    },
    'Enough.',
  ]);
  const { id = '' } = await post(app, '/api/sessions');
  const runs = `/api/sessions/${id}/runs`;
  const { runId = '' } = await post(app, runs, { task: 'Count.' });
  await followUntil(app, id, ({ cells }) => cells.some(({ outputs }) => outputs.length > 0));
  await post(app, `${runs}/${runId}/steer`, { text: '50 are enough, stop early.', interrupt: true });
  const { cells, runs: all } = await followUntil(app, id, isEnded);
  expect(all[0]).toMatchObject({
    outcome: { status: 'answered' },
    steers: [{ step: 1, interrupt: true }],
    kernelId: 'k-1',
  });
  expect(cells.filter(({ type }) => type === 'code').map(({ status }) => status)).toEqual([
    'interrupted',
    'ok',
  ]);
  expect(JSON.stringify(cells.at(-2)?.outputs)).toContain('kept True');
  expect(prompt).toMatch(
    /The cell was interrupted before it ended[\s\S]*The user interrupted the running cell to say this[^:]*: 50 are enough/,
  );
  expect(prompt).toContain('The code block after it was not run');
});
