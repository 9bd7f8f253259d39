/** Whether boxes can be forked on this machine: tried with a server in one. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toMessage } from '../../util/app-error.ts';
import { createBoxServer } from './box-server.ts';
import { createBoxZygotes } from './box-zygote.ts';
import { rememberPython } from './describe-python.ts';
import type { ProbeBoxOptions } from './probe-box.ts';
import { shareChildren } from './process-tree.ts';

export interface ForkCheck {
  /** The reason it failed, or null. A session that it fails for gets a box from bubblewrap. */
  failure: string | null;
  /** What does not come ready from the process that boxes are forked from, by its name there, and why. */
  rehearsalFailures: Readonly<Record<string, string>>;
}

export async function probeFork(options: ProbeBoxOptions): Promise<ForkCheck> {
  const zygotes = createBoxZygotes(options);
  const workspace = await mkdtemp(join(tmpdir(), 'actbook-'));
  const server = createBoxServer({
    ...options,
    workspace,
    zygotes,
    network: false,
    kernelName: null,
    describePython: rememberPython(options.python),
    graceS: 0,
    readChildren: shareChildren(),
    // Only the fork is tried here, not the limits.
    openGroups: async () => ({ groups: null, failure: { reason: '', remedy: '' } }),
    allMemoryBytes: options.limits.memoryBytes,
  });
  try {
    await zygotes.prepare();
    const { sandboxStart } = await server.connect();
    const failure = sandboxStart === 'fork' ? null : (zygotes.failure ?? 'None could be forked.');
    return { failure, rehearsalFailures: zygotes.rehearsalFailures };
  } catch (error) {
    return { failure: toMessage(error), rehearsalFailures: {} };
  } finally {
    await server.dispose();
    await zygotes.dispose();
    await rm(workspace, { recursive: true, force: true });
  }
}
