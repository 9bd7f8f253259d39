import { readInstalledPackages } from '../../execution/read-installed-packages.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { SYSTEM } from '../../protocol/events/principal.ts';
import type { SessionLogs } from '../events/session-logs.ts';

/**
 * Notes, for a new process of a session's kernel, when it has other packages than the notebook was verified with: the
 * verification is outdated then. Never throws: where the versions cannot be read or stored, nothing is known of them.
 */
export async function notePackages(logs: SessionLogs, sessionId: string, kernel: Kernel): Promise<void> {
  try {
    const { verified } = await logs.readSession(sessionId);
    const known = verified?.installed;
    const names = verified?.verification.kernel.installed?.map(({ name }) => name);
    if (!known || !names) return;
    const packages = await readInstalledPackages(kernel, names);
    if (packages && JSON.stringify(packages) !== JSON.stringify(known))
      await logs.writerOf(sessionId, SYSTEM).write({ type: 'kernel-packages', packages });
  } catch {
    // The session may be gone, and its log may be full.
  }
}
