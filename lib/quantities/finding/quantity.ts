/** What is asked of each number of an answer: where does this come from? */
import type { Output } from '../../notebook/output.ts';

/** A code cell that an answer is checked against. */
export interface SourceCell {
  readonly id: string;
  /** Counts from 1 among all cells. */
  readonly cell: number;
  readonly source: string;
  readonly outputs: readonly Output[];
}

/**
 * - `stated`: an output says it, perhaps rounded or in another unit.
 * - `derived`: it follows from values that outputs say.
 * - `given`: the question or an earlier answer has it, the answer says that it is assumed, or it names something: “Top 5”, what is in code.
 * - `unclear`: too common or too rough a number for either of the next claims: that an output says it, or that none does.
 * - `unfounded`: a precise number that no output says, and that does not follow from two that are said.
 */
export type QuantityStatus = 'stated' | 'derived' | 'given' | 'unclear' | 'unfounded';

/** `ratio` includes a share and a change in percent. A difference or a ratio of one source is from the whole, or from a given number. */
export type SourceRelation = 'exact' | 'rounded' | 'scaled' | 'difference' | 'ratio' | 'sum';

export interface QuantitySource {
  readonly cellId: string;
  /** Counts from 1 among all cells. */
  readonly cell: number;
  /** Index among the outputs of the cell. */
  readonly output: number;
  /** The value as the output shows it. */
  readonly printed: string;
  /** What the output calls it, for people: `Gentoo, body_mass_g`; empty where nothing does. */
  readonly label: string;
  readonly how: SourceRelation;
}

export interface Quantity {
  /** `name`: a text that the kernel has filled in. */
  readonly kind: 'number' | 'name';
  /** UTF-16 offsets into the Markdown of the answer. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly status: QuantityStatus;
  /** Only of `stated` and `derived`, and of one cell. Of `derived`, the values that it follows from. */
  readonly sources: readonly QuantitySource[];
  /** For `unfounded`: the value that an output says where the answer has this number, if there is one that was miscopied. */
  readonly instead?: QuantitySource | undefined;
}
