/** The tables that a file would be loaded as, as far as its first rows tell. */
import type { FileHead } from '../../protocol/tables/file-head.ts';
import type { ColumnFacts } from '../../protocol/tables/table-facts.ts';
import type { Column, Table } from '../query/query.ts';
import { nameTables } from './name-tables.ts';
import { DURATION_UNIT } from './write-readings.ts';

/** `taken`: names that something else has. */
export function previewTables(
  file: string,
  { format, tables }: FileHead,
  taken: ReadonlySet<string>,
): Table[] {
  return nameTables(file, format, taken).flatMap(({ name }, at) => {
    const facts = tables[at];
    return facts ? [{ name, file, rows: facts.rows, columns: facts.columns.map(toColumn) }] : [];
  });
}

/** As the cell leaves it that reads columns as what they are. */
function toColumn({ reading, ...column }: ColumnFacts): Column {
  switch (reading?.as) {
    case 'date':
      return { ...column, type: 'date', isInteger: false, values: [] };
    case 'number':
      return { ...column, type: 'number', values: [], unit: reading.unit ?? column.unit };
    case 'duration':
      return { ...column, type: 'number', isInteger: false, values: [], unit: DURATION_UNIT };
    case 'plain':
      return reading.type === 'float64' ? { ...column, type: 'number', values: [] } : column;
    case 'spelling': {
      const values = column.values.map((value) => reading.replaced[value.trim()] ?? value.trim());
      return { ...column, values: [...new Set(values)] };
    }
    default:
      return column;
  }
}
