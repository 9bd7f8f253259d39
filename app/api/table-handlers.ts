import type { TABLE_ENDPOINTS } from '../../lib/protocol/api/table-endpoints.ts';
import { toFileName } from '../../lib/protocol/files/file-name.ts';
import type { TableFormat } from '../../lib/protocol/tables/table-query.ts';
import { parseTableSource, type TableSource } from '../../lib/protocol/tables/table-source.ts';
import { type Handlers, toAttachment } from './handler.ts';

export const TABLE_HANDLERS: Handlers<typeof TABLE_ENDPOINTS> = {
  readTable: async ({ params, query, container, request }) =>
    container.runtime.kernels.readTable(params.sessionId, parseTableSource(params), query, request.signal),
  summarizeTable: async ({ params, query, container, request }) =>
    container.runtime.kernels.summarizeTable(
      params.sessionId,
      parseTableSource(params),
      query,
      request.signal,
    ),
  /** Streamed: whoever stops reading ends the export in the kernel. */
  exportTable: async ({ params, query, container }) => {
    const table = parseTableSource(params);
    const { rows, columns, chunks } = await container.runtime.kernels.exportTable(
      params.sessionId,
      table,
      query,
    );
    return {
      type: TYPES[query.format],
      body: toStream(chunks),
      headers: {
        ...toAttachment(`${toStem(table)}.${query.format}`),
        'x-actbook-rows': String(rows),
        'x-actbook-columns': String(columns),
      },
    };
  },
};

const TYPES: Record<TableFormat, (typeof TABLE_ENDPOINTS.exportTable.reply.types)[number]> = {
  csv: 'text/csv; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
};

/** The name of the variable or of the file, without its ending. */
function toStem({ source, name }: TableSource): string {
  if (source === 'displays') return 'table';
  const last = name.slice(name.lastIndexOf('/') + 1);
  return toFileName(source === 'files' ? last.replace(/\.\w{1,8}(\.gz)?$/, '') : last);
}

/** Content that is made as it is read. Whoever stops reading ends the work. */
function toStream(chunks: AsyncIterable<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = chunks[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      pull: async (controller) => {
        const { done, value } = await reader.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => {
        await reader.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
