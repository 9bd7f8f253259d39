/** The package as a program uses it: real kernels, a scripted model server, no web app. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  type ActbookOptions,
  type CustomModel,
  createActbook,
  type Event,
  linkQuantities,
} from '../../../lib/index.ts';
import type { TestProvider } from '../../helpers/kernel/kernel-provider.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';
import { promptText, type ScriptEntry, startModelServer } from '../../helpers/model/model-server.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

/** One server of kernels for all cases. */
const kernels = shareProvider({ sandbox: 'off' });

/** An Actbook over a scripted model, for one case. */
async function open(script: ScriptEntry[], options: ActbookOptions = {}) {
  const server = await startModelServer(script);
  const model = { baseUrl: server.baseUrl, modelId: 'scripted' };
  const actbook = await createActbook({ model, kernels: shareable(kernels), ...options });
  let closed: Promise<void> | null = null;
  const close = () => {
    closed ??= actbook.dispose().then(() => server.close());
    return closed;
  };
  onTestFinished(close);
  return { server, actbook, close };
}

/** The provider without its end, which is ours and not that of the first Actbook that ends. */
function shareable({ provider }: TestProvider) {
  return { ...provider, stopStarting: () => {}, dispose: async () => {} };
}

test('a program asks, follows the events, and leaves with the answer and the notebook', async () => {
  const { actbook } = await open([
    `I read it.\n${fence('print(sum(int(line) for line in open("numbers.txt")))\nopen("out.txt", "w").write("55")')}`,
    'The sum is **55**.',
  ]);
  const session = await actbook.createSession({ title: 'Sums' });
  expect(await session.addFile({ name: 'numbers.txt', content: '1\n2\n52\n' })).toBe('numbers.txt');

  const run = await session.run('What is the sum?');
  const types: string[] = [];
  for await (const event of run) types.push(event.type);
  const result = await run.result();

  expect(types[0]).toBe('run-start');
  expect(types.at(-1)).toBe('run-end');
  expect(types).toContain('output-append');
  expect(result).toMatchObject({ outcome: { status: 'answered' }, answer: 'The sum is **55**.', steps: 2 });
  expect(result.usage).toEqual({ promptTokens: 200, completionTokens: 40, estimated: false });

  const notebook = await session.toNotebook();
  expect(notebook.cells.map(({ metadata }) => Object(metadata.actbook).role)).toEqual([
    ...['task', 'thought', 'code', 'answer'],
  ]);
  const path = join(await createTempDir(), 'sums.ipynb');
  await session.saveNotebook(path);
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(notebook);
  await expect(session.saveNotebook(join(path, '..', 'none', 'sums.ipynb'))).rejects.toMatchObject({
    code: 'bad-request',
    message: expect.stringContaining('Create it, or choose another place.'),
  });
  expect(new TextDecoder().decode(await session.readFile('out.txt'))).toBe('55');

  const again: Event[] = [];
  for await (const event of run) again.push(event);
  expect(again.map(({ type }) => type)).toEqual(types);
});

test('code that asks is answered by the program, or told that nobody is there', async () => {
  const code = 'print("Hello", input("Your name? "))';
  const { actbook } = await open([fence(code), 'Asked.', fence(code), 'Not asked.']);
  const session = await actbook.createSession();
  const prompts: string[] = [];
  await session.ask('Greet me', {
    onInput: ({ prompt }) => {
      prompts.push(prompt);
      return 'Ada';
    },
  });
  await session.ask('Greet me again');
  const { cells } = await session.read();
  const [first, second] = cells.filter(({ role }) => role === 'code');

  expect(prompts).toEqual(['Your name? ']);
  expect(JSON.stringify(first?.outputs)).toContain('Hello Ada');
  expect(JSON.stringify(second?.outputs)).toContain('EOFError');
});

test('what onInput throws stops the run and comes out of result()', async () => {
  const { actbook } = await open([fence('input()')]);
  const session = await actbook.createSession();
  const run = await session.run('Ask me', {
    onInput: () => {
      throw new Error('no terminal');
    },
  });
  await expect(run.result()).rejects.toThrow('no terminal');
  expect((await session.read()).runs[0]?.outcome).toMatchObject({ status: 'stopped', reason: 'cancelled' });
});

