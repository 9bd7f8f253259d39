/** What the fuzzer tries: for each part that reads what others wrote, how an input is made and what must hold. */
import assert from 'node:assert/strict';
import { parseAction } from '../../lib/agent/reply/parse-action.ts';
import { PYTHON } from '../../lib/execution/languages/python.ts';
import { R } from '../../lib/execution/languages/r.ts';
import { exportIpynb } from '../../lib/export/export-ipynb.ts';
import { parseNotebook } from '../../lib/files/read-notebook.ts';
import { guardDeserialize } from '../../lib/kernel/wire/guarded-serializer.ts';
import { toErrorOutput, toKernelMessage, toOutputEvent } from '../../lib/kernel/wire/kernel-message.ts';
import { toNotebookFile } from '../../lib/notebook/notebook-file.ts';
import { removeTerminalCodes } from '../../lib/notebook/styled-runs.ts';
import { toVisibleText } from '../../lib/notebook/terminal-text.ts';
import type { EventBody } from '../../lib/protocol/events/event.ts';
import { applyEvent } from '../../lib/session/fold/apply-event.ts';
import { fromNotebook } from '../../lib/session/notebook/from-notebook.ts';
import { toNotebook } from '../../lib/session/notebook/to-notebook.ts';
import { createSession, type Session } from '../../lib/session/session.ts';
import { chooseTools } from '../../lib/tools/choose-tools.ts';
import { cleanText, mapTexts } from '../../lib/tools/clean-text.ts';
import { createSecretHider } from '../../lib/tools/hide-secrets.ts';
import { toToolResult } from '../../lib/tools/mcp-result.ts';
import { isAppError } from '../../lib/util/app-error.ts';
import {
  makeAnswers,
  makeCalls,
  makeLabels,
  makeOpenReasoning,
  makeReasoning,
  makeTagsInCode,
} from '../../test/helpers/model-replies/dialects.ts';
import { createRandom, type Random } from '../../test/helpers/random.ts';
import { mutateBytes, mutateText, mutateValue, oddText } from './mutate.ts';
import { MESSAGES, NOTEBOOK, RESULT, SECRET, SERVER, TOOL } from './valid-inputs.ts';

export interface Target {
  readonly make: (random: Random) => unknown;
  /** Throws when something does not hold. */
  readonly check: (input: unknown) => void | Promise<void>;
}

const START: EventBody[] = [
  { type: 'session-start', kernelName: 'python3', title: 'fuzz' },
  {
    type: 'cell-insert',
    cellId: 'c',
    cellType: 'code',
    source: '1',
    author: 'agent',
    role: 'code',
    runId: null,
    step: null,
  },
  { type: 'cell-start', cellId: 'c' },
];

function fold(bodies: readonly EventBody[], session: Session = createSession('s')): Session {
  return bodies.reduce((folded, body) => applyEvent(folded, body), session);
}

function checkExport(session: Session): void {
  const again: unknown = JSON.parse(exportIpynb(toNotebook(session, '0', 'notebook')));
  const { cells } = toNotebookFile(again);
  assert.equal(new Set(cells.map(({ id }) => id)).size, cells.length, 'cells have ids of their own');
  for (const { outputs } of session.cells) {
    for (const output of outputs) {
      if (output.output_type === 'stream' && typeof output.text === 'string') checkText(output.text);
    }
  }
}

function checkText(text: string): void {
  const shown = toVisibleText(text);
  assert.doesNotMatch(removeTerminalCodes(shown), /[\r\b]/, 'no returns and backspaces are left');
  // A string of a terminal that nothing ends may hold more text once codes after it are gone.
  if (!text.includes('\u001b]'))
    assert.equal(toVisibleText(shown), shown, 'what is shown is shown the same way');
}

async function checkNotebook(input: unknown): Promise<void> {
  const bytes = Buffer.from(String(input), 'base64');
  const upgrade = () => Promise.reject(new SyntaxError('not converted here'));
  try {
    const notebook = await parseNotebook(bytes, { python: '', rootDir: '', upgrade });
    const { metadata, cells } = fromNotebook(notebook);
    checkExport(
      fold([
        { type: 'session-start', kernelName: 'python3', title: 'fuzz' },
        { type: 'notebook-import', name: 'a.ipynb', metadata },
        ...cells.flatMap(({ cell, outputs }): EventBody[] => [
          { type: 'cell-import', ...cell },
          ...outputs.map((output): EventBody => ({ type: 'output-append', cellId: cell.cellId, output })),
        ]),
      ]),
    );
  } catch (error) {
    if (!isAppError(error) && !(error instanceof SyntaxError)) throw error;
  }
}

