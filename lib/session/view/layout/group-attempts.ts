/** A failed cell and the cells that fix it, told from their events' fold: nothing of this is stored. */
import { findLeft } from '../../cell-versions.ts';
import type { Cell } from '../../session.ts';

/** A cell, and the attempts before it with the words between them; none for most. */
export interface CellAttempts {
  readonly cell: Cell;
  readonly earlier: readonly Cell[];
}

/**
 * Joins each retried cell with its retry; `cells` are of one run, in order. A cell was retried when it ended with an error
 * or at its time limit, and the next step's first code, with nothing but that step's words between, has most of its words.
 * Cells that the user wrote, edited or ran stand for themselves.
 */
export function groupAttempts(cells: readonly Cell[]): CellAttempts[] {
  const groups: CellAttempts[] = [];
  for (const cell of cells) {
    const words = takeWordsBefore(cell, groups);
    const last = groups.at(-1 - words);
    if (!last || !isRetryOf(cell, last.cell)) {
      groups.push({ cell, earlier: [] });
      continue;
    }
    const between = groups.splice(groups.length - words).map((group) => group.cell);
    groups[groups.length - 1] = { cell, earlier: [...last.earlier, last.cell, ...between] };
  }
  return groups;
}

/** How many cells before this code are the words of its step. */
function takeWordsBefore(cell: Cell, groups: readonly CellAttempts[]): number {
  if (cell.type !== 'code') return 0;
  const isOther = (group: CellAttempts) => group.cell.role !== 'thought' || group.cell.step !== cell.step;
  return groups.length - 1 - groups.findLastIndex(isOther);
}

function isRetryOf(retry: Cell, failed: Cell): boolean {
  const hasFailed = failed.status === 'error' || failed.status === 'timed-out';
  const isNext = failed.step !== null && retry.step === failed.step + 1 && retry.runId === failed.runId;
  return hasFailed && isNext && isAgentsOwn(failed) && isAgentsOwn(retry) && isSimilar(failed, retry);
}

function isAgentsOwn(cell: Cell): boolean {
  return (
    cell.role === 'code' && cell.author === 'agent' && cell.askId === undefined && findLeft(cell) === cell
  );
}

/** Part of the words of both that are the same ones: a fixed cell keeps most, the next thing to do few. */
const MIN_SIMILARITY = 0.5;

/** Sørensen-Dice coefficient of the words, each as often as it is there. */
function isSimilar(left: Cell, right: Cell): boolean {
  const [before, after] = [countWords(left), countWords(right)];
  let shared = 0;
  for (const [word, count] of before.counts) shared += Math.min(count, after.counts.get(word) ?? 0);
  return (2 * shared) / Math.max(1, before.total + after.total) >= MIN_SIMILARITY;
}

interface WordCounts {
  readonly counts: ReadonlyMap<string, number>;
  readonly total: number;
}

/** A memo: the page groups its cells again with every event. */
const WORD_COUNTS = new WeakMap<Cell, WordCounts>();

/** Longer code is compared by its beginning, characters. */
const MAX_COMPARED = 20_000;

function countWords(cell: Cell): WordCounts {
  const known = WORD_COUNTS.get(cell);
  if (known) return known;
  const words = cell.source.slice(0, MAX_COMPARED).match(/\w+/g) ?? [];
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const counted = { counts, total: words.length };
  WORD_COUNTS.set(cell, counted);
  return counted;
}
