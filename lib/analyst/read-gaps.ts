/** Conditions on what is not there: "no Umsatz", "without a discount", "where the phone is blank". */
import { type Column, positiveLiteral } from './dataset.ts';
import type { Mention } from './match-columns.ts';
import { quote } from './python-literals.ts';
import type { Filter } from './reading.ts';
import type { Word } from './words.ts';

const LACK = /^(no|without|lacking|lacks?|missing|blank|empty|null|unknown)$/;
const FILLER = /^(a|an|any|the|its|their|value|values|entry|entries|data|in|for|of|column|field|cells?)$/;
const LACKED = /^(missing|blank|empty|null|unknown|unfilled|absent)$/;
const LINK = /^(is|are|was|were|has|being|left|value|values|not)$/;

export interface Gap {
  readonly mention: Mention;
  readonly filter: Filter;
}

/** A column right after "no", or right before "is missing", selects the rows without a value in it. */
export function readGapFilters(words: readonly Word[], mentions: readonly Mention[]): Gap[] {
  return mentions.flatMap((mention) => {
    if (positiveLiteral(mention.column) !== null) return [];
    const lacks = standsBefore(words, mention.from) || standsAfter(words, mention.to);
    return lacks ? [{ mention, filter: toGapFilter(mention) }] : [];
  });
}

function standsBefore(words: readonly Word[], from: number): boolean {
  const at = words.findLastIndex(({ lower }, index) => index < from && !FILLER.test(lower));
  return at >= 0 && from - at <= 5 && LACK.test(words[at]?.lower ?? '');
}

function standsAfter(words: readonly Word[], to: number): boolean {
  const at = words.findIndex(({ lower }, index) => index > to && !LINK.test(lower));
  const linked = at > to + 1 || at === words.length - 1;
  return at > to && linked && LACKED.test(words[at]?.lower ?? '');
}

function toGapFilter({ column, from }: Mention): Filter {
  const source = (frame: string) => `${frame}[${quote(column.name)}]`;
  const zero = holdsZeroForNone(column);
  return {
    column: column.name,
    write: (frame) => (zero ? `${source(frame)} == 0` : `${source(frame)}.isna()`),
    label: zero ? `${column.name} is 0` : `${column.name} is missing`,
    at: from,
    values: [],
    group: null,
    ...(zero ? {} : { selectsGaps: true }),
  };
}

/** A number column without a gap says "none" by a zero. */
function holdsZeroForNone({ kind, missing, examples }: Column): boolean {
  return kind === 'number' && missing === 0 && examples.some((text) => Number(text) === 0);
}
