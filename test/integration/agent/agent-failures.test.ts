/** What a model server can do wrong, over HTTP: each ends in recovery or in an outcome that says what happened. */
import { expect, test } from 'vitest';
import { sumRunUsage } from '../../../lib/session/view/runs/sum-usage.ts';
import { readStdout } from '../../helpers/agent/agent-session.ts';
import { shareKernel } from '../../helpers/agent/shared-kernel.ts';
import { promptText } from '../../helpers/model/model-server.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';

const { open } = shareKernel();

test('a stream that is cut is asked for again, and nothing of the first half runs', async () => {
  const { server, agent } = await open([
    { text: `Let me see.\n${fence('never_run()')}`, cutAfter: 4, reportsEarly: true },
    fence('print(7)'),
    'Seven.',
  ]);
  const { run, cells, answer } = await agent.run('Hi');
  expect(run.outcome).toEqual({ status: 'answered' });
  expect(answer).toBe('Seven.');
  expect(cells.map(({ role, status }) => `${role} ${status}`)).toEqual(['code ok', 'answer idle']);
  expect(run.steps[0]).toMatchObject({ action: 'none', finishReason: 'cut-off' });
  expect(sumRunUsage(run)).toMatchObject({ promptTokens: 300, completionTokens: 60, estimated: false });
  expect(promptText(server, 1)).toContain('broke off in the middle of this reply, so nothing of it was run');
});

test('a server that cuts every stream fails the run after three', async () => {
  const cut = { text: 'Let me see what there is.', cutAfter: 2 };
  const { agent } = await open([cut, { text: 'Half', error: { message: 'overloaded' } }, cut]);
  const { run, cells } = await agent.run('Hi');
  expect(run.outcome).toMatchObject({ status: 'failed', code: 'model-stream-cut' });
  expect(cells.map(({ role, source }) => `${role}: ${source}`)).toEqual(['thought: Let me see wha']);
});

test('a 429 is waited for as long as the server says, and the wait is an event', async () => {
  const { agent } = await open([{ status: 429, headers: { 'retry-after': '1' } }, 'Five.']);
  const startedAt = Date.now();
  const { run, events } = await agent.run('Hi');
  expect(run.outcome).toEqual({ status: 'answered' });
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1000);
  const wait = events.find((event) => event.type === 'model-wait');
  expect(wait).toMatchObject({ step: 1, reason: expect.stringContaining('not accepting more requests') });
  expect(wait?.until ?? 0).toBeGreaterThanOrEqual(startedAt + 1000);
  expect(run.steps[0]).not.toHaveProperty('wait');
});

test('a model that goes round in circles is cut, is told so, and is not shown its circle', async () => {
  const circle = `Let me plot.\n\`\`\`python\n${'plt.plot(x, y)\n'.repeat(2000)}`;
  const { server, agent } = await open([circle, fence('print(7)'), 'Seven.']);
  const { run, cells } = await agent.run('Hi');
  expect(run.outcome).toEqual({ status: 'answered' });
  expect(readStdout(cells[0])).toBe('7\n');
  expect(run.steps[0]?.text.length).toBeLessThan(8000);
  const told = promptText(server, 1);
  expect(told).toContain('repeated the same text again and again');
  expect(told.split('plt.plot').length).toBeLessThan(5);
});

test('a model that cannot leave its circle is stopped', async () => {
  const circle = 'I am thinking. '.repeat(1000);
  const { agent } = await open([circle, circle, circle]);
  const { run } = await agent.run('Hi');
  expect(run.outcome).toMatchObject({ status: 'stopped', reason: 'repeated-failure' });
});

test('a reply that a filter stopped does not run; a prompt that it refuses fails the run', async () => {
  const first = await open([{ text: fence('never_run()'), finishReason: 'content_filter' }, 'Five.']);
  const { run, cells } = await first.agent.run('Hi');
  expect(run.outcome).toEqual({ status: 'answered' });
  expect(cells.map(({ role }) => role)).toEqual(['answer']);
  expect(promptText(first.server, 1)).toContain('content filter');

  const second = await open([{ status: 400, error: { message: 'Refused', code: 'content_filter' } }]);
  const refused = await second.agent.run('Hi');
  expect(refused.run.outcome).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('content filter'),
  });
});

test('a reply cut by the length limit is asked for in smaller pieces', async () => {
  const { server, agent } = await open([
    { text: '```python\nnever_run(', finishReason: 'length' },
    fence('print(7)'),
    'Seven.',
  ]);
  const { run, cells } = await agent.run('Hi');
  expect(run.outcome).toEqual({ status: 'answered' });
  expect(readStdout(cells[0])).toBe('7\n');
  expect(promptText(server, 1)).toContain('cut off by the length limit');
});

test('a connection that is refused is tried again, visibly, and then fails the run', async () => {
  const { server, agent } = await open([], { maxRetries: 1 });
  await server.close();
  const { run, events } = await agent.run('Hi');
  expect(events.filter(({ type }) => type === 'model-wait')).toHaveLength(1);
  expect(run.outcome).toMatchObject({ status: 'failed', code: 'model-unreachable' });
});
