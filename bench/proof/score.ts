/** What verdicts come to, beside those that the corpus has written down. */
import type { CellVerdict } from '../../lib/protocol/verification/verification.ts';
import type { ProofCase } from './case.ts';

export interface Score {
  cells: number;
  right: number;
  /** Cells that are called the same and are not. */
  wrongSame: number;
  /** Cells that are the same and are called something else. */
  wrongOther: number;
  faults: number;
  found: number;
}

export const NO_SCORE: Score = { cells: 0, right: 0, wrongSame: 0, wrongOther: 0, faults: 0, found: 0 };

/** Verdicts that every tool has, if only as equal or not. */
const COMMON = new Set<CellVerdict>(['same', 'differs', 'varies', 'failed']);

/** Whether other tools can be asked, too: none of its cells needs a limit, an answer, or to be left out. */
export function isCommon({ cells }: ProofCase): boolean {
  return cells.every(({ label }) => label !== 'not-run');
}

/** `verdicts`: of each cell, in order. */
export function addVerdicts(
  score: Score,
  proof: ProofCase,
  verdicts: readonly (CellVerdict | undefined)[],
): Score {
  const judged = proof.cells.map(({ label }, index) => ({ label, verdict: verdicts[index] }));
  return add(
    score,
    proof,
    judged.map(({ label, verdict }) => ({
      isRight: verdict === label,
      isSame: label === 'same',
      saysSame: verdict === 'same',
    })),
  );
}

/** The same where a tool only says whether a cell is the same; cells that no other tool has a verdict for do not count. */
export function addEqualities(score: Score, proof: ProofCase, same: readonly (boolean | undefined)[]): Score {
  const judged = proof.cells.flatMap(({ label }, index) => {
    const saysSame = same[index] === true;
    const isSame = label === 'same';
    return COMMON.has(label) ? [{ isRight: saysSame === isSame, isSame, saysSame }] : [];
  });
  return add(score, proof, judged);
}

interface Judged {
  isRight: boolean;
  isSame: boolean;
  saysSame: boolean;
}

/** A fault is found if no cell that shows it is called the same. */
function add(score: Score, { fault }: ProofCase, judged: readonly Judged[]): Score {
  const count = (test: (each: Judged) => boolean) => judged.filter(test).length;
  const wrongSame = count(({ isSame, saysSame }) => saysSame && !isSame);
  return {
    cells: score.cells + judged.length,
    right: score.right + count(({ isRight }) => isRight),
    wrongSame: score.wrongSame + wrongSame,
    wrongOther: score.wrongOther + count(({ isSame, saysSame }) => isSame && !saysSame),
    faults: score.faults + (fault === null ? 0 : 1),
    found: score.found + (fault !== null && wrongSame === 0 ? 1 : 0),
  };
}
