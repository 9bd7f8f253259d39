import type { Command } from 'commander';
import type { Container } from '../../lib/app/container.ts';
import { nameNotebook } from '../../lib/session/view/titles/name-notebook.ts';
import { AppError } from '../../lib/util/app-error.ts';
import { formatBytes } from '../../lib/util/format-bytes.ts';
import { findNumbered } from '../session/find-numbered.ts';
import { findSession } from '../session/find-session.ts';
import { createLocalHost } from '../session/run-host.ts';
import { createServerHost } from '../session/server-host.ts';
import { findServer } from '../session/server-notes.ts';
import { withContainer } from '../session/with-container.ts';

interface BranchFlags {
  cell?: string;
  newKernel?: boolean;
}

export function addBranchCommand(program: Command): void {
  program
    .command('branch')
    .description(
      'Continue a session in a second one, with a copy of its files and, while “actbook serve” runs its kernel, of all variables. Prints the ID of the second one.',
    )
    .argument('<session>', 'session ID, or the unambiguous start of one')
    .option(
      '--cell <number>',
      'the last cell that it has, as In [number], or its ID; the last of the session by default',
    )
    .option('--new-kernel', 'start with a kernel without variables')
    .action(async (session: string, flags: BranchFlags) => {
      await withContainer((container) => branch(container, session, flags));
    });
}

async function branch(container: Container, start: string, flags: BranchFlags): Promise<void> {
  const sessionId = await findSession(container, start);
  const session = await container.runtime.sessions.read(sessionId);
  const cellId = flags.cell === undefined ? undefined : findNumbered(session, flags.cell);
  const server = await findServer(container.config.homeDir);
  const host = server ? createServerHost(server) : createLocalHost(container);
  const plan = await host.planBranch(sessionId, cellId);
  if (plan.isRefused && !flags.newKernel)
    throw new AppError(
      'conflict',
      `${plan.reason} Nothing was made. For a branch with a new kernel, add --new-kernel.`,
    );
  if (plan.bytes > 0) process.stderr.write(`Copying ${formatBytes(plan.bytes)} of files.\n`);
  // What was planned is made, or else nothing.
  const kernel = flags.newKernel || !plan.isLive ? 'new' : 'live';
  const { id, isLive } = await host.branch(sessionId, { cellId, kernel });
  const { title } = await container.runtime.sessions.read(id);
  process.stderr.write(`${nameNotebook(title)}\n`);
  process.stderr.write(
    isLive ? 'It has all variables.\n' : `${(!flags.newKernel && plan.reason) || 'It has a new kernel.'}\n`,
  );
  process.stdout.write(`${id}\n`);
}
