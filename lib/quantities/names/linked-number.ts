import type { Mention } from '../answer/read-mentions.ts';
import type { SourceValue } from '../source/source-value.ts';

/** A number of an answer, and what it has to do with the values of outputs. */
export interface LinkedNumber {
  readonly mention: Mention;
  /** Values that it fits, those of other rows than the one that the sentence names included. */
  readonly fitting: readonly SourceValue[];
  /** The values that its link leads to; none where it has no link. */
  readonly said: readonly SourceValue[];
}
