import type { Quantity } from '../../lib/quantities/finding/quantity.ts';
import { linkQuantities } from '../../lib/quantities/link-quantities.ts';

/** What {@link linkQuantities} finds, without names. */
export function linkNumbers(...args: Parameters<typeof linkQuantities>): Quantity[] {
  return linkQuantities(...args).filter(({ kind }) => kind === 'number');
}
