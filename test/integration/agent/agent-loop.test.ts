/** How a run continues, is bounded and ends, with a real kernel and a scripted model server. */
import { expect, test } from 'vitest';
import { readStdout } from '../../helpers/agent/agent-session.ts';
import { shareKernel } from '../../helpers/agent/shared-kernel.ts';
import { promptText } from '../../helpers/model/model-server.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';

const { open } = shareKernel();

test('native tool calls run in order and every one is answered', async () => {
  const { server, agent } = await open(
    [
      {
        text: 'Let me compute.',
        toolCalls: [
          { id: 'c1', name: 'execute_code', arguments: '{"code": "print(6 * 7)"}' },
          { id: 'c2', name: 'execute_code', arguments: '{"code": "undefined_name"}' },
          { id: 'c3', name: 'execute_code', arguments: '{"code": "print(3)"}' },
        ],
      },
      { toolCalls: [{ id: 'c4', name: 'weather', arguments: '{"city": "Oslo"}' }] },
      'It is 42.',
    ],
    { nativeTools: true },
  );
  const { cells, run } = await agent.run('6 times 7?');

  expect(run.outcome).toEqual({ status: 'answered' });
  expect(cells.map(({ role, status }) => `${role} ${status}`)).toEqual([
    'thought idle',
    'code ok',
    'code error',
    'answer idle',
  ]);
  expect(server.requests[0]?.tools).toHaveLength(2);
  const messages = server.requests[2]?.messages.slice(2) ?? [];
  expect(messages.map(({ role, tool_call_id }) => [role, tool_call_id])).toEqual([
    ['assistant', undefined],
    ['tool', 'c1'],
    ['tool', 'c2'],
    ['tool', 'c3'],
    ['user', undefined],
    ['assistant', undefined],
    ['tool', 'c4'],
  ]);
  expect(messages[1]?.content).toMatch(/^In \[\d+\] \(cell \w{8}\)\n42$/);
  expect(messages[2]?.content).toContain("NameError: name 'undefined_name' is not defined");
  expect(messages[3]?.content).toContain('Not run');
  expect(messages[6]?.content).toContain('no tool named "weather"');
});

test('code between execute tags runs, when that is the form asked for', async () => {
  const { server, agent } = await open(['I add.\n<execute> print(1 + 1)\n</execute>', 'Two.']);
  const { cells } = await agent.run('1 + 1?', { prompt: { format: 'execute' } });
  expect(readStdout(cells[1])).toBe('2\n');
  expect(promptText(server, 0)).toContain('<execute>\nprint(1 + 1)\n</execute>');
});

