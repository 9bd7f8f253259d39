/** Notes when a kernel of a verified notebook has other packages than it was verified with: the verification is outdated then. */
import { readInstalledPackages } from '../../execution/read-installed-packages.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { SYSTEM } from '../../protocol/events/principal.ts';
import type { Session } from '../../session/session.ts';
import type { WriterOf } from '../events/session-logs.ts';

export interface PackageNotesDeps {
  readSession(sessionId: string): Promise<Session>;
  writerOf: WriterOf;
}

/** To be called with each new process of a session's kernel. */
export type NotePackages = (sessionId: string, kernel: Kernel) => Promise<void>;

/** Never throws: where the versions cannot be read or stored, nothing is known of them. */
export function createPackageNotes({ readSession, writerOf }: PackageNotesDeps): NotePackages {
  async function note(sessionId: string, kernel: Kernel): Promise<void> {
    const { verified } = await readSession(sessionId);
    const known = verified?.installed;
    const names = verified?.verification.kernel.installed?.map(({ name }) => name);
    if (!known || !names) return;
    const packages = await readInstalledPackages(kernel, names);
    if (packages && JSON.stringify(packages) !== JSON.stringify(known))
      await writerOf(sessionId, SYSTEM).write({ type: 'kernel-packages', packages });
  }

  return (sessionId, kernel) => note(sessionId, kernel).catch(() => {});
}
