import type { SourceValue } from '../source/source-value.ts';

/** Whether a value is a date or year that names a row: those are not added or measured against each other. */
export function isName({ date, column, row, printed }: SourceValue): boolean {
  if (date === null) return false;
  const isYear = date.month === undefined && date.quarter === undefined;
  return !isYear || row.text === '' || row.text === printed || /year|date|jahr/i.test(column.text);
}
