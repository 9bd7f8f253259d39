/** The outputs of a cell of a notebook file, as an output area shows them: streams joined, and control characters applied. */
import { AppError, toMessage } from '../util/app-error.ts';
import { appendOutput, EMPTY_OUTPUT_AREA } from './apply-output.ts';
import { fromNbformatOutput } from './from-nbformat-output.ts';
import type { FileCell } from './notebook-file.ts';
import type { Output } from './output.ts';

/** `index`: of the cell, from 0. Throws AppError `bad-request`, a fragment of a sentence, for an output that no notebook has. */
export function readFileOutputs({ outputs }: FileCell, index: number): readonly Output[] {
  const list: unknown[] = Array.isArray(outputs) ? outputs : [];
  let area = EMPTY_OUTPUT_AREA;
  for (const each of list) {
    try {
      area = appendOutput(area, fromNbformatOutput(each));
    } catch (error) {
      const cause = `cell ${index + 1} has an output that cannot be read (${toMessage(error)})`;
      throw new AppError('bad-request', cause, { cause: error });
    }
  }
  return area.outputs;
}
