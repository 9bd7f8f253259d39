/** Agents that a run asks: real kernels and a real wire; only the words of the models are scripted, by what they are told. */
import { expect, test } from 'vitest';
import { readStdout } from '../../helpers/agent/agent-session.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';
import type { ModelServerRequest } from '../../helpers/model/model-server.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { openRuntime, type TestRuntime } from '../../helpers/runtime/test-runtime.ts';

const shared = shareProvider();

const PART = 'This is a part of the task of another agent';
const ask = (task: string, returns: string) => `\`\`\`ask_agent returns=${returns}\n${task}\n\`\`\``;

/** `lead` answers for the run that asks, `part` for the agents, by the number of messages that they were sent. */
function open(
  lead: (told: string, request: ModelServerRequest) => string,
  part: (told: string, request: ModelServerRequest) => string,
): Promise<TestRuntime> {
  return openRuntime(shared.provider, shared.workspacesDir, (request) => {
    const told = JSON.stringify(request.messages);
    return (told.includes(PART) ? part : lead)(told, request);
  });
}

async function run({ runtime, sessionId, read }: TestRuntime, agents: number) {
  const runId = await runtime.runs.start(sessionId, { task: 'What are both sums?', agents });
  await runtime.runs.wait(runId);
  return read();
}

const PREPARE =
  'import random\nrandom.seed(7)\nrows = [1, 2, 3]\nopen("rows.txt", "w").write("1")\nprint(len(rows))';
const ASKS = `Two parts.\n${ask('Sum `rows`.', 'total, gone')}\n${ask('Make a generator of squares of `rows`.', 'squares, listed')}`;
const SUM =
  'total = sum(rows)\nrows = None\nopen("made.txt", "w").write("total")\nopen("rows.txt", "w").write("2")\nprint("total", total)';
const SQUARES =
  'squares = (row ** 2 for row in rows)\nlisted = [row ** 2 for row in rows]\nprint("sum", sum(listed))';
const USE = 'print(rows, total, listed, random.random(), open("made.txt").read(), open("rows.txt").read())';

test('two agents work side by side on the state of the kernel, and what they return comes back', async () => {
  const opened = await open(
    (told) => {
      if (told.includes(USE.slice(0, 20))) return 'The sums are 6 and 14.';
      if (told.includes('has ended after')) return fence(USE);
      return told.includes('3\\n') ? ASKS : fence(PREPARE);
    },
    (told, { messages }) => {
      if (messages.length > 2) return told.includes('squares of') ? 'They sum up to 14.' : 'The total is 6.';
      return fence(told.includes('squares of') ? SQUARES : SUM);
    },
  );
  const session = await run(opened, 2);
  const [first] = session.runs;
  expect(first?.outcome).toEqual({ status: 'answered' });
  const [prepared, asked, used] = first?.steps ?? [];
  expect([prepared?.action, asked?.action, used?.action]).toEqual(['code', 'ask', 'code']);
  expect(asked?.asks?.map(({ begins, end }) => [begins, end?.answer])).toEqual([
    ['live', 'The total is 6.'],
    ['live', 'They sum up to 14.'],
  ]);
  expect(asked?.asks?.map(({ end }) => end?.returned)).toEqual([
    [
      { name: 'total', as: 'value' },
      { name: 'gone', as: 'none', reason: 'The agent did not define it.' },
    ],
    [
      { name: 'squares', as: 'none', reason: expect.stringContaining('generator') },
      { name: 'listed', as: 'value' },
    ],
  ]);
  expect(asked?.asks?.[0]?.end).toMatchObject({ files: ['made.txt'], changedFiles: ['rows.txt'], steps: 2 });

  // The agents have changed nothing of the kernel that they were copied from.
  const shown = readStdout(session.cells.find(({ id }) => id === used?.cellIds[0]));
  expect(shown).toBe('[1, 2, 3] 6 [1, 4, 9] 0.32383276483316237 total 1\n');
  const own = session.cells.filter(({ askId }) => askId === asked?.asks?.[0]?.askId);
  expect(own.map(({ role, status, step }) => [role, status, step])).toEqual([
    ['thought', 'idle', 2],
    ['code', 'ok', 2],
    ['thought', 'idle', 2],
  ]);
  expect(own[0]?.source).toBe('### Agent 1\n\nSum `rows`.');
  expect(readStdout(own[1])).toBe('total 6\n');
  expect(session.kernel.names.map(({ name }) => name)).toEqual(['random', 'rows', 'total', 'listed']);
  // Their sessions are gone, with their kernels and folders, and they were told nothing of the other conversation.
  expect((await opened.runtime.summaries.listSessions()).map(({ id }) => id)).toEqual([opened.sessionId]);
  const told = opened.model.requests
    .map(({ messages }) => JSON.stringify(messages))
    .filter((text) => text.includes(PART));
  expect(told.some((text) => text.includes('What are both sums?'))).toBe(false);
  expect(told.every((text) => text.includes('rows') && !text.includes('The user sees your answer'))).toBe(
    true,
  );
});

