/** What users did to the cells between two runs, in words for the model. */
import { shortenText } from '../../observation/shorten/shorten-text.ts';
import { findStandingRun } from '../../session/back-point.ts';
import { isSameLanguage } from '../../session/cell-code.ts';
import { findLeft, showsEarlierRun } from '../../session/cell-versions.ts';
import {
  type Cell,
  type CellChange,
  type CellVersion,
  isAlive,
  type Run,
  type Session,
} from '../../session/session.ts';
import { pluralize } from '../../util/pluralize.ts';
import { describeImport } from './describe-import.ts';
import { labelCode, nameObserved, tellCellId } from './name-cell.ts';

/** Deleting code that the present kernel has run takes nothing from the kernel. */
const STILL_DEFINED = ' What it had defined is still in the kernel.';

/** With a cell, the text is the head of that cell's observation. */
export interface ChangeNote {
  readonly text: string;
  readonly cell?: Cell;
}

/** How many of the latest changes are listed one by one; of those before, only the number is stated. */
const MAX_NOTES = 40;
/** Longest code of a cell that is quoted, characters. */
export const MAX_CODE_LENGTH = 20_000;
/** Longest first line by which a cell is named, characters. */
const MAX_LINE_LENGTH = 60;

/** Notes on each cell's last run, and on what was changed after it. Moves are not listed. */
export function describeChanges(session: Session, run: Run, fence: string): ChangeNote[] {
  const runCount = session.runs.indexOf(run);
  const isThen = (change: CellChange) => change.runCount === runCount && change.step === undefined;
  const gone = session.deletedFiles.filter((file) => file.runCount === runCount);
  const names = gone.map(({ name }) => `\`${name}\``).join(', ');
  const notes = [
    { text: runCount === 0 ? (describeImport(session, fence) ?? '') : '' },
    ...describeAll(session.changes.filter(isThen), fence, run.kernelId),
    { text: names === '' ? '' : `[The user deleted from the working directory: ${names}.]` },
    { text: describeStale(session, run) },
  ];
  return notes.filter(({ text }) => text !== '');
}

/** What users did while a run worked, once so many steps of it had begun: cells that waited for their turn. */
export function describeChangesDuring(session: Session, run: Run, step: number, fence: string): ChangeNote[] {
  const runCount = session.runs.indexOf(run) + 1;
  const isThen = (change: CellChange) => change.runCount === runCount && change.step === step;
  const notes = describeAll(session.changes.filter(isThen), fence, session.kernel.id);
  return notes.map((note) => ({ ...note, text: `[While you work:] ${note.text}` }));
}

/** `kernelId`: of the kernel when the model reads it. Someone who runs a whole notebook must not fill the prompt. */
function describeAll(all: readonly CellChange[], fence: string, kernelId: string): ChangeNote[] {
  const changes = withoutUndone(all);
  const notes = changes.flatMap((change, index): ChangeNote[] => {
    const text = describeChange(change, changes, index, fence, kernelId);
    if (text === '') return [];
    return [change.kind === 'run' ? { text, cell: change.cell } : { text }];
  });
  const omitted = notes.length - MAX_NOTES;
  if (omitted <= 0) return notes;
  const text = `[Before what follows, the user ran or changed ${pluralize(omitted, 'more cell')}.]`;
  return [{ text }, ...notes.slice(-MAX_NOTES)];
}

/** A deletion that was taken back before the model read of it did not happen. */
function withoutUndone(changes: readonly CellChange[]): CellChange[] {
  const left: CellChange[] = [];
  for (const change of changes) {
    const isIt = ({ kind, cell }: CellChange) => kind === 'delete' && cell.id === change.cell.id;
    const deleted = change.kind === 'restore' ? left.findLastIndex(isIt) : -1;
    if (deleted < 0) left.push(change);
    else left.splice(deleted, 1);
  }
  return left;
}

/** Empty where there is nothing to tell. */
function describeChange(
  change: CellChange,
  changes: readonly CellChange[],
  index: number,
  fence: string,
  kernelId: string,
): string {
  const { kind, cell } = change;
  const ofCell = changes.filter((change) => change.cell.id === cell.id);
  const later = changes.slice(index + 1).filter((change) => change.cell.id === cell.id);
  const isDeletedLater = later.some((change) => change.kind === 'delete');
  const question = findQuestion(change, changes);
  if (question)
    return question === change && !isDeletedLater ? describeQuestion(change, changes, kernelId) : '';
  switch (kind) {
    case 'run': {
      if (later.some((change) => change.kind === 'run')) return '';
      const times = ofCell.filter((change) => change.kind === 'run').length;
      return `${describeRun(cell, times)}${toFence(cell, fence)}\nObservation ${nameObserved(cell)}:\n`;
    }
    case 'delete':
      if (cell.ranOrder === null && ofCell.some((change) => change.kind === 'insert')) return '';
      return `[The user deleted ${nameCell(cell)}.${isAlive(findStandingRun(cell), kernelId) ? STILL_DEFINED : ''}]`;
    case 'restore':
      if (isDeletedLater) return '';
      return `[The user put ${nameCell(cell)}, which they had deleted, back into the notebook.]`;
    case 'insert':
    case 'edit':
    case 'revert':
      return later.some((change) => change.kind !== 'move') ? '' : describeText(cell, ofCell, fence);
    case 'move':
    case 'clear':
      return '';
  }
}

