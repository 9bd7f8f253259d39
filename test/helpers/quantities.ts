/** The numbers of an answer, linked to what cells printed. */
import type { Output } from '../../lib/notebook/output.ts';
import type { Quantity, SourceCell } from '../../lib/quantities/finding/quantity.ts';
import { linkQuantities } from '../../lib/quantities/link-quantities.ts';
import { text } from './outputs.ts';

/** A cell for each output; what is given as text was printed. */
export const toCells = (outputs: readonly (Output | string)[], source = ''): SourceCell[] =>
  outputs.map((output, at) => ({
    id: `c${at + 1}`,
    cell: at + 1,
    source,
    outputs: [typeof output === 'string' ? text(output) : output],
  }));

interface Given {
  /** Of the cells. */
  source?: string;
  question?: string;
  sizes?: number[];
}

export const link = (
  answer: string,
  outputs: string | readonly (Output | string)[],
  { source, question = '', sizes = [] }: Given = {},
): Quantity[] =>
  linkQuantities(answer, toCells(typeof outputs === 'string' ? [outputs] : outputs, source), question, {
    sizes,
  });

/** `text: status` of each number. */
export const readStatuses = (...asked: Parameters<typeof link>): string[] =>
  link(...asked).map(({ text: said, status }) => `${said.trim()}: ${status}`);
