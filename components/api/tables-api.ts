/** Tables of a session over the HTTP API: variables, files, and what cells displayed. */
import type { TablePage } from '../../lib/protocol/tables/table-page.ts';
import type { ColumnFilter, TableFormat } from '../../lib/protocol/tables/table-query.ts';
import type { TableSource } from '../../lib/protocol/tables/table-source.ts';
import { parseJson } from '../../lib/util/parse-json.ts';
import { callApi, toApiUrl, toAppError, unreachable } from './call-api.ts';

/** Which rows, and in which order. */
interface TableQuery {
  filters?: readonly ColumnFilter[];
  search?: string;
  sort?: number;
  order?: 'ascending' | 'descending';
  /** Of a workbook. */
  sheet?: string;
}

/** Part of a table. */
export function readTable(
  sessionId: string,
  table: TableSource,
  query: TableQuery & { rowOffset?: number; rows?: number; columnOffset?: number; find?: number } = {},
  signal?: AbortSignal,
): Promise<TablePage> {
  return callApi('readTable', { ...toTableRequest(sessionId, table, query), ...(signal ? { signal } : {}) });
}

/**
 * What `readTable`, `summarizeTable` and `exportTable` are called with: `callApi('summarizeTable', toTableRequest(…))`,
 * `toApiUrl('exportTable', toTableRequest(…))`.
 */
export function toTableRequest<Query extends TableQuery>(
  sessionId: string,
  { source, name }: TableSource,
  { filters = [], ...query }: Query,
) {
  const given = filters.length === 0 ? {} : { filters: JSON.stringify(filters) };
  return { params: { sessionId, source, name }, query: { ...query, ...given } };
}

/** A table as a file, with what is in it. `onBytes` is called with the bytes that have arrived. */
export async function exportTable(
  sessionId: string,
  table: TableSource,
  query: TableQuery & { format: TableFormat },
  { signal, onBytes }: { signal: AbortSignal; onBytes(bytes: number): void },
): Promise<{ blob: Blob; size: { rows: number | null; columns: number } }> {
  const response = await fetch(toApiUrl('exportTable', toTableRequest(sessionId, table, query)), {
    signal,
  }).catch((error: unknown) => {
    throw signal.aborted ? error : unreachable();
  });
  if (!response.ok) throw toAppError(parseJson(await response.text()), response.status);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (const reader = response.body?.getReader(); reader; ) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    bytes += value.byteLength;
    onBytes(bytes);
  }
  const rows = response.headers.get('X-Actbook-Rows');
  return {
    blob: new Blob(chunks, { type: response.headers.get('Content-Type') ?? '' }),
    size: {
      rows: rows === null ? null : Number(rows),
      columns: Number(response.headers.get('X-Actbook-Columns')),
    },
  };
}
