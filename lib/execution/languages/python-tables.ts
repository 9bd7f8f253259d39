/** Tables in a Python kernel: of a variable, or of a file, which a process of its own reads. */
import { MAX_PAGE_COLUMNS, MAX_PAGE_ROWS, MAX_VALUE_LENGTH } from '../../protocol/table-bounds.ts';
import type { TableReaders } from './language.ts';
import { callPython } from './python-package.ts';

/** Less than an expression may take. */
const FILE_TIMEOUT_S = 9;

export const PYTHON_TABLES: TableReaders = {
  readPage: (kernel, { source, name, roots }, { rowOffset, rows, columnOffset, columns, sort, order }) =>
    source === 'variables'
      ? callPython(kernel, 'tables.read_table', {
          name,
          rows: [rowOffset, rows],
          columns: [columnOffset, columns],
          sort: sort ?? null,
          ascending: order === 'ascending',
          max_text_length: MAX_VALUE_LENGTH,
        })
      : callPython(kernel, 'table_files.read_table_file', {
          roots,
          name,
          kind: /\.(parquet|pq)$/i.test(name) ? 'parquet' : 'excel',
          timeout_s: FILE_TIMEOUT_S,
          bounds: {
            max_rows: MAX_PAGE_ROWS,
            max_columns: MAX_PAGE_COLUMNS,
            max_text_length: MAX_VALUE_LENGTH,
          },
        }),
};
