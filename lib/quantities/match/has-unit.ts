import type { Mention } from '../answer/read-mentions.ts';
import type { SourceValue } from '../source/source-value.ts';

/** Whether an output has the unit that the answer says, or one that converts to it. Shares and money need none. */
export function hasUnit({ unit }: Mention, value: SourceValue): boolean {
  const isShare = unit?.dimension === 'percent';
  return unit === null || isShare || unit.dimension.startsWith('currency') || value.unit.unit !== null;
}
