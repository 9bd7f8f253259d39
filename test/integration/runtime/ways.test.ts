/** Several ways: real kernels and a real wire; only the words of the model are scripted, by what it is told. */
import { expect, test } from 'vitest';
import { DEFAULT_WAYS } from '../../../lib/protocol/ways/default-ways.ts';
import { findApproval } from '../../../lib/session/view/runs/find-approval.ts';
import type { Ways } from '../../../lib/session/ways.ts';
import { readStdout } from '../../helpers/agent/agent-session.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';
import type { ModelServerRequest, ScriptedReply } from '../../helpers/model/model-server.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { openRuntime, type TestRuntime } from '../../helpers/runtime/test-runtime.ts';

const shared = shareProvider();

const PREPARED = 'base = 4200\nopen("made.txt", "w").write("before")\nprint(base)';

type Reply = string | ScriptedReply;

/** The first run prepares a variable; `reply` answers for the ways and as the judge. */
function open(reply: (told: string, request: ModelServerRequest) => Reply): Promise<TestRuntime> {
  return openRuntime(shared.provider, shared.workspacesDir, (request) => {
    const told = JSON.stringify(request.messages);
    if (told.includes('How to go about it') || told.includes('Two data analysts'))
      return reply(told, request);
    return request.messages.length > 2 ? 'Ready.' : fence(PREPARED);
  });
}

/** Which of the default ways is told this. */
const nameWay = (told: string) =>
  DEFAULT_WAYS.find(({ instruction }) => told.includes(instruction))?.name ?? '';
/** Whether the way has run its cell. */
const hasRun = (told: string) => told.includes('way =');

/** Each way adds a number of its own to `base`, and says what came of it. */
function addAndSay(amounts: Record<string, number>) {
  return (told: string): Reply => {
    const name = nameWay(told);
    const amount = amounts[name] ?? 0;
    const code = `way = ${JSON.stringify(name)}\ntotal = base + ${amount}\nopen("way.txt", "w").write(way)\nprint("total", total)`;
    const usage = { prompt_tokens: name === 'Direct' ? 900 : 100, completion_tokens: 20 };
    return { text: hasRun(told) ? `The total is ${4200 + amount}.` : fence(code), usage };
  };
}

async function begin(test: TestRuntime, count: number, limits = {}) {
  await test.run('Prepare.');
  return test.runtime.ways.start(test.sessionId, { task: 'What is the total?', ways: count, limits });
}

async function finish({ runtime, sessionId, read }: TestRuntime): Promise<Ways> {
  await runtime.ways.wait(sessionId);
  const [ways] = (await read()).ways;
  if (!ways) throw new Error('There are no ways.');
  return ways;
}

async function execute({ runtime, sessionId, read }: TestRuntime, source: string): Promise<string> {
  const cellId = await runtime.cells.insert(sessionId, { type: 'code', source });
  await runtime.cells.execute(sessionId, cellId);
  await runtime.cells.wait(sessionId);
  return readStdout((await read()).cells.find(({ id }) => id === cellId));
}

test('equal computed values end it: the cheaper way is the notebook, with its variables and files', async () => {
  const opened = await open(addAndSay({ Direct: 42, 'Data first': 42 }));
  const { ways } = await begin(opened, 2, { maxSteps: 9, maxTokens: 50_001 });
  expect(ways.map(({ name, begins }) => [name, begins])).toEqual([
    ['Direct', 'live'],
    ['Data first', 'live'],
  ]);
  await expect(opened.ask('Something else?')).rejects.toThrow('still running');
  const { end, budget, chosen } = await finish(opened);

  const cheaper = ways[1]?.sessionId;
  expect(end).toMatchObject({
    outcome: { status: 'chosen', sessionId: cheaper },
    basis: { kind: 'values', least: 'tokens', values: [{ text: '4242', printed: '4242' }] },
    kernel: 'moved',
  });
  expect(chosen).toBe(cheaper);
  expect(budget.each).toMatchObject({ maxSteps: 4, maxTokens: 25_000 });
  const session = await opened.read();
  expect(session.cells.at(-1)).toMatchObject({ role: 'answer', source: 'The total is 4242.' });
  expect(session.runs.map(({ task }) => task.text)).toEqual(['Prepare.', 'What is the total?']);
  expect(await execute(opened, 'print(base, total, way, open("way.txt").read())')).toBe(
    '4200 4242 Data first Data first\n',
  );
  const [other = ''] = ways.map(({ sessionId }) => sessionId);
  expect((await opened.runtime.sessions.read(other)).kernel).toMatchObject({ status: 'none' });
  // A new process of the kernel that was moved is in the folder that was moved with it.
  await opened.runtime.kernels.control(opened.sessionId, { action: 'restart' });
  expect(await execute(opened, 'print(open("way.txt").read())')).toBe('Data first\n');
});

