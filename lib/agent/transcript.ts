/** A session as the conversation a model reads: entries in order, each of which can be rendered shorter. */
import type { ContentPart, ModelMessage } from '../model/model.ts';
import { type Cell, findCell, type Run, type Session, type Step } from '../session/session.ts';
import { stripThinking } from './clean-reply.ts';
import { type ObservationOptions, toObservation } from './observation.ts';
import { shortenText } from './shorten-text.ts';

/** One message. `kind` decides what shrinks first; `render` keeps text under `maxLength` characters. */
export interface Entry {
  readonly kind: 'task' | 'reply' | 'observation' | 'note';
  render(maxLength: number): ModelMessage;
}

export interface TranscriptOptions extends ObservationOptions {
  nativeTools: boolean;
}

/** Everything up to the end of the run: earlier runs, what people ran between them, this run's steps. */
export function toTranscript(session: Session, run: Run, options: TranscriptOptions): Entry[] {
  const entries: Entry[] = [];
  let epoch = 0;
  for (const cell of session.cells) {
    if (cell.role === 'task') {
      const each = session.runs.find(({ id }) => id === cell.runId);
      if (!each) continue;
      entries.push(taskEntry(each, each.kernelEpoch > epoch && entries.length > 0));
      const steps = toRunEntries(session, each, options);
      entries.push(...steps.entries);
      epoch = steps.epoch;
      if (each.id === run.id) break;
    } else if (cell.runId === null && cell.type === 'code' && cell.kernelEpoch !== null) {
      entries.push(humanCellEntry(cell, options));
      epoch = cell.kernelEpoch;
    }
  }
  if (session.kernel.epoch > epoch) entries.push(note(lostMessage(session.kernel.lost)));
  return entries;
}

function taskEntry(run: Run, afterLoss: boolean): Entry {
  const files = run.task.files.length > 0 ? `\n\nFiles: ${run.task.files.join(', ')}` : '';
  const loss = afterLoss ? `${lostMessage(null)}\n\n` : '';
  return { kind: 'task', render: () => ({ role: 'user', content: `${loss}Task: ${run.task.text}${files}` }) };
}

function lostMessage(reason: string | null): string {
  const why = reason ? ` ${reason}` : '';
  return `[The kernel was restarted.${why} Every variable, import and function from before is gone; files are still there.]`;
}

function toRunEntries(
  session: Session,
  run: Run,
  options: TranscriptOptions,
): { entries: Entry[]; epoch: number } {
  const entries: Entry[] = [];
  let epoch = run.kernelEpoch;
  for (const step of run.steps) {
    const cells = step.cellIds
      .flatMap((id) => findCell(session, id) ?? [])
      .filter((cell) => cell.type === 'code');
    const started = cells[0]?.kernelEpoch ?? epoch;
    if (started > epoch) entries.push(note(lostMessage(null)));
    entries.push(...toStepEntries(step, cells, options));
    // A cell that killed its kernel tells so itself.
    epoch = cells.reduce(
      (latest, cell) => Math.max(latest, (cell.kernelEpoch ?? 0) + (cell.status === 'kernel-died' ? 1 : 0)),
      epoch,
    );
  }
  return { entries, epoch };
}

function toStepEntries(step: Step, cells: readonly Cell[], options: TranscriptOptions): Entry[] {
  const text = stripThinking(step.text).trim();
  const asCalls = options.nativeTools && step.toolCalls.length > 0;
  const entries: Entry[] = [];
  if (asCalls) entries.push(callsEntry(step, text), ...toolEntries(step, cells, options));
  else {
    const reply = step.toolCalls.length > 0 ? `${text}\n\n${toFences(cells)}`.trim() : text;
    if (reply !== '') entries.push(textEntry('reply', 'assistant', reply));
    entries.push(
      ...cells.map((cell, index) => observationEntry(cell, heading(index, cells.length), options)),
    );
  }
  if (step.actionError !== null && !(asCalls && cells.length === 0)) entries.push(note(step.actionError));
  if (step.action === 'none') entries.push(note('[The reply ended here: the task was stopped.]'));
  return entries;
}

function heading(index: number, count: number): string {
  return count > 1 ? `Observation of code block ${index + 1}:\n` : 'Observation:\n';
}

function callsEntry(step: Step, text: string): Entry {
  const toolCalls = step.toolCalls.map((call) => ({ ...call }));
  return { kind: 'reply', render: () => ({ role: 'assistant', content: text, toolCalls }) };
}

/** Servers reject a conversation in which a tool call has no answer: one that was not run gets one too. */
function toolEntries(step: Step, cells: readonly Cell[], options: TranscriptOptions): Entry[] {
  return step.toolCalls.map((call) => {
    const cell = cells.find(({ toolCallId }) => toolCallId === call.id);
    const fallback = cells.length > 0 ? '[Not run.]' : (step.actionError ?? '[Not run.]');
    return {
      kind: 'observation',
      render: (maxLength) => {
        const text = cell ? toObservation(cell, options).text : fallback;
        return { role: 'tool', toolCallId: call.id, content: shortenText(text, maxLength) };
      },
    };
  });
}

function toFences(cells: readonly Cell[]): string {
  return cells.map((cell) => `\`\`\`python\n${cell.source}\n\`\`\``).join('\n\n');
}

function observationEntry(cell: Cell, title: string, options: TranscriptOptions): Entry {
  return {
    kind: 'observation',
    render: (maxLength) => {
      const { text, images } = toObservation(cell, options);
      const shown = title + shortenText(text, maxLength);
      if (images.length === 0) return { role: 'user', content: shown };
      const parts = images.map((image): ContentPart => ({ type: 'image', ...image }));
      return { role: 'user', content: [{ type: 'text', text: shown }, ...parts] };
    },
  };
}

function humanCellEntry(cell: Cell, options: TranscriptOptions): Entry {
  const source = `The user ran this cell:\n\`\`\`python\n${cell.source}\n\`\`\`\n`;
  return observationEntry(cell, `${source}Observation:\n`, options);
}

function note(text: string): Entry {
  return textEntry('note', 'user', text);
}

function textEntry(kind: Entry['kind'], role: 'user' | 'assistant', text: string): Entry {
  return { kind, render: (maxLength) => ({ role, content: shortenText(text, maxLength) }) };
}
