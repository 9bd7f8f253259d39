/** The notebook's outline: what was asked, what was answered, and where it went wrong. */

import type { Cell, Run, Session } from '../../../lib/session/session.ts';
import { nameAnswer } from '../../../lib/session/view/answers/name-answer.ts';
import {
  type CellSection,
  createCellGrouper,
  type RunSection,
} from '../../../lib/session/view/layout/group-cells.ts';
import { readFirstWords, toPlainText } from '../../../lib/session/view/titles/read-first-words.ts';

interface OutlineEntry {
  readonly key: string;
  readonly kind: 'task' | 'answer' | 'heading' | 'error';
  readonly text: string;
  /** The cell to show. */
  readonly cellId: string;
  /** The run whose work, when folded, hides the cell; null for a cell that is always shown. */
  readonly runId: string | null;
  /** From 0. */
  readonly depth: number;
}

/** In the order of the page (`groupCells`). Unchanged sections are not read again and keep their objects. */
export function createOutlineBuilder(): (session: Session) => readonly OutlineEntry[] {
  const groupCells = createCellGrouper();
  const known = new WeakMap<object, readonly OutlineEntry[]>();
  let last: readonly OutlineEntry[] = [];

  function read(section: RunSection | CellSection): readonly OutlineEntry[] {
    const subject = section.kind === 'cell' ? section.cell : section;
    const entries = known.get(subject) ?? describeSection(section);
    known.set(subject, entries);
    return entries;
  }

  return (session) => {
    const entries = groupCells(session).flatMap(read);
    const isSame = entries.length === last.length && entries.every((entry, index) => entry === last[index]);
    if (!isSame) last = entries;
    return last;
  };
}

function describeSection(section: RunSection | CellSection): OutlineEntry[] {
  if (section.kind === 'cell') return describeCell(section.cell, null, 0);
  const { run, task, setup, steps, answer } = section;
  const work = [...setup, ...steps.flatMap(({ groups }) => groups.map(({ cell }) => cell))];
  return [
    ...(task ? [toEntry(task, 'task', toLine(run.task.text), null, 0)] : []),
    ...answer.slice(0, 1).flatMap((cell) => describeAnswer(cell, run)),
    // An answer among the work was overtaken by another one.
    ...work.flatMap((cell) => (cell.role === 'answer' ? [] : describeCell(cell, run.id, 1))),
  ];
}

function describeAnswer(cell: Cell, run?: Run): OutlineEntry[] {
  const name = nameAnswer(cell, run);
  const words = readFirstWords(cell.source);
  const text = name === 'Answer' && words !== '' ? words : name;
  return [toEntry(cell, 'answer', text, null, 1), ...listHeadings(cell, null, 2)];
}

function describeCell(cell: Cell, runId: string | null, depth: number): OutlineEntry[] {
  if (cell.role === 'answer') return describeAnswer(cell);
  if (cell.type === 'markdown') return cell.role === 'note' ? listHeadings(cell, runId, depth) : [];
  if (cell.status !== 'error') return [];
  const error = cell.outputs.findLast((output) => output.output_type === 'error');
  const text = error && 'ename' in error ? `${error.ename}: ${toLine(error.evalue)}` : 'Error';
  return [toEntry(cell, 'error', cut(text), runId, depth)];
}

/** In characters, with Markdown marks. */
const MAX_HEADING_LENGTH = 400;

/** ATX headings outside fences. */
function listHeadings(cell: Cell, runId: string | null, depth: number): OutlineEntry[] {
  let fence = '';
  return cell.source.split('\n').flatMap((line, index) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (fence !== '' || mark !== '') {
      if (fence === '') fence = mark;
      else if (mark.startsWith(fence)) fence = '';
      return [];
    }
    const heading = /^ {0,3}(#{1,6})[ \t]+([^ \t].*)$/.exec(line);
    if (!heading) return [];
    const level = Math.min(2, (heading[1] ?? '#').length - 1);
    const entry = toEntry(cell, 'heading', cut(toHeading(heading[2] ?? '')), runId, depth + level);
    return [{ ...entry, key: `${entry.key}-${index}` }];
  });
}

function toEntry(
  cell: Cell,
  kind: OutlineEntry['kind'],
  text: string,
  runId: string | null,
  depth: number,
): OutlineEntry {
  return { key: `${kind}-${cell.id}`, kind, text: text || '…', cellId: cell.id, runId, depth };
}

/** Reads only as much as is shown. */
function toHeading(markdown: string): string {
  const read = markdown
    .slice(0, MAX_HEADING_LENGTH)
    .trimEnd()
    .replace(/[ \t]+#+$/, '');
  return toPlainText(read);
}

function toLine(text: string): string {
  return cut(text.replaceAll(/\s+/g, ' ').trim());
}

function cut(text: string): string {
  return text.length > 160 ? `${text.slice(0, 159)}…` : text;
}
