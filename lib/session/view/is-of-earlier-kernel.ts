import { type Cell, isAlive } from '../session.ts';

/** Whether what the cell shows is from an earlier kernel process than this: a rebuild leaves its output. */
export function isOfEarlierKernel(cell: Cell, epoch: number): boolean {
  const { kernelEpoch, outputs } = cell;
  return kernelEpoch !== null && kernelEpoch !== epoch && (outputs.length > 0 || !isAlive(cell, epoch));
}
