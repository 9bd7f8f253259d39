import type { TableSize } from '../../../../lib/notebook/html-table/describe-size.ts';
import type { TablePage } from '../../../../lib/protocol/tables/table-page.ts';
import type { TableFormat } from '../../../../lib/protocol/tables/table-query.ts';
import type { TableSource as TableAddress } from '../../../../lib/protocol/tables/table-source.ts';
import type { TableSummary } from '../../../../lib/protocol/tables/table-summary.ts';
import { callApi } from '../../../api/call-api.ts';
import { exportTable, readTable, toTableRequest } from '../../../api/tables-api.ts';
import type { TableView } from './table.ts';
import type { TableExports } from './table-source.ts';

/** Asks the kernel. Rejects with a sentence; with the code `gone` when it no longer has the table. */
export interface KernelCalls {
  readPage(
    view: TableView,
    offset: { rowOffset: number; columnOffset: number },
    signal: AbortSignal,
  ): Promise<TablePage>;
  summarize(view: TableView, columnOffset: number, signal: AbortSignal): Promise<TableSummary>;
}

/** Asks the kernel of a session for a table. `sheet`: of a workbook. */
export function createKernelCalls(sessionId: string, address: TableAddress, sheet?: string): KernelCalls {
  return {
    readPage: (view, offset, signal) =>
      readTable(sessionId, address, { ...toQuery(view, sheet), ...offset }, signal),
    summarize: (view, columnOffset, signal) =>
      callApi('summarizeTable', {
        ...toTableRequest(sessionId, address, { ...toQuery(view, sheet), columnOffset }),
        signal,
      }),
  };
}

const FORMATS: readonly TableFormat[] = ['csv', 'tsv', 'md', 'xlsx', 'parquet'];

/** The whole table as files that the kernel writes. */
export function createKernelExports(
  sessionId: string,
  address: TableAddress,
  { total, sheet }: { total: TableSize; sheet?: string | undefined },
): TableExports {
  return {
    formats: FORMATS,
    total,
    held: total,
    write: (format, view, progress) =>
      exportTable(sessionId, address, { ...toQuery(view, sheet), format }, progress),
  };
}

function toQuery({ sorting, filters, search }: TableView, sheet: string | undefined) {
  return {
    filters,
    ...(search === '' ? {} : { search }),
    ...(sorting ? { sort: sorting.at, order: sorting.order } : {}),
    ...(sheet === undefined ? {} : { sheet }),
  };
}