test('a run that is stopped while the program is asked has a result', async () => {
  const { actbook } = await open([fence('1')]);
  const session = await actbook.createSession();
  const run = await session.run('Go', { approval: 'always', onApproval: () => new Promise(() => {}) });
  for await (const event of run) if (event.type === 'approval-request') await run.cancel();
  expect((await run.result()).outcome).toMatchObject({ status: 'stopped', reason: 'cancelled' });
});

test.each([
  ['cancelled', [fence('input()')], {}],
  ['run-timeout', [fence('input()'), 'Nobody answered.'], { runTimeoutMs: 3000 }],
])(
  'a run that is stopped (%s) while code waits for the program has a result',
  async (reason, script, limits) => {
    const { actbook } = await open(script);
    const session = await actbook.createSession();
    const run = await session.run('Ask', { limits, onInput: () => new Promise(() => {}) });
    for await (const event of run)
      if (event.type === 'input-request' && reason === 'cancelled') await run.cancel();
    expect((await run.result()).outcome).toMatchObject({ status: 'stopped', reason });
  },
);

test('a question that the program never answers does not keep it from being asked the next one', async () => {
  const dying = 'import os, threading\nthreading.Timer(0.5, os._exit, [1]).start()\ninput("First? ")';
  const { actbook } = await open([fence(dying), fence('print(input("Second? "))'), 'Done.']);
  const session = await actbook.createSession();
  const { answer } = await session.ask('Ask twice', {
    onInput: ({ prompt }) => (prompt === 'First? ' ? new Promise(() => {}) : 'Ada'),
  });
  expect(answer).toBe('Done.');
  expect(JSON.stringify((await session.read()).cells)).toContain('Ada');
});

test('an abort of the program cancels the run in the middle of a cell', async () => {
  const { actbook } = await open([fence('while True: pass')]);
  const session = await actbook.createSession();
  const abort = new AbortController();
  const run = await session.run('Go on forever', { signal: abort.signal });
  for await (const event of run) if (event.type === 'cell-start') abort.abort();
  expect((await run.result()).outcome).toMatchObject({ status: 'stopped', reason: 'cancelled' });
  await expect(session.run('Again', { signal: abort.signal })).rejects.toThrow('abort');
});

test('a path without a file is refused, and does not end the program', async () => {
  const { actbook } = await open([]);
  const session = await actbook.createSession();
  for (const path of ['none.csv', import.meta.dirname])
    await expect(session.addFile(path)).rejects.toMatchObject({ code: 'bad-request' });
  expect((await session.read()).files).toEqual([]);
});

