/** How runs end: with a value that fits a schema, or at a limit, with what there is. */
import { expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../../lib/protocol/run-limits.ts';
import { resume } from '../../helpers/agent/agent-session.ts';
import { shareKernel } from '../../helpers/agent/shared-kernel.ts';
import { promptText } from '../../helpers/model/model-server.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { foldAll, startRun } from '../../helpers/session-events.ts';

const shared = shareKernel();
const { open } = shared;

const SCHEMA = {
  type: 'object',
  properties: {
    best: { type: 'string' },
    scores: { type: 'object', additionalProperties: { type: 'number' } },
  },
  required: ['best', 'scores'],
  additionalProperties: false,
};
const VALUE = { best: 'Laptop B', scores: { 'Laptop A': 79, 'Laptop B': 87 } };

test('an answer that does not fit its schema is fixed once', async () => {
  const { server, agent } = await open([
    fence('print(79, 87)'),
    fence('{"best": "Laptop B", "scores": {"Laptop A": "79"}}', 'json'),
    fence(JSON.stringify(VALUE), 'json'),
  ]);
  const { run, answer, cells } = await agent.run('Which laptop?', { schema: SCHEMA });
  expect(run.outcome).toEqual({ status: 'answered', value: VALUE });
  expect(answer).toBe(fence(JSON.stringify(VALUE, null, 2), 'json'));
  expect(cells.map(({ role }) => role)).toEqual(['code', 'answer']);
  expect(promptText(server, 0)).toContain(JSON.stringify(SCHEMA));
  expect(promptText(server, 2)).toContain(
    'does not fit the JSON Schema of the task: /scores/Laptop A must be number',
  );
});

test('a second answer that does not fit ends the run', async () => {
  const { agent } = await open(['Laptop B wins.', '{"best": 5}']);
  const { run, answer } = await agent.run('Which laptop?', { schema: SCHEMA });
  expect(run.outcome).toMatchObject({
    status: 'stopped',
    reason: 'invalid-answer',
    message: expect.stringContaining("must have required property 'scores'"),
  });
  expect(answer).toBeNull();
});

test('a value that looks like a call is the answer when it fits', async () => {
  const schema = { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] };
  const { agent } = await open(['{"code": "print(1)"}']);
  const { run } = await agent.run('Write it', { schema });
  expect(run.outcome).toEqual({ status: 'answered', value: { code: 'print(1)' } });
});

test('at the step limit the model sums up, without code', async () => {
  const { server, agent } = await open([
    fence('print(1)'),
    fence('print(2)'),
    `So far I have 1 and 2.\n${fence('never_run()')}`,
  ]);
  const { run, cells, events } = await agent.run('Go on', { limits: { maxSteps: 2 } });
  expect(run.outcome).toMatchObject({ status: 'stopped', reason: 'max-steps' });
  expect(cells.map(({ role }) => role)).toEqual(['code', 'code', 'answer']);
  expect(cells[2]).toMatchObject({
    isPartial: true,
    source: expect.stringContaining('So far I have 1 and 2.'),
  });
  expect(run.steps[2]).toMatchObject({ purpose: 'sum-up', action: 'answer' });
  expect(events.at(-1)?.type).toBe('run-end');
  expect(promptText(server, 1)).toContain('This is the last step');
  expect(promptText(server, 2)).toContain('A limit of this run is reached');
});

test('the line that names the notebook is in no answer, partial or whole, and in no later prompt', async () => {
  const { server, agent } = await open([
    'There are three.\nTitle: Three things',
    fence('print(1)'),
    'One so far.\n\n**Title:** One thing',
    'Done.',
  ]);
  expect((await agent.run('Count')).answer).toBe('There are three.');
  expect((await agent.run('Go on', { limits: { maxSteps: 1 } })).answer).toBe('One so far.');
  await agent.run('And now?');
  expect(promptText(server)).toMatch(/There are three\.[\s\S]*One so far\./);
  expect(promptText(server)).not.toContain('Title');
});

test('code alone is not a partial answer', async () => {
  const { agent } = await open([fence('print(1)'), fence('never_run()')]);
  const { run, cells } = await agent.run('Go on', { limits: { maxSteps: 1 } });
  expect(run.outcome).toMatchObject({ status: 'stopped', reason: 'max-steps' });
  expect(cells.map(({ role }) => role)).toEqual(['code']);
});

test('a sum-up that goes round in circles shows its circle twice', async () => {
  const circle = 'The mean is 3, and so the mean is 3. ';
  const { agent } = await open([fence('x = 1'), `So far: ${circle.repeat(500)}`]);
  const { answer } = await agent.run('Count', { limits: { maxSteps: 1 } });
  expect(answer).toBe(`So far: ${circle}${circle.trim()} […]`);
});