test('a judge that prefers what it is shown first leaves the choice to the user, who may choose again', async () => {
  const say = addAndSay({ Direct: 1, 'Data first': 2 });
  const opened = await open((told) =>
    told.includes('Two data analysts')
      ? '{"winner": "A", "confidence": 0.9, "reason": "It comes first."}'
      : say(told),
  );
  const { waysId, ways } = await begin(opened, 2);
  const { end } = await finish(opened);
  expect(end?.outcome.status).toBe('left');
  const [direct = '', dataFirst = ''] = ways.map(({ sessionId }) => sessionId);
  expect(end?.basis).toMatchObject({
    kind: 'judge',
    pairs: [{ verdicts: [{ winner: direct }, { winner: dataFirst }], winner: null }],
  });

  await opened.runtime.sessions.chooseApproval(direct, 'risky');
  expect(await opened.runtime.ways.choose(opened.sessionId, waysId, direct)).toBe('moved');
  const first = await opened.read();
  expect(findApproval(first)).toBe('risky');
  expect(first.cells.at(-1)?.source).toBe('The total is 4201.');
  expect(first.ways[0]).toMatchObject({
    chosen: direct,
    choices: [{ chosen: direct, by: { kind: 'user' } }],
  });

  // The kernel of the other way had ended when the first was chosen.
  expect(await opened.runtime.ways.choose(opened.sessionId, waysId, dataFirst)).toBe('lost');
  const second = await opened.read();
  expect(second.cells.map(({ source }) => source)).not.toContain('The total is 4201.');
  expect(second.cells.at(-1)?.source).toBe('The total is 4202.');
  expect(second.kernel.lostNames.map(({ name }) => name)).toContain('total');
  expect(await execute(opened, 'print(open("way.txt").read())')).toBe('Data first\n');
  await expect(opened.runtime.ways.choose(opened.sessionId, waysId, direct)).rejects.toThrow('was changed');
});

test('answers that agree stand together: one of them is compared with the one that differs', async () => {
  const say = addAndSay({ Direct: 42, 'Data first': 42, 'Two methods': 7 });
  const opened = await open((told) => {
    if (!told.includes('Two data analysts')) return say(told);
    const isFirst = told.indexOf('4242') < told.indexOf('4207');
    return `{"winner": "${isFirst ? 'A' : 'B'}", "confidence": 0.9, "reason": "It adds 42."}`;
  });
  const { ways } = await begin(opened, 3);
  const [direct, dataFirst, twoMethods] = ways.map(({ sessionId }) => sessionId);
  const { end } = await finish(opened);
  // The one of the two that used fewer tokens.
  expect(end?.outcome).toMatchObject({ status: 'chosen', sessionId: dataFirst });
  expect(end?.basis).toMatchObject({
    kind: 'judge',
    groups: [[direct, dataFirst], [twoMethods]],
    pairs: [{ ways: [dataFirst, twoMethods], winner: dataFirst }],
  });
});

test('a stop ends all, and a limit that cannot be split is refused', async () => {
  const opened = await open((told) => ({
    text: fence(`way = ${JSON.stringify(nameWay(told))}\nwhile True: pass`),
  }));
  await expect(begin(opened, 3, { maxSteps: 2 })).rejects.toThrow('for all ways together');
  const { waysId, ways } = await opened.runtime.ways.start(opened.sessionId, { task: 'Loop.', ways: 3 });
  const running = ways.map(async ({ sessionId, runId }) => {
    const done = new AbortController();
    let hasBegun = false;
    for await (const events of opened.runtime.follow(sessionId, 0, done.signal))
      for (const event of events) {
        if (event.type === 'run-start') hasBegun = event.runId === runId;
        if (hasBegun && event.type === 'cell-start') done.abort();
      }
  });
  await Promise.all(running);
  await opened.runtime.ways.cancel(opened.sessionId, waysId);
  expect((await finish(opened)).end?.outcome).toMatchObject({ status: 'stopped' });
  for (const { sessionId, runId } of ways) {
    const session = await opened.runtime.sessions.read(sessionId);
    expect(session.runs.find(({ id }) => id === runId)?.outcome).toMatchObject({ reason: 'cancelled' });
    expect(session.kernel.status).toBe('none');
  }
  expect(await execute(opened, 'print(base)')).toBe('4200\n');
});
