/** What the outputs of a cell do not show, for the page and for exports: of which code they are, and how the cell ended. */

import type { Output } from '../../../notebook/output.ts';
import { readCode } from '../../cell-code.ts';
import { showsEarlierRun } from '../../cell-versions.ts';
import { type Cell, isAlive } from '../../session.ts';

export const OUTPUT_TEXTS = {
  earlierOutput: 'Output of an earlier run. Variables are those of the last run.',
  neverRun: 'Not run in this version. Variables are those of the last run.',
  edited: 'Edited but not run. This output is from the previous code.',
  editedWithoutOutput: 'Edited but not run.',
  stale: (names: string) => `Out of date: it uses ${names}, which changed or is out of date.`,
  fromFile: 'This output comes from the file. Cells above have changed since.',
};

/** `changedNames`: what it reads and has changed, as a list to show. Empty where the output is that of the code. */
export function describeOutput(cell: Cell, changedNames: string, isFileOutput: boolean): string {
  const { ranSource, outputs, rebuilt, ranOrder } = cell;
  const source = readCode(cell);
  if ((showsEarlierRun(cell) || rebuilt?.isOther) && (ranSource === null || ranSource === source))
    return ranOrder === null && ranSource === null ? OUTPUT_TEXTS.neverRun : OUTPUT_TEXTS.earlierOutput;
  if (ranSource !== null && ranSource !== source)
    return outputs.length > 0 ? OUTPUT_TEXTS.edited : OUTPUT_TEXTS.editedWithoutOutput;
  if (changedNames !== '') return OUTPUT_TEXTS.stale(changedNames);
  return isFileOutput ? OUTPUT_TEXTS.fromFile : '';
}

export const ENDING_TEXTS = {
  interrupted: 'Interrupted',
  'timed-out': 'Timed out',
  'kernel-died': 'The kernel died',
  aborted: 'Not run',
};

/** A word, the reason, or both; empty for a cell that ended well. */
export function describeEnding({ status, reason }: Pick<Cell, 'status' | 'reason'>): string {
  const word = status in ENDING_TEXTS ? ENDING_TEXTS[status as keyof typeof ENDING_TEXTS] : '';
  if (!reason) return word && `${word}.`;
  const saysItself = word === '' || status === 'aborted' || status === 'kernel-died';
  return saysItself ? reason : `${word}: ${reason}`;
}

/**
 * Whether what the cell shows is from an earlier kernel than this, and not known to be the same in this one: a rebuild
 * leaves its output, and compares its text.
 */
export function isOfEarlierKernel(cell: Cell, kernelId: string): boolean {
  const { outputs, rebuilt, hasAsked, heldBy } = cell;
  if (cell.kernelId === null || cell.kernelId === kernelId) return false;
  if (heldBy === kernelId && !rebuilt) return false;
  if (!isAlive(cell, kernelId)) return true;
  return outputs.length > 0 && (rebuilt?.isOther !== false || hasAsked === true || outputs.some(isPicture));
}

function isPicture(output: Output): boolean {
  return 'data' in output && Object.keys(output.data).some((type) => type.startsWith('image/'));
}
