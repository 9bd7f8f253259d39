/** A verification small enough for the log: of notebooks with much to say, cells keep what they say first. */
import type { Verification } from '../protocol/verification/verification.ts';

/** Listed of each cell. */
const MAX_LISTED = 5;
/** Of all cells together; past it only verdicts, reasons and counts are left, characters. */
const MAX_LENGTH = 500_000;

export function boundVerification(verification: Verification): Verification {
  const cells = verification.cells.map((cell) => ({
    ...cell,
    differences: cell.differences.slice(0, MAX_LISTED),
    aside: cell.aside.slice(0, MAX_LISTED),
  }));
  const isSmall = JSON.stringify(cells).length <= MAX_LENGTH;
  return {
    ...verification,
    cells: isSmall ? cells : cells.map((cell) => ({ ...cell, differences: [], aside: [] })),
  };
}
