import type { Output } from '../../../notebook/output.ts';
import { type Cell, isAlive } from '../../session.ts';

/**
 * Whether what the cell shows is from an earlier kernel than this, and not known to be the same in this one: a rebuild
 * leaves its output, and compares its text.
 */
export function isOfEarlierKernel(cell: Cell, kernelId: string): boolean {
  const { outputs, rebuilt, hasAsked } = cell;
  if (cell.kernelId === null || cell.kernelId === kernelId) return false;
  if (!isAlive(cell, kernelId)) return true;
  return outputs.length > 0 && (rebuilt?.isOther !== false || hasAsked === true || outputs.some(isPicture));
}

function isPicture(output: Output): boolean {
  return 'data' in output && Object.keys(output.data).some((type) => type.startsWith('image/'));
}