test('a signal may abort when its run, and all of Actbook, have ended', async () => {
  const { actbook, close } = await open(['Nothing to do.']);
  const session = await actbook.createSession();
  const abort = new AbortController();
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  await session.ask('Do nothing', { signal: abort.signal });
  await close();
  abort.abort();
  await new Promise((resolve) => setTimeout(resolve));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

test('events of a session end with Actbook, whatever signal they were asked for with', async () => {
  const { actbook, close } = await open([]);
  const session = await actbook.createSession();
  const events = session.events({ signal: new AbortController().signal })[Symbol.asyncIterator]();
  expect((await events.next()).value).toMatchObject({ type: 'session-start' });
  const next = events.next();
  await close();
  expect(await next).toMatchObject({ done: true });
});

test('a model of the program’s own is asked like any other', async () => {
  const asked: string[] = [];
  const model: CustomModel = {
    id: 'echo',
    async *stream({ messages }) {
      asked.push(JSON.stringify(messages.at(-1)?.content));
      yield { type: 'text-delta', text: asked.length === 1 ? fence('print(6 * 7)') : 'It is 42.' };
      yield {
        type: 'end',
        finishReason: 'stop',
        usage: { promptTokens: 1, completionTokens: 1, estimated: true },
      };
    },
  };
  const { actbook } = await open([], { model });
  const session = await actbook.createSession();
  const { answer, usage } = await session.ask('What is six times seven?');

  expect(answer).toBe('It is 42.');
  expect(asked[1]).toContain('42');
  expect(usage).toEqual({ promptTokens: 2, completionTokens: 2, estimated: true });
  expect((await session.toNotebook()).metadata.actbook).toMatchObject({
    runs: [{ model: { id: 'echo', kind: 'custom' } }],
  });
});

test('sessions of a home that is kept are found again; a task that cannot be is refused', async () => {
  const homeDir = await createTempDir();
  const first = await open(['Nothing to do.'], { homeDir });
  const { id } = await first.actbook.createSession({ title: 'Kept' });
  await (await first.actbook.openSession(id)).ask('Do nothing');
  await first.close();

  const { actbook } = await open([], { homeDir });
  expect((await actbook.listSessions()).map(({ title }) => title)).toEqual(['Kept']);
  const session = await actbook.openSession(id);
  expect((await session.read()).runs).toHaveLength(1);
  await expect(session.run('  ')).rejects.toMatchObject({ code: 'bad-request' });
  await expect(session.run('?', { files: ['none.csv'] })).rejects.toMatchObject({ code: 'bad-request' });
  await expect(actbook.openSession('s-none')).rejects.toMatchObject({ code: 'not-found' });
  await session.delete();
  expect(await actbook.listSessions()).toEqual([]);
});

test('code waits for the program’s word, which can change it or refuse it', async () => {
  const { server, actbook } = await open([
    fence('print("one")'),
    fence('print("two")'),
    'Only one of them ran as I wrote it.',
  ]);
  const session = await actbook.createSession();
  const asked: string[] = [];
  const { outcome } = await session.ask('Print two words', {
    approval: 'always',
    onApproval: ({ source }) => {
      asked.push(source);
      if (asked.length === 1) return { decision: 'edit', source: 'print("eins")' };
      return { decision: 'refuse', reason: 'One is enough.' };
    },
  });

  expect(outcome.status).toBe('answered');
  expect(asked).toEqual(['print("one")', 'print("two")']);
  const [first] = (await session.read()).cells.filter(({ role }) => role === 'code');
  expect(JSON.stringify(first?.outputs)).toContain('eins');
  expect(promptText(server, 2)).toContain('One is enough.');
});

test('words to a run in progress reach its next step', async () => {
  const { server, actbook } = await open([fence('input("Ready? ")'), 'In dollars.']);
  const session = await actbook.createSession();
  const run = await session.run('What does it cost?', {
    onInput: async () => {
      await run.steer('Answer in dollars.');
      return 'yes';
    },
  });
  expect((await run.result()).answer).toBe('In dollars.');
  expect(promptText(server, 1)).toContain('Answer in dollars.');
  await expect(run.steer('And in euros.')).rejects.toMatchObject({ code: 'conflict' });
});

test('words can interrupt the running cell', async () => {
  const loop = 'import time\nprint("on it", flush=True)\nwhile True: time.sleep(0.02)';
  const { server, actbook } = await open([fence(loop), 'That is enough.']);
  const session = await actbook.createSession();
  const run = await session.run('Count.');
  await expect(run.steer('Now.', { interupt: true } as never)).rejects.toThrow(
    'steer has no option “interupt”',
  );
  for await (const { type } of run)
    if (type === 'output-append') {
      await run.steer('Stop early.', { interrupt: true });
      break;
    }
  expect((await run.result()).answer).toBe('That is enough.');
  expect(promptText(server)).toContain('Stop early.');
});

test('numbers of an answer are found in outputs of a notebook file, whose text may be a list of lines', async () => {
  const { actbook } = await open([fence('print("mass", 4207.06)'), 'The mass is 4207.06.']);
  const session = await actbook.createSession();
  const { answer } = await session.ask('What is the mass?');
  const { cells } = await session.toNotebook();
  const sources = cells.flatMap(({ id, cell_type, source, outputs = [] }, index) =>
    cell_type === 'code' ? [{ id, cell: index + 1, source, outputs }] : [],
  );
  expect(linkQuantities(answer ?? '', sources, '')).toMatchObject([{ text: '4207.06', status: 'stated' }]);
  const lines = [{ output_type: 'stream', name: 'stdout', text: ['mass\n', '4207.06\n'] }];
  expect(
    linkQuantities('It is 4207.06.', [{ id: 'a', cell: 1, source: '', outputs: lines }], ''),
  ).toMatchObject([{ status: 'stated', sources: [{ printed: '4207.06' }] }]);
});

test('a branch has the variables of its session, or there is none', async () => {
  const { actbook } = await open([
    fence('total = 40 + 1'),
    'Set.',
    fence('total += 1\nprint(total)'),
    'It is 42.',
    fence('print(total)\nlog = open("log.txt", "w")'),
    'It is 41.',
  ]);
  const session = await actbook.createSession();
  expect((await session.ask('Set it.')).outcome).toEqual({ status: 'answered' });
  const { session: branch, isLive } = await session.branch();
  expect(isLive).toBe(true);
  await branch.ask('Add one.');
  expect(JSON.stringify(await branch.toNotebook())).toContain('42\\n');
  await session.ask('And here?');
  expect(JSON.stringify(await session.toNotebook())).toContain('41\\n');
  await expect(session.branch({ kernel: 'live' })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('the file log.txt'),
  });
});

test('a cell of the agent is taken back with its effect on variables', async () => {
  const { actbook } = await open([fence('x = 1'), fence('x = 2'), 'Two.', fence('print(x)'), 'It is 1.']);
  const session = await actbook.createSession();
  await session.ask('Set it.');
  const cells = (await session.read()).cells.filter(({ role }) => role === 'code');
  const done = await session.takeBack(cells[1]?.id ?? '');
  expect(done).toMatchObject({ how: 'checkpoint', undone: [cells[1]?.id], files: { count: 0 } });
  await session.ask('And now?');
  expect(JSON.stringify(await session.toNotebook())).toContain('"1\\n"');
  await expect(session.takeBack('none')).rejects.toMatchObject({ code: 'not-found' });
});

test('calls after dispose and addresses without a scheme fail with a code', async () => {
  const { actbook, close } = await open([]);
  const session = await actbook.createSession();
  await close();
  const gone = { name: 'AppError', code: 'conflict' };
  await expect(actbook.createSession()).rejects.toMatchObject(gone);
  await expect(actbook.listSessions()).rejects.toMatchObject(gone);
  await expect(session.ask('Still there?')).rejects.toMatchObject(gone);
  await expect(session.read()).rejects.toMatchObject(gone);
  for (const baseUrl of ['nonsense', 'localhost:11434/v1'])
    await expect(createActbook({ model: { baseUrl, modelId: 'x' } })).rejects.toMatchObject({
      code: 'bad-request',
      message: expect.stringContaining(baseUrl),
    });
});

test('a folder for the data that cannot be is a sentence, not an error of the system', async () => {
  await expect(createActbook({ homeDir: '/dev/null/actbook' })).rejects.toMatchObject({
    code: 'disk-failed',
    message: expect.stringContaining('/dev/null/actbook cannot be created or written.'),
  });
});

test('an option that is not known is named with those that are, wherever it is', async () => {
  const { actbook } = await open([]);
  const session = await actbook.createSession();
  // As a program without types writes them.
  const misspelled = (options: Record<string, unknown>) => Object(options);
  const calls: [string, () => Promise<unknown>][] = [
    [
      'createActbook has no option “homedir”. It has mcpServers, ',
      () => createActbook(misspelled({ homedir: '.' })),
    ],
    [
      'model has no option “baseURL”',
      () => createActbook({ model: misspelled({ baseURL: 'http://x', modelId: 'x' }) }),
    ],
    [
      'kernels has no option “tokens”',
      () => createActbook({ kernels: misspelled({ url: 'http://x', tokens: 'x' }) }),
    ],
    ['createSession has no option “kernel”', () => actbook.createSession(misspelled({ kernel: 'ir' }))],
    ['run has no option “limit”', () => session.ask('Go', misspelled({ limit: {} }))],
    [
      'There is no limit “maxStep”. The limits are maxSteps, ',
      () => session.ask('Go', { limits: misspelled({ maxStep: 3 }) }),
    ],
    ['verify has no option “timeout”', () => session.verify(misspelled({ timeout: 1 }))],
    [
      'verifyNotebook has no option “kernel”',
      () => actbook.verifyNotebook('a.ipynb', misspelled({ kernel: 'x' })),
    ],
  ];
  for (const [sentence, call] of calls) {
    await expect(call(), sentence).rejects.toMatchObject({
      code: 'bad-request',
      message: expect.stringContaining(sentence),
    });
  }
  expect((await session.read()).runs).toEqual([]);
});