const ENDS = ['stop', 'length', 'tool-calls', 'repetition', 'content-filter', 'part-answer', 'error'];
const REPLIES = [makeAnswers, makeCalls, makeLabels, makeOpenReasoning, makeReasoning, makeTagsInCode];

function makeReply(random: Random): unknown {
  const [made = ''] = random
    .pick(REPLIES)(random.int(2 ** 31), 1 + random.int(20))
    .slice(-1);
  const text = mutateText(typeof made === 'string' ? made : made.text, random);
  const given = mutateText(JSON.stringify({ code: 'print(1)', cell: 'ab' }), random);
  const name = random.pick(['execute_code', 'outputs', oddText(random)]);
  const toolCalls = random.int(5) === 0 ? [{ id: 'c1', name, arguments: given }] : [];
  return { text, toolCalls, finishReason: random.pick(ENDS) };
}

function checkReply(input: unknown): void {
  const reply = input as Parameters<typeof parseAction>[0];
  for (const language of [PYTHON, R]) {
    const action = parseAction(reply, language);
    if (action.type === 'code') assert.ok(action.segments.some(({ type }) => type === 'code'));
    else assert.notEqual(action.type === 'answer' ? action.text.trim() : action.message, '');
  }
}

function makeMessages(random: Random): unknown {
  const count = 1 + random.int(12);
  return Array.from({ length: count }, () => mutateValue(random.pick(MESSAGES), random, 6 + random.int(30)));
}

function checkMessages(input: unknown): void {
  const raw = input as unknown[];
  const read = guardDeserialize<object>(
    (data) => raw[new Uint8Array(data)[0] ?? 0] as object,
    () => ({ header: {} }),
  );
  const bodies = raw.flatMap((_, index): EventBody[] => {
    const message = toKernelMessage(read(Uint8Array.of(index).buffer));
    const error = toErrorOutput(message.content);
    const event = toOutputEvent(message);
    const failed: EventBody[] = error ? [{ type: 'output-append', cellId: 'c', output: error }] : [];
    if (event?.type === 'output')
      return [...failed, { type: 'output-append', cellId: 'c', output: event.output }];
    if (event?.type === 'clear') return [...failed, { type: 'output-clear', cellId: 'c', wait: event.wait }];
    if (event?.type === 'update') return [...failed, { ...event, type: 'output-update' }];
    return event ? [...failed, { type: 'widget-update', ...event.update }] : failed;
  });
  checkExport(fold([...START, ...bodies]));
}

function checkMcp(input: unknown): void {
  const { tools, result } = input as { tools: Parameters<typeof chooseTools>[1]; result: typeof RESULT };
  const hide = createSecretHider(SERVER);
  const clean = (text: string) => hide(cleanText(hide(text)));
  const { kept, problems } = chooseTools('server', tools, clean);
  const texts = [
    ...problems,
    ...kept.map((tool) => clean(tool.description ?? '')),
    JSON.stringify(kept.map(({ inputSchema }) => mapTexts(inputSchema, clean))),
    clean(JSON.stringify(toToolResult(result, {})) ?? ''),
  ];
  for (const text of texts) assert.ok(!text.includes(SECRET), 'a secret is not repeated');
}

export const TARGETS: Readonly<Record<string, Target>> = {
  notebooks: {
    make: (random) => {
      const text = JSON.stringify(mutateValue(NOTEBOOK, random, 8 + random.int(60)));
      const bytes = random.int(2) ? mutateBytes(Buffer.from(text), random) : Buffer.from(text);
      return Buffer.from(bytes).toString('base64');
    },
    check: checkNotebook,
  },
  replies: { make: makeReply, check: checkReply },
  messages: { make: makeMessages, check: checkMessages },
  terminal: {
    make: (random) => Array.from({ length: random.int(80) }, () => oddText(random) + random.int(99)).join(''),
    check: (input) => checkText(String(input)),
  },
  mcp: {
    make: (random) => {
      const tools = Array.from({ length: 1 + random.int(4) }, () => ({
        ...TOOL,
        name: mutateText(TOOL.name, random),
        description: mutateText(TOOL.description, random),
        inputSchema: { ...Object(mutateValue(TOOL.inputSchema, random, 12)), type: 'object' },
      }));
      return { tools, result: { content: mutateTexts(RESULT.content, random) } };
    },
    check: checkMcp,
  },
};

/** The client of the protocol has checked everything but the texts. */
function mutateTexts(content: typeof RESULT.content, random: Random): typeof RESULT.content {
  return content.map((item) => ({
    ...item,
    text: random.int(3) ? item.text : mutateText(item.text, random),
  }));
}

/** The same for the same seed and place. */
export function makeInput(target: Target, seed: number, index: number): unknown {
  return target.make(createRandom(Math.imul(seed, 1_000_003) + index));
}
