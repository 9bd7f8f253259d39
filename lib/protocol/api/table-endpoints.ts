/** Tables to page through, search, sum up and take along: of variables, of files, and those that cells displayed. */
import { TablePage } from '../tables/table-page.ts';
import { SummaryWindow, TableExport, TableWindow } from '../tables/table-query.ts';
import { TableSummary } from '../tables/table-summary.ts';
import type { Endpoints } from './api-endpoint.ts';

/** A file is read in the kernel's sandbox, which is started for it. */
const TABLE_ERRORS = [
  'conflict',
  'gone',
  'kernel-unavailable',
  'kernel-died',
  'sandbox-unavailable',
] as const;

export const TABLE_ENDPOINTS = {
  readTable: {
    summary: 'Returns part of a table: the rows that filters and search leave, in the order of a column.',
    note: '`source` is `variables`, `files` or `displays`; `name` is a variable, the path of a file, or `digest.kept.id` of an output. 409 at once while the kernel is busy; 410 when the kernel no longer has the displayed table.',
    query: TableWindow,
    status: 200,
    reply: TablePage,
    errors: TABLE_ERRORS,
  },
  summarizeTable: {
    summary:
      'Returns what columns of a table hold: missing and distinct values, the smallest, the largest, the most frequent.',
    note: 'Counts every row that the query leaves, or says in `sampledRows` of how many it did.',
    query: SummaryWindow,
    status: 200,
    reply: TableSummary,
    errors: TABLE_ERRORS,
  },
  exportTable: {
    summary:
      'Returns all rows and columns of a table as a file, or those rows that filters and search leave.',
    note: 'Streamed from the kernel. `X-Actbook-Rows` and `X-Actbook-Columns` count what is in it.',
    query: TableExport,
    status: 200,
    reply: {
      types: [
        'text/csv; charset=utf-8',
        'text/tab-separated-values; charset=utf-8',
        'text/markdown; charset=utf-8',
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'application/vnd.apache.parquet',
      ],
      isAttachment: true,
    },
    errors: TABLE_ERRORS,
  },
} as const satisfies Endpoints;