test('several blocks stop at the first that fails, and the model is told', async () => {
  const { server, agent } = await open([
    `${fence('a = 1')}\n${fence('raise ValueError("no")')}\n${fence('a = 2')}`,
    fence('print(a)'),
    'a is 1.',
  ]);
  const { cells } = await agent.run('Set a');
  expect(cells.map(({ status }) => status)).toEqual(['ok', 'error', 'ok', 'idle']);
  expect(readStdout(cells[2])).toBe('1\n');
  const told = promptText(server, 1);
  expect(told).toMatch(
    /Observation of code block 1 In \[\d+\] \(cell \w{8}\):\n\[The cell ran and gave no output/,
  );
  expect(told).toContain('ValueError: no');
  expect(told).toContain('The code block after it was not run');
});

test('cancelled while the model writes, the partial text stays', async () => {
  const { agent } = await open([{ text: 'I am thinking about this for long.', hangAfter: 2 }]);
  const controller = new AbortController();
  const { run, cells, events } = await agent.run('Think', {
    signal: controller.signal,
    onEvent: (_event, session) => {
      if (session.runs.at(-1)?.steps.at(-1)?.text === 'I am thinking ') controller.abort();
    },
  });
  expect(run.outcome).toMatchObject({ status: 'stopped', reason: 'cancelled' });
  expect(run.steps[0]).toMatchObject({ text: 'I am thinking ', action: 'none', finishReason: 'aborted' });
  expect(cells.map(({ role, source }) => [role, source])).toEqual([['thought', 'I am thinking']]);
  expect(events.at(-1)?.type).toBe('run-end');
});

test('cancelled while a cell runs, the cell ends before the run and the kernel keeps its variables', async () => {
  const { server, agent } = await open([
    fence('kept = 7\nimport time\nprint("go", flush=True)\nwhile True: time.sleep(0.05)'),
    fence('print(kept)'),
    'Seven.',
  ]);
  const controller = new AbortController();
  const first = await agent.run('Loop', {
    signal: controller.signal,
    onEvent: (event) => {
      if (event.type === 'output-append') controller.abort();
    },
  });
  const second = await agent.run('What is kept?');
  expect(first.run.outcome).toMatchObject({ status: 'stopped', reason: 'cancelled' });
  expect(first.cells[0]?.status).toBe('interrupted');
  expect(first.events.slice(-3).map(({ type }) => type)).toEqual(['cell-end', 'kernel-names', 'run-end']);
  expect(readStdout(second.cells[0])).toBe('7\n');
  expect(promptText(server, 1)).toContain('The cell was interrupted before it ended');
});

test('a cell over its limit is stopped and the model continues', async () => {
  const { server, agent } = await open([fence('while True: pass'), 'It never ends.']);
  const { run, cells } = await agent.run('Loop', { limits: { cellTimeoutMs: 1000 } });
  expect(cells[0]?.status).toBe('timed-out');
  expect(run.outcome).toEqual({ status: 'answered' });
  expect(promptText(server)).toContain('The cell was stopped at its time limit');
});

test('the same failure three times ends the run', async () => {
  const { agent } = await open([fence('1 / 0'), fence('1 / 0'), fence('1 / 0')]);
  const { run } = await agent.run('Divide');
  expect(run.outcome).toMatchObject({ status: 'stopped', reason: 'repeated-failure' });
});

test('an empty reply is answered with what is wanted; a second one ends the run', async () => {
  const { server, agent } = await open(['', '']);
  const { run } = await agent.run('Say something');
  expect(run.outcome).toMatchObject({ status: 'stopped', reason: 'repeated-failure' });
  expect(promptText(server, 1)).toContain('neither code nor an answer');
});

test('a wrong key fails the run with advice and without the key', async () => {
  const { agent } = await open([{ status: 401, error: { message: 'Bad key test-key-123456' } }]);
  const { run, events } = await agent.run('Hi');
  expect(run.outcome).toMatchObject({ status: 'failed', code: 'model-auth' });
  expect(JSON.stringify(events)).toContain('OPENAI_API_KEY');
  expect(JSON.stringify(events)).not.toContain('test-key-123456');
});

test('a conversation too long for the model is shortened and sent again', async () => {
  const overflow = {
    status: 400,
    error: { message: 'maximum context length is 8', code: 'context_length_exceeded' },
  };
  const print = fence('print("row\\n" * 1500)');
  const { server, agent } = await open([print, print, print, print, overflow, 'Done.']);
  const { run } = await agent.run('Print', { limits: { promptTokens: 8000 } });
  expect(run.outcome).toEqual({ status: 'answered' });
  expect(promptText(server, 5).length).toBeLessThan(promptText(server, 4).length);
});

test('a plot costs the prompt little', async () => {
  const plot = 'import matplotlib.pyplot as plt\nplt.plot([1, 3, 2])\nplt.show()';
  const { server, agent } = await open([fence(plot), 'See the plot.']);
  await agent.run('Plot');
  const told = String(server.requests[1]?.messages.at(-1)?.content);
  expect(told).toMatch(/\[image\/png, \d+x\d+ pixels, \d+ KB, shown to the user\]\ndrawn: line\./);
  expect(told.length).toBeLessThan(1500 * 4);
});

test('tools that cannot be defined fail the run before the model is asked', async () => {
  const { agent } = await open([]);
  const { run, cells } = await agent.run('Use the tool', { tools: 'def broken(:\n    pass' });
  expect(run.outcome).toMatchObject({ status: 'failed', code: 'bad-request' });
  expect(JSON.stringify(run.outcome)).toContain('SyntaxError');
  expect(cells[0]).toMatchObject({ role: 'tools', status: 'error' });
});

test('a server that refuses native tools or images in the middle of a run gets the prompt without them', async () => {
  const refuse = (message: string) => ({ status: 400, error: { message } });
  const script = [
    refuse('scripted does not support tools'),
    fence('import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()'),
    refuse('scripted is not a multimodal model'),
    'It rises.',
  ];
  const { server, agent } = await open(script, { nativeTools: true, vision: true });
  const { run, answer } = await agent.run('Does it rise?');
  expect(run.outcome).toEqual({ status: 'answered' });
  expect(answer).toBe('It rises.');
  expect(run.steps).toHaveLength(2);
  expect(server.requests.map(({ tools }) => tools !== undefined)).toEqual([true, false, false, false]);
  expect(promptText(server, 1)).toContain('```python');
  const sawImage = server.requests.map((request) => JSON.stringify(request).includes('image_url'));
  expect(sawImage).toEqual([false, false, true, false]);
});
