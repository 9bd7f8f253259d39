import type { ColumnFilter, TableFormat } from '../../lib/protocol/tables/table-query.ts';
import type { TableSource } from '../../lib/protocol/tables/table-source.ts';
import { parseJson, toApiUrl, toAppError, unreachable } from './call-api.ts';
import { toTableRequest } from './tables-api.ts';

export interface TableExportQuery {
  format: TableFormat;
  filters: readonly ColumnFilter[];
  search?: string;
  sort?: number;
  order?: 'ascending' | 'descending';
  sheet?: string;
}

/** A table as a file, with what is in it. `onBytes` is called with the bytes that have arrived. */
export async function exportTable(
  sessionId: string,
  table: TableSource,
  query: TableExportQuery,
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
