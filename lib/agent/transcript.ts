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
  const losses = createLossTracker();
  for (const cell of session.cells) {
    if (cell.role === 'task') {
      const each = session.runs.find(({ id }) => id === cell.runId);
      if (!each) continue;
      if (losses.isNewsAt(each.kernelEpoch)) entries.push(note(lostMessage(null)));
      entries.push(taskEntry(each), ...toRunEntries(session, each, { ...options, losses }));
      if (each.id === run.id) break;
    } else if (cell.runId === null && cell.type === 'code' && cell.kernelEpoch !== null) {
      entries.push(humanCellEntry(cell, options));
      losses.passCell(cell);
    }
  }
  if (losses.isNewsAt(session.kernel.epoch)) entries.push(note(lostMessage(session.kernel.lost)));
  return entries;
}

/** Tells where the conversation must say that the variables are gone: once for each loss, where it happened. */
function createLossTracker() {
  // Null: nothing was defined yet, or the model knows already that all is gone.
  let knownEpoch: number | null = null;
  return {
    isNewsAt: (epoch: number): boolean => {
      const isNews = knownEpoch !== null && epoch > knownEpoch;
      knownEpoch = epoch;
      return isNews;
    },
    /** A cell that killed its kernel tells so itself. */
    passCell: (cell: Cell): void => {
      knownEpoch = cell.status === 'kernel-died' ? null : cell.kernelEpoch;
    },
  };
}

function taskEntry(run: Run): Entry {
  const files = run.task.files.length > 0 ? `\n\nFiles: ${run.task.files.join(', ')}` : '';
  return { kind: 'task', render: () => ({ role: 'user', content: `Task: ${run.task.text}${files}` }) };
}

function lostMessage(reason: string | null): string {
  const why = reason ? ` ${reason}` : '';
  return `[The kernel was restarted.${why} Every variable, import and function from before is gone; files are still there.]`;
}

interface RunEntriesOptions extends TranscriptOptions {
  losses: ReturnType<typeof createLossTracker>;
}

function toRunEntries(session: Session, run: Run, { losses, ...options }: RunEntriesOptions): Entry[] {
  return run.steps.flatMap((step) => {
    const cells = step.cellIds
      .flatMap((id) => findCell(session, id) ?? [])
      .filter(({ type }) => type === 'code');
    const epoch = cells[0]?.kernelEpoch ?? null;
    const isNews = epoch !== null && losses.isNewsAt(epoch);
    for (const cell of cells) losses.passCell(cell);
    const entries = toStepEntries(step, cells, options);
    return isNews ? [note(lostMessage(null)), ...entries] : entries;
  });
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
  if (step.action === 'none') entries.push(note('[The reply was broken off here.]'));
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
