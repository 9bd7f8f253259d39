/** A model that says what was recorded, or what a task's own solution says; and one that records another. */
import { measureMessages } from '../../lib/agent/prompt/conversation.ts';
import type { ModelEvent, ModelRequest } from '../../lib/model/model.ts';
import { CHARACTERS_PER_TOKEN } from '../../lib/observation/shorten/shorten-text.ts';
import { createId } from '../../lib/protocol/id.ts';
import type { Session } from '../../lib/session/session.ts';
import { toShortCellId } from '../../lib/session/short-cell-id.ts';
import { AppError } from '../../lib/util/app-error.ts';
import type { ActingModel } from './json-actions.ts';
import type { SuiteTask } from './task.ts';

export interface Reply {
  text: string;
  toolCalls?: { name: string; arguments: string }[] | undefined;
}

/** What is said after which code; the last may depend on what the code printed. */
export type Replies = readonly (Reply | ((session: Session) => Reply))[];

/** `find` is given the text of the task. Tokens are estimated at 4 characters. */
export function createReplayModel(id: string, find: (task: string) => Replies | null): ActingModel {
  async function* stream({ messages, session }: ModelRequest): AsyncGenerator<ModelEvent> {
    const run = session.runs.at(-1);
    const entry = find(run?.task.text ?? '')?.[(run?.steps.length ?? 1) - 1];
    if (!entry) throw new AppError('model-failed', 'There is no recorded reply for this step.');
    const { text: told, toolCalls = [] } = typeof entry === 'function' ? entry(session) : entry;
    const text = told.replaceAll(/(?<=cell=)@(\d+)/g, (all, at) => listCellIds(session)[at] ?? all);
    if (text !== '') yield { type: 'text-delta', text };
    for (const call of toolCalls) yield { type: 'tool-call', id: createId('call'), ...call };
    const length = text.length + JSON.stringify(toolCalls).length;
    yield {
      type: 'end',
      finishReason: toolCalls.length > 0 ? 'tool-calls' : 'stop',
      usage: {
        promptTokens: Math.ceil(measureMessages(messages) / CHARACTERS_PER_TOKEN),
        completionTokens: Math.ceil(length / CHARACTERS_PER_TOKEN),
        estimated: true,
      },
    };
  }

  return {
    info: { id, label: id, kind: 'custom' },
    nativeTools: false,
    vision: false,
    contextTokens: null,
    prices: null,
    stream,
  };
}

/** Lists the short IDs of code cells in order. A recording names a cell by its index in this list: `cell=@0`. */
function listCellIds({ cells }: Session): string[] {
  return cells.flatMap(({ id, type }) => (type === 'code' ? toShortCellId(id) : []));
}

/** `tell` is given each whole reply with the text of its task. */
export function withRecording(model: ActingModel, tell: (task: string, reply: Reply) => void): ActingModel {
  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    let text = '';
    const toolCalls: { name: string; arguments: string }[] = [];
    for await (const event of model.stream(request, signal)) {
      if (event.type === 'text-delta') text += event.text;
      if (event.type === 'tool-call') toolCalls.push({ name: event.name, arguments: event.arguments });
      if (event.type === 'end') {
        const ids = listCellIds(request.session);
        const recorded = text.replaceAll(/(?<=cell=)\w+/g, (id) =>
          ids.includes(id) ? `@${ids.indexOf(id)}` : id,
        );
        tell(request.session.runs.at(-1)?.task.text ?? '', { text: recorded, toolCalls });
      }
      yield event;
    }
  }

  return { ...model, stream };
}

/** The task's own solution; null when it has none for these actions. Its answer is what its code printed. */
export function toReference(
  { solution, calls, expected }: SuiteTask,
  actions: 'code' | 'json',
): Replies | null {
  if (actions === 'code') {
    return (
      (solution && [
        ...solution.map((code) => ({ text: `\`\`\`python\n${code}\n\`\`\`` })),
        (session: Session) => ({
          text: readPrinted(session, /@\w+\[[^\]]*\]/g).join('\n') || 'It printed nothing.',
        }),
      ]) ??
      null
    );
  }
  return (
    (calls && [
      ...calls.map(({ tool, ...args }) => ({
        text: '',
        toolCalls: [{ name: tool, arguments: JSON.stringify(args) }],
      })),
      (session: Session) => {
        const result = readPrinted(session, /(?<=^result = ).+$/gm).at(-1) ?? '';
        return { text: `@${expected[0]?.name}[${result}]` };
      },
    ]) ??
    null
  );
}

function readPrinted({ cells }: Session, pattern: RegExp): string[] {
  const text = cells
    .flatMap(({ outputs }) => outputs)
    .map((output) => (output.output_type === 'stream' ? output.text : ''))
    .join('');
  return text.match(pattern) ?? [];
}
