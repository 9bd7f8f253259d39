import type { TableView } from '../source/table.ts';

/** What another press on a column's name does: ascending, descending, the table's own order. */
export function nextSorting(sorting: TableView['sorting'], at: number): TableView['sorting'] {
  if (sorting?.at !== at) return { at, order: 'ascending' };
  return sorting.order === 'ascending' ? { at, order: 'descending' } : null;
}
