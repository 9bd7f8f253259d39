import type { Command } from 'commander';
import type { Container } from '../../lib/app/container.ts';
import { describeKept } from '../../lib/session/view/cells/describe-take-back.ts';
import { AppError } from '../../lib/util/app-error.ts';
import { pluralize } from '../../lib/util/pluralize.ts';
import { findNumbered } from '../session/find-numbered.ts';
import { findSession } from '../session/find-session.ts';
import { createServerHost } from '../session/server-host.ts';
import { findServer } from '../session/server-notes.ts';
import { withContainer } from '../session/with-container.ts';

const NO_SERVER =
  'No kernel is running, so there is nothing to take back. Kernels live as long as “actbook serve” runs.';

export function addUndoCommand(program: Command): void {
  program
    .command('undo')
    .description(
      'Take a cell back with its effect on variables, and with it what ran later, while “actbook serve” runs the kernel of the session. The notebook and files stay as they are. Prints checkpoint or rebuilt.',
    )
    .argument('<session>', 'session ID, or the unambiguous start of one')
    .argument('<cell>', 'the cell, as In [number], or its ID')
    .action(async (session: string, cell: string) => {
      await withContainer((container) => undo(container, session, cell));
    });
}

async function undo(container: Container, start: string, number: string): Promise<void> {
  const { runtime, config } = container;
  const sessionId = await findSession(container, start);
  const session = await runtime.sessions.read(sessionId);
  const cellId = findNumbered(session, number);
  const server = await findServer(config.homeDir);
  if (!server) throw new AppError('conflict', NO_SERVER);
  const { how, reason, cellIds, files } = await createServerHost(server).takeBack(sessionId, cellId);
  const again = `${reason ?? ''} A new kernel runs ${pluralize(cellIds.length, 'cell')} again.`;
  if (how === 'rebuilt') process.stderr.write(`${again}\n`);
  const kept = describeKept(files);
  if (kept !== '') process.stderr.write(`${kept}\n`);
  if (how === 'rebuilt') await waitForRebuild(container, sessionId, session.seq);
  process.stdout.write(`${how}\n`);
}

async function waitForRebuild(
  { runtime, closing }: Container,
  sessionId: string,
  afterSeq: number,
): Promise<void> {
  for await (const events of runtime.follow(sessionId, afterSeq, closing)) {
    const end = events.find((event) => event.type === 'rebuild-end');
    if (!end) continue;
    if (end.status !== 'ok') throw new AppError('conflict', end.reason ?? 'It was stopped.');
    return;
  }
}
