/** Tables that users look at: those in the kernel, and those in files, which the kernel reads. */
import {
  type ExportedTable,
  exportTable,
  readTablePage,
  summarizeTable,
} from '../../execution/read-table.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { TablePage } from '../../protocol/tables/table-page.ts';
import type { SummaryWindow, TableExport, TableWindow } from '../../protocol/tables/table-query.ts';
import type { TableSource } from '../../protocol/tables/table-source.ts';
import type { TableSummary } from '../../protocol/tables/table-summary.ts';
import type { Session } from '../../session/session.ts';
import { findKeptTable, type KeptTablePlace } from '../../session/view/files/find-kept-table.ts';
import { AppError, isAppError } from '../../util/app-error.ts';
import { pluralize } from '../../util/pluralize.ts';
import type { Workbench } from './workbench.ts';

/**
 * Tables of variables and files, and tables that cells displayed. A file is read in the kernel's box, which is started
 * for it. Nothing of it is in the log. All throw AppError `conflict` while the kernel is busy, where there is none, and for
 * anything that is not a table; `gone` where the kernel no longer has what a cell displayed; `not-found` where no cell
 * did.
 */
export interface KernelTables {
  readTable(
    sessionId: string,
    table: TableSource,
    window: TableWindow,
    signal?: AbortSignal,
  ): Promise<TablePage>;
  summarizeTable(
    sessionId: string,
    table: TableSource,
    window: SummaryWindow,
    signal?: AbortSignal,
  ): Promise<TableSummary>;
  /** All rows of the query as a file, read as it is written. */
  exportTable(sessionId: string, table: TableSource, query: TableExport): Promise<ExportedTable>;
}

export function createKernelTables({ kernels, logs, workspaces }: Workbench): KernelTables {
  async function ask<Reply>(
    sessionId: string,
    table: TableSource,
    read: (kernel: Kernel, place: TableSource & { roots: string[] }) => Promise<Reply>,
  ): Promise<Reply> {
    const session = await logs.readSession(sessionId);
    const kept = table.source === 'displays' ? requireKept(session, table.name) : null;
    try {
      const kernel = await open(session, table);
      return await read(kernel, { ...table, roots: await listRoots(sessionId, kernel) });
    } catch (error) {
      const isGone = kept && isAppError(error) && error.code === 'gone';
      throw isGone ? new AppError('gone', `${error.message} ${describeKept(kept)}`) : error;
    }
  }

  async function open(session: Session, { source }: TableSource): Promise<Kernel> {
    if (source === 'files') return kernels.lease(session);
    const kernel = await kernels.find(session.id);
    if (kernel) return kernel;
    if (source === 'displays') throw new AppError('gone', 'The kernel that had this table has ended.');
    throw new AppError('conflict', 'No kernel is running in this session.');
  }

  async function listRoots(sessionId: string, kernel: Kernel): Promise<string[]> {
    return kernel.folder !== null ? [kernel.folder] : [await workspaces.open(sessionId), '.'];
  }

  return {
    readTable: (sessionId, table, window, signal) =>
      ask(sessionId, table, (kernel, place) => readTablePage(kernel, place, window, signal)),
    summarizeTable: (sessionId, table, window, signal) =>
      ask(sessionId, table, (kernel, place) => summarizeTable(kernel, place, window, signal)),
    exportTable: (sessionId, table, query) =>
      ask(sessionId, table, (kernel, place) => exportTable(kernel, place, query)),
  };
}

function requireKept(session: Session, id: string): KeptTablePlace {
  const kept = findKeptTable(session, id);
  if (!kept) throw new AppError('not-found', 'No cell of this notebook shows this table.');
  return kept;
}

function describeKept({ rows, columns, left }: KeptTablePlace): string {
  const [leftRows, leftColumns] = [left.rows.toLocaleString('en'), left.columns.toLocaleString('en')];
  return `${leftRows} of ${pluralize(rows, 'row')} and ${leftColumns} of ${pluralize(columns, 'column')} are kept in the notebook.`;
}
