/** Tables of a session over the HTTP API: variables, files, and what cells displayed. */
import type { TablePage } from '../../lib/protocol/tables/table-page.ts';
import type { ColumnFilter } from '../../lib/protocol/tables/table-query.ts';
import type { TableSource } from '../../lib/protocol/tables/table-source.ts';
import { callApi } from './call-api.ts';

/** Part of a table. */
export function readTable(
  sessionId: string,
  table: TableSource,
  query: Parameters<typeof toTableRequest>[2] & {
    rowOffset?: number;
    rows?: number;
    columnOffset?: number;
    find?: number;
  } = {},
  signal?: AbortSignal,
): Promise<TablePage> {
  return callApi('readTable', { ...toTableRequest(sessionId, table, query), ...(signal ? { signal } : {}) });
}

/**
 * What `readTable`, `summarizeTable` and `exportTable` are called with: `callApi('summarizeTable', toTableRequest(…))`,
 * `toApiUrl('exportTable', toTableRequest(…))`.
 */
export function toTableRequest<
  Query extends {
    filters?: readonly ColumnFilter[];
    search?: string;
    sort?: number;
    order?: 'ascending' | 'descending';
    sheet?: string;
  },
>(sessionId: string, { source, name }: TableSource, { filters = [], ...query }: Query) {
  const given = filters.length === 0 ? {} : { filters: JSON.stringify(filters) };
  return { params: { sessionId, source, name }, query: { ...query, ...given } };
}