test('tools stay named in the prompt that sums up, and are not called', async () => {
  const call = { id: 'c1', name: 'execute_code', arguments: '{"code": "print(1)"}' };
  const { server, agent } = await open(
    [{ toolCalls: [call] }, { text: 'One, so far.', toolCalls: [{ ...call, id: 'c2' }] }],
    { nativeTools: true },
  );
  const { run, cells } = await agent.run('Go on', { limits: { maxSteps: 1 } });
  expect(run.outcome).toMatchObject({ reason: 'max-steps' });
  expect(cells.map(({ role, source }) => `${role}: ${source}`)).toEqual([
    'code: print(1)',
    'answer: One, so far.',
  ]);
  expect(server.requests[1]).toMatchObject({ tools: server.requests[0]?.tools, tool_choice: 'none' });
});

test('a budget that is nearly used is told once, where it stays', async () => {
  const print = (usage: number) => ({
    text: fence('print(1)'),
    usage: { prompt_tokens: usage, completion_tokens: 0 },
  });
  const { server, agent } = await open([print(400), print(450), print(100), print(60), 'One so far.']);
  const { run, answer } = await agent.run('Go on', { limits: { maxTokens: 1000 } });
  expect(run.outcome).toMatchObject({ status: 'stopped', reason: 'max-tokens' });
  expect(answer).toBe('One so far.');
  expect(run.budgetWarnings).toEqual([{ step: 2, budget: 'tokens', used: 850, limit: 1000 }]);
  const told = '850 of 1K tokens of this run are used';
  expect(promptText(server, 1)).not.toContain('tokens of this run');
  expect(promptText(server, 2)).toContain(told);
  const [before, after] = [server.requests[2]?.messages ?? [], server.requests[3]?.messages ?? []];
  expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
  expect(promptText(server, 3).split(told)).toHaveLength(2);
});

test('a cost limit holds where prices are known', async () => {
  const prices = { inputPerMTok: 1, outputPerMTok: 0 };
  const print = { text: fence('print(1)'), usage: { prompt_tokens: 900_000, completion_tokens: 0 } };
  const { server, agent } = await open([print, print, 'One so far.'], { prices });
  const { run } = await agent.run('Go on', { limits: { maxCost: 1, maxTokens: 10_000_000 } });
  expect(run.outcome).toMatchObject({ status: 'stopped', reason: 'max-cost' });
  expect(run.budgetWarnings).toMatchObject([{ budget: 'cost', used: 0.9, limit: 1 }]);
  expect(promptText(server, 1)).toContain('$0.9 of $1 of this run are used');
});

test('at the time limit the cell ends, then the model sums up in a time of its own', async () => {
  const { agent } = await open([fence('while True: pass'), 'It does not end.']);
  const { run, cells } = await agent.run('Loop', { limits: { runTimeoutMs: 5000 } });
  expect(run.outcome).toMatchObject({ status: 'stopped', reason: 'run-timeout' });
  expect(cells.map(({ role, status }) => `${role} ${status}`)).toEqual(['code interrupted', 'answer idle']);
  expect(cells[1]?.isPartial).toBe(true);
});

test('a model that fails to sum up leaves the outcome as it is', async () => {
  const { agent } = await open([fence('print(1)'), { status: 401 }]);
  const { run, cells } = await agent.run('Go on', { limits: { maxSteps: 1 } });
  expect(run.outcome).toMatchObject({ status: 'stopped', reason: 'max-steps' });
  expect(cells.map(({ role }) => role)).toEqual(['code']);
});

test('a person who stops the run is not kept waiting for a sum', async () => {
  const { agent } = await open([fence('while True: pass')]);
  const controller = new AbortController();
  const { run } = await agent.run('Loop', {
    signal: controller.signal,
    onEvent: ({ type }) => type === 'cell-start' && controller.abort(),
  });
  expect(run.outcome).toMatchObject({ status: 'stopped', reason: 'cancelled' });
});

test('a sum-up that a crash came upon is not asked for again', async () => {
  const { model, agent } = await open([fence('print(1)'), 'One so far.']);
  const { events } = await agent.run('Go on', { limits: { maxSteps: 1 } });
  const begun = events.findIndex((event) => event.type === 'step-end' && event.step === 2);
  const start = startRun('r-1', 'Go on', { limits: { ...DEFAULT_LIMITS, maxSteps: 1 } });
  const left = foldAll([start, ...events.slice(0, begun + 1)]);
  const { cells, runs } = await resume(left, { model, kernel: shared.kernel });
  expect(cells.filter(({ role }) => role === 'answer')).toMatchObject([
    { source: 'One so far.', isPartial: true },
  ]);
  expect(runs[0]?.outcome).toMatchObject({ status: 'stopped', reason: 'max-steps' });
});