test('one agent too many is refused, and a stop ends those that work', async () => {
  const opened = await open(
    (told) =>
      told.includes('only 1 more part') ? ask('Loop.', 'x') : `${ask('A.', 'a')}\n${ask('B.', 'b')}`,
    () => fence('print("on it", flush=True)\nwhile True: pass'),
  );
  const runId = await opened.runtime.runs.start(opened.sessionId, { task: 'Loop.', agents: 1 });
  const working = await opened.until(({ runs }) => runs[0]?.steps.at(-1)?.asks?.[0] !== undefined);
  const { agentSessionId = '' } = working.runs[0]?.steps.at(-1)?.asks?.[0] ?? {};
  const done = new AbortController();
  for await (const events of opened.runtime.follow(agentSessionId, 0, done.signal))
    if (events.some(({ type }) => type === 'output-append')) done.abort();
  await opened.runtime.runs.cancel(opened.sessionId, runId);
  await opened.runtime.runs.wait(runId);
  const session = await opened.read();
  expect(session.runs[0]?.outcome).toMatchObject({ status: 'stopped', reason: 'cancelled' });
  expect(session.runs[0]?.steps.at(-1)?.asks?.[0]?.end?.outcome).toMatchObject({ reason: 'cancelled' });
  expect(session.cells.findLast(({ askId }) => askId !== undefined)).toMatchObject({ status: 'interrupted' });
});

test('a check that changes an object of the notebook changes a copy of it', async () => {
  const check =
    'VERDICT: CHECK\n"6" = found\n```python\nfound = sum(rows)\nrows.append(100)\nopen("rows.txt", "w").write("2")\n```';
  const opened = await openRuntime(shared.provider, shared.workspacesDir, ({ messages }) => {
    const told = JSON.stringify(messages);
    if (told.includes('VERDICT')) return told.includes('Checked:') ? 'VERDICT: APPROVE' : check;
    return told.includes('total 6') ? 'The total is 6.' : fence(`${PREPARE}\nprint("total", sum(rows))`);
  });
  const { runtime, sessionId, read } = opened;
  await runtime.runs.wait(await runtime.runs.start(sessionId, { task: 'The total?', review: true }));
  const { cells, runs } = await read();
  expect(runs[0]?.steps.at(-1)?.check).toMatchObject({ verdict: 'agrees' });
  expect(cells.filter(({ type }) => type === 'code').map(({ status }) => status)).toEqual(['ok', 'ok']);
  const cellId = await runtime.cells.insert(sessionId, {
    type: 'code',
    source: 'print(rows, open("rows.txt").read())',
  });
  await runtime.cells.execute(sessionId, cellId);
  await runtime.cells.wait(sessionId);
  expect(readStdout((await read()).cells.find(({ id }) => id === cellId))).toBe('[1, 2, 3] 1\n');
});
