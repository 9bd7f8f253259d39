import { pluralize } from '../../../../lib/util/pluralize.ts';
import type { Column } from '../source/table.ts';
import type { ColumnFacts } from '../source/table-source.ts';
import { TABLE_TEXTS } from './table-texts.ts';

/** In a heading: `int64 · 3 missing`, `object · 12 distinct`. */
export function describeBriefly({ type, kind }: Column, facts: ColumnFacts | undefined): string {
  // What is left says nothing of the whole.
  if (!facts || facts.of === 'left') return type;
  const isList = kind === 'text' || kind === 'boolean';
  const parts = [
    type,
    facts.missing > 0 ? TABLE_TEXTS.missing(facts.missing) : '',
    isList && facts.distinct !== null ? TABLE_TEXTS.distinct(facts.distinct) : '',
  ];
  return parts.filter(Boolean).join(' · ');
}

/** All of it, for the menu of the column and for questions about it. */
export function describeFully({ type }: Column, facts: ColumnFacts | undefined): string {
  if (!facts) return type;
  const { count, missing, distinct, min, max, frequent, of } = facts;
  const most = (frequent ?? [])
    .slice(0, 5)
    .map(({ text, count: times }) => `${text} (${times.toLocaleString('en')})`);
  const parts = [
    type,
    `${pluralize(count, 'row')}${TABLE_TEXTS.countedOf[of]}`,
    missing > 0 ? TABLE_TEXTS.missing(missing) : TABLE_TEXTS.noneMissing,
    distinct === null ? '' : TABLE_TEXTS.distinct(distinct),
    min !== undefined && max !== undefined ? TABLE_TEXTS.span(min, max) : '',
    most.length > 0 ? TABLE_TEXTS.mostFrequent(most.join(', ')) : '',
  ];
  return parts.filter(Boolean).join(' · ');
}
