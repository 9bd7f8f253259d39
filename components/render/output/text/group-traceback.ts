/** A traceback in groups: the user's own frames, folded library frames, and links to cells. */
import type { ErrorOutput } from '../../../../lib/notebook/output.ts';
import { toPlainText } from '../../../../lib/notebook/to-plain-text.ts';
import { findDialect } from '../../../../lib/observation/shorten/traceback-dialect.ts';

interface TracebackGroup {
  readonly kind: 'own' | 'library';
  /** Frames, or sentences between them, with their terminal colors. */
  readonly parts: readonly string[];
}

/** Removes the rule and heading above it, and the last line if it only repeats name and value. */
export function groupTraceback(error: ErrorOutput): TracebackGroup[] {
  const { frame, library, heading } = findDialect(error);
  const groups: { kind: TracebackGroup['kind']; parts: string[] }[] = [];
  for (const part of error.traceback) {
    const plain = toPlainText(part);
    if (heading.test(plain.trimEnd())) continue;
    const kind = frame.test(plain) && library.test(plain.trimStart()) ? 'library' : 'own';
    const last = groups.at(-1);
    if (last?.kind === kind) last.parts.push(part);
    else groups.push({ kind, parts: [part] });
  }
  dropSummary(groups, error);
  return groups;
}

function dropSummary(groups: { parts: string[] }[], { ename, evalue }: ErrorOutput): void {
  const last = groups.at(-1);
  const summary = toPlainText(`${ename}: ${evalue}`).trim();
  if (!last || toPlainText(last.parts.at(-1) ?? '').trim() !== summary) return;
  last.parts.pop();
  if (last.parts.length === 0) groups.pop();
}

export interface CellLine {
  readonly executionCount: number;
  /** From 1. */
  readonly line: number;
}

interface TracebackPiece {
  readonly text: string;
  /** The line of a cell that the text names. */
  readonly target: CellLine | null;
}

const CODES = '(?:\\u001b\\[[\\d;]*m|\\s)*';
/** IPython's name for code of a cell: `Cell In[5], line 3`, with colors anywhere between. */
const CELL_LINE = new RegExp(`Cell${CODES}In\\[(\\d+)\\]${CODES},${CODES}line (\\d+)`, 'gu');

/** The text of frames, cut where it names lines of cells. */
export function findCellLines(text: string): TracebackPiece[] {
  const pieces: TracebackPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(CELL_LINE)) {
    pieces.push({ text: text.slice(end, match.index), target: null });
    const target = { executionCount: Number(match[1]), line: Number(match[2]) };
    pieces.push({ text: `In [${target.executionCount}], line ${target.line}`, target });
    end = match.index + match[0].length;
  }
  pieces.push({ text: text.slice(end), target: null });
  return pieces.filter((piece) => piece.text !== '');
}
