/** Tables that users look at: those in the kernel, and those in files that only the kernel can read. */
import { readFileTable, readVariableTable } from '../../execution/read-table.ts';
import { WORKSPACE_IN_BOX } from '../../kernel/kernel.ts';
import type { TablePage, TableWindow } from '../../protocol/table-page.ts';
import type { Session } from '../../session/session.ts';
import type { Workspaces } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { type SessionKernels, toLeaseOptions } from './session-kernels.ts';

export interface KernelTables {
  /**
   * A piece of a table in the session's kernel. Nothing of it is in the log. Throws AppError `conflict` while the
   * kernel is busy, where there is none, and for anything that is not a table.
   */
  readTable(sessionId: string, name: string, window: TableWindow): Promise<TablePage>;
  /**
   * The first rows of a Parquet or Excel file, read in the kernel's box, which is started for it. Throws AppError
   * `bad-request` for other files, `conflict` as {@link readTable}.
   */
  readFileTable(sessionId: string, path: string): Promise<TablePage>;
}

interface KernelTablesDeps {
  kernels: SessionKernels;
  workspaces: Workspaces;
  readSession(sessionId: string): Promise<Session>;
}

export function createKernelTables({ kernels, workspaces, readSession }: KernelTablesDeps): KernelTables {
  return {
    readTable: async (sessionId, name, window) => {
      await readSession(sessionId);
      const kernel = await kernels.find(sessionId);
      if (!kernel) throw new AppError('conflict', 'No kernel is running in this session.');
      return readVariableTable(kernel, name, window);
    },
    readFileTable: async (sessionId, path) => {
      const kind = toKind(path);
      if (!kind) throw new AppError('bad-request', 'Only Parquet and Excel files are shown as tables.');
      const kernel = await kernels.lease(sessionId, toLeaseOptions(await readSession(sessionId)));
      const isBoxed = kernel.info.isolation?.startsWith('box') ?? false;
      const roots = isBoxed ? [WORKSPACE_IN_BOX] : [await workspaces.open(sessionId), '.'];
      return readFileTable(kernel, path, { kind, roots });
    },
  };
}

function toKind(path: string): 'parquet' | 'excel' | null {
  if (/\.(parquet|pq)$/i.test(path)) return 'parquet';
  return /\.(xlsx|xlsm)$/i.test(path) ? 'excel' : null;
}
