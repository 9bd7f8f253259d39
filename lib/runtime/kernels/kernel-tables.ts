/** Tables that users look at: those in the kernel, and those in files, which the kernel reads. */
import { readTablePage } from '../../execution/read-table.ts';
import { type Kernel, WORKSPACE_IN_BOX } from '../../kernel/kernel.ts';
import type { TablePage } from '../../protocol/table-page.ts';
import type { TableWindow } from '../../protocol/table-query.ts';
import type { TableSource } from '../../protocol/table-source.ts';
import type { Session } from '../../session/session.ts';
import type { Workspaces } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { type SessionKernels, toLeaseOptions } from './session-kernels.ts';

export interface KernelTables {
  /**
   * A piece of a table in the session's kernel, or of a file that its kernel reads, which is started for it. Nothing of
   * it is in the log. Throws AppError `conflict` while the kernel is busy, where there is none, and for anything that is
   * not a table.
   */
  readTable(sessionId: string, table: TableSource, window: TableWindow): Promise<TablePage>;
}

interface KernelTablesDeps {
  kernels: SessionKernels;
  workspaces: Workspaces;
  readSession(sessionId: string): Promise<Session>;
}

export function createKernelTables({ kernels, workspaces, readSession }: KernelTablesDeps): KernelTables {
  async function open(sessionId: string, { source }: TableSource): Promise<Kernel> {
    const session = await readSession(sessionId);
    if (source === 'files') return kernels.lease(sessionId, toLeaseOptions(session));
    const kernel = await kernels.find(sessionId);
    if (!kernel) throw new AppError('conflict', 'No kernel is running in this session.');
    return kernel;
  }

  async function listRoots(sessionId: string, kernel: Kernel): Promise<string[]> {
    const isBoxed = kernel.info.isolation?.startsWith('box') ?? false;
    return isBoxed ? [WORKSPACE_IN_BOX] : [await workspaces.open(sessionId), '.'];
  }

  return {
    readTable: async (sessionId, table, window) => {
      const kernel = await open(sessionId, table);
      return readTablePage(kernel, { ...table, roots: await listRoots(sessionId, kernel) }, window);
    },
  };
}
