/** Whether “in the text of no output” can be said of a number. */
import type { SourceCell } from './finding/quantity.ts';
import { createSourceCache, type SourceCache } from './source-cache.ts';

/**
 * Whether {@link linkQuantities} reads all text of the outputs. False where text is stored beside the log, or was left out
 * of a stream, and where an output is too long: after 400,000 characters, or in a line of more than 20,000.
 */
export function isReadWhole(cells: readonly SourceCell[], cache: SourceCache = createSourceCache()): boolean {
  return cache.read(cells).isWhole;
}
