/** The check of numbers for programs that have outputs of notebook files, or those of a session. */
import { fromNbformatOutput } from '../notebook/from-nbformat-output.ts';
import type { Output } from '../notebook/output.ts';
import type { Quantity, SourceCell as ReadCell } from '../quantities/finding/quantity.ts';
import { linkQuantities as linkRead } from '../quantities/link-quantities.ts';

/** A code cell that an answer is checked against. */
export interface SourceCell extends Omit<ReadCell, 'outputs'> {
  /** As a notebook file of nbformat 4 holds them, `toNotebook`, or the cells of `read`. */
  readonly outputs: readonly object[];
}

/**
 * Every quantity in digits of an answer in Markdown, in order: numbers, percentages, amounts of money, and dates.
 * `question`: empty if it is not known. Nothing is read or run. Throws
 * AppError `bad-request` for what is not an output.
 */
export function linkQuantities(answer: string, cells: readonly SourceCell[], question: string): Quantity[] {
  const read = cells.map((cell) => ({ ...cell, outputs: cell.outputs.map(toOutput) }));
  return linkRead(answer, read, question);
}

/** What a session adds to an output, such as the whole of a table, is kept. */
function toOutput(output: object): Output {
  return { ...output, ...fromNbformatOutput(output) };
}
