/** What of a table can be measured: first amounts such as money, then what is counted in pieces, then what does not add up. */
import type { Table } from '../query/query.ts';
import { toField } from '../read/views.ts';
import { isMeasured } from './suggest-questions.ts';

export interface MeasuredColumn {
  readonly name: string;
  /** The figure that says something of all of its values together. */
  readonly aggregate: 'total' | 'average';
}

export function listMeasures({ columns, rows }: Table): MeasuredColumn[] {
  const measures = columns
    .filter((column) => isMeasured(column, rows))
    .map((column) => ({
      name: column.name.trim(),
      aggregate: toField(column, rows).isAdditive ? ('total' as const) : ('average' as const),
      isInteger: column.isInteger,
    }));
  const rankOf = ({ aggregate, isInteger }: (typeof measures)[number]) =>
    aggregate === 'average' ? 2 : Number(isInteger);
  return measures.toSorted((left, right) => rankOf(left) - rankOf(right));
}
