import type { Mention } from '../answer/read-mentions.ts';
import type { SourceValue } from '../source/source-value.ts';

/** A number of an answer, and the values of outputs that it says. */
export interface LinkedNumber {
  readonly mention: Mention;
  /** The values that its link leads to; none where it has no link. */
  readonly said: readonly SourceValue[];
}
