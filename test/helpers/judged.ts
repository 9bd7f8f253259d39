/** Outputs of a notebook and of clean runs, and what verification says of them. */
import type { Output } from '../../lib/notebook/output.ts';
import type { CompareContext } from '../../lib/verify/finding/comparison.ts';
import { type CleanCell, judgeCell } from '../../lib/verify/judge-cell.ts';

export const FROM = Date.UTC(2026, 4, 20, 10, 0, 0);
export const CONTEXT: CompareContext = {
  from: FROM,
  to: FROM + 5_000,
  elapsedMs: 60_000,
  readsClock: true,
  folder: '/session',
};

export const run = (...outputs: Output[]): CleanCell => ({
  outputs,
  notRun: null,
  isCut: false,
  context: CONTEXT,
});

/** A cell that was run in the notebook; `above`: the code of the cells before it. */
export const toJudged = (notebook: Output[], runs: CleanCell[], ownSource = 'print(x)', above = '') => ({
  notebook,
  runs,
  source: `${above}\n${ownSource}`,
  ownSource,
  wasRun: true,
  hidden: null,
});
export const judge = (...cell: Parameters<typeof toJudged>) => judgeCell(toJudged(...cell));
