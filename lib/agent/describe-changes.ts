/** What people did to the cells between two runs, in the words the model is told. */
import { shortenText } from '../observation/shorten-text.ts';
import type { Cell, CellChange, Run, Session } from '../session/session.ts';
import { describeImport } from './describe-import.ts';

/** With a cell, the text is the head of that cell's observation. */
export interface ChangeNote {
  readonly text: string;
  readonly cell?: Cell;
}

/** Latest changes that are told one by one; before them it is told how many there were. */
const MAX_NOTES = 40;
/** Longest code of a cell that is quoted, characters. */
const MAX_CODE_LENGTH = 20_000;
/** Longest first line by which a cell is named, characters. */
const MAX_LINE_LENGTH = 60;

/** Of each cell what counts now: its last run, and what was changed after it. Moves are not told. */
export function describeChanges(session: Session, run: Run, fence: string): ChangeNote[] {
  const runCount = session.runs.indexOf(run);
  const changes = session.changes.filter((change) => change.runCount === runCount);
  const notes = keepLatest(changes.flatMap((change, index) => describeChange(change, changes, index, fence)));
  const opened = runCount === 0 ? describeImport(session, fence) : null;
  const stale = describeStale(session, run);
  return [...toNotes(opened), ...notes, ...toNotes(stale)];
}

function toNotes(text: string | null): ChangeNote[] {
  return text === null ? [] : [{ text }];
}

/** Someone who runs a whole notebook must not fill the prompt. */
function keepLatest(notes: ChangeNote[]): ChangeNote[] {
  const omitted = notes.length - MAX_NOTES;
  if (omitted <= 0) return notes;
  const text = `[Before what follows, the user ran or changed ${omitted.toLocaleString('en-US')} more cells.]`;
  return [{ text }, ...notes.slice(-MAX_NOTES)];
}

function describeChange(
  { kind, cell, before }: CellChange,
  changes: readonly CellChange[],
  index: number,
  fence: string,
): ChangeNote[] {
  const ofCell = changes.filter((change) => change.cell.id === cell.id);
  const later = changes.slice(index + 1).filter((change) => change.cell.id === cell.id);
  const code = `\n\`\`\`${fence}\n${shortenText(cell.source, MAX_CODE_LENGTH)}\n\`\`\``;
  switch (kind) {
    case 'run': {
      if (later.some((change) => change.kind === 'run')) return [];
      const times = ofCell.filter((change) => change.kind === 'run').length;
      return [{ text: `${describeRun(cell, times)}${code}\nObservation:\n`, cell }];
    }
    case 'delete':
      return ofCell.some((change) => change.kind === 'insert') && cell.ranOrder === null
        ? []
        : [{ text: `[The user deleted ${nameCell(cell)}. What it had defined is still in the kernel.]` }];
    case 'insert':
    case 'edit': {
      if (later.some((change) => change.kind !== 'move')) return [];
      if (cell.type === 'markdown') return [{ text: `[The user wrote in the notebook:]\n${cell.source}` }];
      if (kind === 'insert') return [{ text: `[The user added this code and has not run it:]${code}` }];
      const name = nameCell(before ?? cell);
      const state = cell.ranOrder === null ? '' : ': variables are those of before';
      return [{ text: `[The user changed ${name} and has not run it${state}. It is now:]${code}` }];
    }
    case 'move':
      return [];
  }
}

function describeRun(cell: Cell, times: number): string {
  const often = times > 1 ? ` (${times} times; this is the last)` : '';
  const { original } = cell;
  if (!original) return `The user ran this cell${often}:`;
  const prompt = original.executionCount === null ? '' : `, In [${original.executionCount}],`;
  const changed = original.source === cell.source ? 'ran' : 'changed and ran';
  if (original.imported) return `The user ${changed} this cell of the notebook file${prompt} here${often}:`;
  return `The user ${changed} this cell of yours${prompt} again${often}:`;
}

function describeStale({ cells, changes }: Session, { stale }: Run): string | null {
  if (stale.length === 0) return null;
  const all = [...cells, ...changes.map(({ cell }) => cell)];
  const items = stale.map(({ cellId, names }) => {
    const cell = all.find(({ id }) => id === cellId);
    return `- ${cell ? nameCell(cell) : cellId}: reads ${names.join(', ')}`;
  });
  return `[Stale: these cells ran before what they read was changed, so their outputs and variables may be out of date. Run their code again before you rely on them.\n${items.join('\n')}]`;
}

function nameCell({ executionCount, source }: Cell): string {
  const line = source.trim().split('\n')[0] ?? '';
  const short = line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH - 1)}…` : line;
  return `the cell ${executionCount === null ? '' : `In [${executionCount}] `}\`${short}\``;
}
