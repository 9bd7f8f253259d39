import { pluralize } from '../../../../lib/util/pluralize.ts';
import type { Column } from '../source/table.ts';
import type { ColumnFacts } from '../source/table-source.ts';
import { TABLE_TEXTS } from './table-texts.ts';

/** In a heading: `int64 · 3 missing`, `object · 12 distinct`. `rounded`: how its values were rounded; else empty. */
export function describeBriefly(
  { type, kind }: Column,
  facts: ColumnFacts | undefined,
  rounded: string,
): string {
  // What is left says nothing of the whole.
  if (!facts || facts.of === 'left') return [type, rounded].filter(Boolean).join(' · ');
  const isList = kind === 'text' || kind === 'boolean';
  const { count, missing, distinct, of } = facts;
  // Of a sample or of first rows, a count is not that of the table: a share is near it, and what differs there differs in it too.
  const [saysMissing, saysDistinct] =
    of !== 'all'
      ? [() => TABLE_TEXTS.aboutMissing(missing / count), TABLE_TEXTS.atLeastDistinct]
      : [() => TABLE_TEXTS.missing(missing), TABLE_TEXTS.distinct];
  const parts = [
    type,
    missing > 0 ? saysMissing() : '',
    isList && distinct !== null ? saysDistinct(distinct) : '',
    rounded,
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
