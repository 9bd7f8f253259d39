/** What a cell that is taken back leaves as it is, in words. */
import type { KeptFiles } from '../../../protocol/kernel/take-back.ts';

const MAX_NAMED = 5;

/** A sentence; empty where no file changed since the cell began. */
export function describeKept({ names, count }: KeptFiles): string {
  if (count === 0) return '';
  const named = names.slice(0, MAX_NAMED);
  const more = count - named.length;
  const list = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return `Files that changed since then stay as they are: ${list}.`;
}