/** If a question was deleted or put back with its cells, finds the change of the question itself. */
function findQuestion(change: CellChange, changes: readonly CellChange[]): CellChange | undefined {
  const { kind, cell, operation } = change;
  return changes.find(
    (each) =>
      each.cell.role === 'task' &&
      each.kind === kind &&
      each.cell.runId === cell.runId &&
      each.operation?.operationId === operation?.operationId,
  );
}

function describeQuestion(
  { kind, cell, operation }: CellChange,
  changes: readonly CellChange[],
  kernelId: string,
): string {
  const name = `the question \`${toShortLine(cell)}\``;
  if (kind === 'restore') return `[The user put ${name} and its cells back into the notebook.]`;
  const isOfIt = (each: CellChange) => each.operation?.operationId === operation?.operationId;
  const isLeft = changes.some((each) => isOfIt(each) && isAlive(findStandingRun(each.cell), kernelId));
  const left = isLeft ? STILL_DEFINED : '';
  return `[The user deleted ${name}, its answer and its cells from the notebook: they see them no more.${left}]`;
}

/**
 * The cell as the model knows it: as its last run among these changes left it, or as it was before them. Undefined for a new
 * cell.
 */
function findKnown(changes: readonly CellChange[]): CellVersion | undefined {
  const ran = changes.findLast(({ kind }) => kind === 'run');
  if (ran) return ran.cell;
  const first = changes.find(({ kind }) => kind === 'insert' || kind === 'edit' || kind === 'revert');
  return first?.cell.versions.at(-1);
}

/** If the cell shows an earlier version, the kernel is still as the last run left it, which the model was shown. */
function describeText(cell: Cell, changes: readonly CellChange[], fence: string): string {
  const known = findKnown(changes);
  if (!showsEarlierRun(cell)) return describeEdit(cell, known, fence);
  const name = nameCell(cell);
  const kept = 'Nothing was run: variables are those of its last run';
  if (known?.source === cell.source && known.type === cell.type)
    return `[The user restored an earlier output of ${name}. ${kept}.]`;
  return `[The user restored an earlier version of ${name}, with its output. ${kept}. It is now ${tellCellId(cell)}:]${toFence(cell, fence)}`;
}

/** `before` is the cell as the model knows it, undefined for a new one. Empty when the cell is like that again. */
function describeEdit(cell: Cell, before: CellVersion | undefined, fence: string): string {
  const isSame = before?.source === cell.source && isSameLanguage(before.language, cell.language);
  if (isSame && before.type === cell.type) return '';
  if (cell.type === 'markdown') {
    const turned =
      before?.type === 'code' ? `turned ${nameCell(before)} into a note` : 'wrote in the notebook';
    return `[The user ${turned}:]\n${cell.source}`;
  }
  const code = toFence(cell, fence);
  if (before?.type !== 'code')
    return `[The user added this code and has not run it ${tellCellId(cell)}:]${code}`;
  const state = cell.ranOrder === null ? '' : ': variables are those of before';
  return `[The user changed ${nameCell(before)} and has not run it${state}. It is now ${tellCellId(cell)}:]${code}`;
}

function toFence(cell: Cell, fence: string): string {
  return `\n\`\`\`${labelCode(cell, fence)}\n${shortenText(cell.source, MAX_CODE_LENGTH)}\n\`\`\``;
}

function describeRun(cell: Cell, times: number): string {
  const often = times > 1 ? ` (${times} times; this is the last)` : '';
  const left = findLeft(cell);
  if (left === cell) return `The user ran this cell${often}:`;
  const prompt = left.executionCount === null ? '' : `, In [${left.executionCount}],`;
  const changed = left.source === cell.source ? 'ran' : 'changed and ran';
  if (left.imported) return `The user ${changed} this cell of the notebook file${prompt} here${often}:`;
  return `The user ${changed} this cell of yours${prompt} again${often}:`;
}

function describeStale({ cells, changes }: Session, { stale }: Run): string {
  if (stale.length === 0) return '';
  const all = [...cells, ...changes.map(({ cell }) => cell)];
  const items = stale.map(({ cellId, names }) => {
    const cell = all.find(({ id }) => id === cellId);
    return `- ${cell ? nameCell(cell) : cellId}: reads ${names.join(', ')}`;
  });
  return `[Stale: these cells ran before what they read was changed, so their outputs and variables may be out of date. Run their code again before you rely on them.\n${items.join('\n')}]`;
}

/** Names a cell by its number and its first line. */
export function nameCell(cell: CellVersion): string {
  const { executionCount } = cell;
  return `the cell ${executionCount === null ? '' : `In [${executionCount}] `}\`${toShortLine(cell)}\``;
}

function toShortLine({ source }: CellVersion): string {
  const line = source.trim().split('\n')[0] ?? '';
  return line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH - 1)}…` : line;
}
