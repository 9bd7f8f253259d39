/** Columns of lists and objects, which are there as their text: `['new', 'vip']`, `{'a': 1}`. */
import type { Column } from './query.ts';

const LIST = /^(\[.*\]|\{.*\})$/s;
/** Texts that happen to be in brackets have none of these, as `[redacted]`. */
const PARTS = /[,'":\s]|^\[\]$|^\{\}$|\d/;

export function holdsLists({ type, values }: Column): boolean {
  return (
    type === 'text' &&
    values.length > 0 &&
    values.every((value) => LIST.test(value)) &&
    values.some((value) => PARTS.test(value))
  );
}
