/** Tables in a Python kernel: variables, what cells displayed, and files, which a process of their own reads. */
import { MAX_VALUE_LENGTH } from '../../protocol/tables/table-bounds.ts';
import type { TableQuery } from '../../protocol/tables/table-query.ts';
import type { TablePlace, TableReaders } from './language.ts';
import { callPython } from './python-package.ts';

/** How many bytes of an export one answer has. */
const CHUNK_BYTES = 2_000_000;
/** How long the kernel writes at a time, before it has a turn for something else. */
const CHUNK_S = 0.5;

export const PYTHON_TABLES: TableReaders = {
  readPage: (kernel, place, window) =>
    callPython(kernel, 'tables.table_pages.read_page', {
      ...toArguments(place, window),
      rows: [window.rowOffset, window.rows],
      columns: [window.columnOffset, window.columns],
      find: window.find ?? null,
    }),
  summarize: (kernel, place, window) =>
    callPython(kernel, 'tables.table_pages.summarize', {
      ...toArguments(place, window),
      columns: [window.columnOffset, window.columns],
    }),
  startExport: (kernel, place, query) =>
    callPython(kernel, 'tables.table_exports.start', { ...toArguments(place, query), kind: query.format }),
  continueExport: (kernel, exportId) =>
    callPython(kernel, 'tables.table_exports.proceed', {
      export_id: exportId,
      max_bytes: CHUNK_BYTES,
      seconds: CHUNK_S,
    }),
  cancelExport: (kernel, exportId) =>
    callPython(kernel, 'tables.table_exports.cancel', { export_id: exportId }),
};

function toArguments(place: TablePlace, { filters = [], search, sort, order, sheet }: TableQuery) {
  return {
    place: { ...place, sheet: sheet ?? null },
    query: { filters, search: search ?? '', sort: sort ?? null, ascending: order === 'ascending' },
    max_text_length: MAX_VALUE_LENGTH,
  };
}
