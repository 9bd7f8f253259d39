/** The part of the table a question is about, as Python and in words. */
import type { Dataset } from './dataset.ts';
import { findColumn } from './dataset.ts';
import { code } from './format.ts';
import { MERGE_SPELLINGS } from './merge-spellings.ts';
import { quote, quoteAll } from './python-literals.ts';
import type { Filter } from './reading.ts';

export interface Selection {
  /** Lines that make the selection; empty when the whole table is meant as it was loaded. */
  readonly setup: readonly string[];
  /** Name of the DataFrame that holds it. */
  readonly frame: string;
  /** E.g. ` (species is Adelie)`; empty for the whole table. */
  readonly label: string;
}

/** Columns that `df` does not have so are computed in a copy, so that `df` stays as it was loaded. */
export function selectRows({ columns }: Dataset, filters: readonly Filter[]): Selection {
  const computed = columns.flatMap(({ name, formula }) =>
    formula === undefined ? [] : [`${quote(name)}: ${formula}`],
  );
  const source = computed.length > 0 ? 'computed' : 'df';
  const helper = columns.some(({ spellings }) => spellings !== undefined) ? [MERGE_SPELLINGS] : [];
  const assigned = computed.length > 0 ? [...helper, `computed = df.assign(**{${computed.join(', ')}})`] : [];
  const label = describeFilters(filters);
  if (filters.length === 0) return { setup: assigned, frame: source, label };
  const chosen = `selected = ${source}[${writeConditions(filters, source)}]`;
  return { setup: [...assigned, chosen], frame: 'selected', label };
}

/** E.g. ` (species is Adelie)`; empty without a condition. */
export function describeFilters(filters: readonly Filter[]): string {
  return filters.length === 0 ? '' : ` (${filters.map(({ label }) => label).join(', ')})`;
}

export function writeConditions(filters: readonly Filter[], frame: string): string {
  const [only, ...more] = filters.map(({ write }) => write(frame));
  if (only === undefined) return 'True';
  return more.length === 0 ? only : [only, ...more].map((condition) => `(${condition})`).join(' & ');
}

const LEFT_OUT = 'rows left out: no value in';

/** A line that counts rows with a gap in these columns; null when the profile saw none. */
export function countGaps(dataset: Dataset, frame: string, names: readonly string[]): string | null {
  const holed = [...new Set(names)].filter((name) => (findColumn(dataset, name)?.missing ?? 0) > 0);
  if (holed.length === 0) return null;
  const list = quoteAll(holed);
  const gaps =
    holed.length === 1 ? `${frame}[${quote(holed[0] ?? '')}].isna()` : `${frame}[${list}].isna().any(axis=1)`;
  return `print(${gaps}.sum(), ${JSON.stringify(`${LEFT_OUT} ${holed.join(' or ')}`)})`;
}

/** The caveat that line printed, or none when no row was affected. */
export function readGaps(text: string): string[] {
  const match = /^(\d+) rows left out: no value in (.*)$/m.exec(text);
  if (!match || match[1] === '0') return [];
  const [, count, list = ''] = match;
  const names = list.split(' or ').map(code).join(' or ');
  return [
    `${count} ${count === '1' ? 'row' : 'rows'} with no value in ${names} ${count === '1' ? 'was' : 'were'} left out.`,
  ];
}
