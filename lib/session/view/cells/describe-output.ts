/** Whether the output of a cell is that of the code above it, for the page and for exports. */
import { showsEarlierRun } from '../../cell-versions.ts';
import type { Cell } from '../../session.ts';

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
  const { ranSource, source, outputs, rebuilt, ranOrder } = cell;
  if ((showsEarlierRun(cell) || rebuilt?.isOther) && (ranSource === null || ranSource === source))
    return ranOrder === null && ranSource === null ? OUTPUT_TEXTS.neverRun : OUTPUT_TEXTS.earlierOutput;
  if (ranSource !== null && ranSource !== source)
    return outputs.length > 0 ? OUTPUT_TEXTS.edited : OUTPUT_TEXTS.editedWithoutOutput;
  if (changedNames !== '') return OUTPUT_TEXTS.stale(changedNames);
  return isFileOutput ? OUTPUT_TEXTS.fromFile : '';
}
