import { expect, test } from 'vitest';
import { createSessionUpdates } from '../../../lib/acp/session-updates.ts';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { NO_USAGE } from '../../../lib/protocol/runs/usage.ts';
import { createSession } from '../../../lib/session/session.ts';
import { endRun, insertOfRun, MODEL, printOf, startRun, toEvents } from '../../helpers/session-events.ts';

const at = { runId: 'r', step: 1 };
const blobs = { get: async () => Buffer.from('iVBORw0KGgo=', 'base64') };

async function update(bodies: readonly EventBody[], isReplay = false) {
  const updates = createSessionUpdates(createSession('s'), {
    ...{ blobs, isReplay },
    findContextTokens: (id) => (id === MODEL.id ? 8000 : undefined),
  });
  const sent = [];
  for (const event of toEvents(bodies)) sent.push(...(await updates.apply(event)));
  return { sent, changed: await updates.takeChanged(), again: await updates.takeChanged(), updates };
}

const start = { type: 'cell-start', cellId: 'c' } as const;
const end = (status: 'ok' | 'error' = 'ok'): EventBody => ({
  ...{ type: 'cell-end', cellId: 'c', status, executionCount: 1 },
});

test('code is a tool call, and its outputs, pictures, and end come once each with what is new', async () => {
  const picture: EventBody = {
    type: 'output-append',
    cellId: 'c',
    output: {
      output_type: 'display_data',
      data: { 'image/png': { blob: 'b', bytes: 9, encoding: 'base64' }, 'text/plain': '<Figure>' },
      metadata: {},
    },
  };
  const source = 'import os\n# Look\nprint(1)';
  const { sent, changed, again } = await update([
    ...[startRun('r'), insertOfRun(at, 'c', source), start],
    ...[printOf('c', 'one\n'), printOf('c', '\u001b[31mtwo\u001b[0m\n'), picture, end()],
  ]);
  const code = { type: 'content', content: { type: 'text', text: `\`\`\`python\n${source}\n\`\`\`` } };
  expect(sent).toEqual([
    {
      ...{ sessionUpdate: 'tool_call', toolCallId: 'c', title: 'Look', kind: 'execute', status: 'pending' },
      ...{ content: [code], rawInput: { command: source, language: 'python' } },
    },
  ]);
  expect(changed).toMatchObject([
    {
      ...{ sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed' },
      content: [
        code,
        { content: { text: '```text\none\ntwo\n```' } },
        { content: { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' } },
      ],
      rawOutput: 'one\ntwo\n[Picture: <Figure>]',
    },
  ]);
  expect(again).toEqual([]);
});

test('an output whose bytes are gone is said to be, and the others are there', async () => {
  const gone = { get: () => Promise.reject(new Error('gone')) };
  const lost: EventBody = {
    type: 'output-append',
    cellId: 'c',
    output: {
      output_type: 'display_data',
      data: { 'image/png': { blob: 'b', bytes: 9, encoding: 'base64' } },
      metadata: {},
    },
  };
  const updates = createSessionUpdates(createSession('s'), { blobs: gone, isReplay: true });
  for (const event of toEvents([
    startRun('r'),
    insertOfRun(at, 'c'),
    start,
    printOf('c', 'one'),
    lost,
    end(),
  ]))
    await updates.apply(event);
  expect(await updates.takeChanged()).toMatchObject([
    { status: 'completed', rawOutput: 'one\n[An output could not be read.]' },
  ]);
});

test('a flood of output is cut, in the content and in the text', async () => {
  const { changed } = await update([
    ...[startRun('r'), insertOfRun(at, 'c'), start],
    ...[printOf('c', 'word '.repeat(20_000)), end('error')],
  ]);
  const [call] = changed;
  expect(call).toMatchObject({ status: 'failed', rawOutput: expect.stringContaining('characters left out') });
  expect(JSON.stringify(call).length).toBeLessThan(50_000);
});

test('code that the agent replaces is a call of its own; what the user runs again is not', async () => {
  const edit: EventBody = { type: 'cell-edit', cellId: 'c', source: 'print(2)', from: at };
  const { sent, changed } = await update([
    ...[startRun('r'), insertOfRun(at, 'c', 'print(1)'), start, printOf('c', '1'), end()],
    ...[edit, start, printOf('c', '2'), end()],
    ...[
      { ...start, operation: { operationId: 'o', kind: 'run' as const } },
      printOf('c', 'by the user'),
      end(),
    ],
  ]);
  expect(sent).toMatchObject([
    { sessionUpdate: 'tool_call', toolCallId: 'c' },
    { sessionUpdate: 'tool_call_update', toolCallId: 'c', rawOutput: '1' },
    { sessionUpdate: 'tool_call', toolCallId: expect.stringMatching(/^c-\d$/), title: 'print(2)' },
  ]);
  expect(changed).toEqual([]);
});

test('words, thoughts, use, and the end are sent as they come; questions only where they are read again', async () => {
  const bodies: EventBody[] = [
    startRun('r'),
    { type: 'step-start', ...at },
    { type: 'reasoning-delta', ...at, text: 'Hm.' },
    insertOfRun(at, 'w', 'I look.', 'thought'),
    {
      ...{ type: 'step-end', ...at, action: 'answer', finishReason: 'stop', toolCalls: [] },
      usage: { ...NO_USAGE, promptTokens: 100, completionTokens: 20 },
    },
    insertOfRun(at, 'a', 'Which one?', 'answer'),
    endRun('r', { status: 'asked', question: 'Which one?', choices: ['net', 'gross'] }),
  ];
  const message = (text: string) => ({
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'text', text },
  });
  const { sent } = await update(bodies);
  expect(sent).toEqual([
    { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'Hm.' } },
    message('I look.\n\n'),
    { sessionUpdate: 'usage_update', used: 120, size: 8000 },
    message('Which one?\n\n'),
    message('1. net\n2. gross\n\n'),
  ]);
  const replayed = await update(bodies, true);
  expect(replayed.sent[0]).toMatchObject({ sessionUpdate: 'user_message_chunk' });
});
