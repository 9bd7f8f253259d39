import type { Command } from 'commander';
import type { Container } from '../../lib/app/container.ts';
import { AppError } from '../../lib/util/app-error.ts';
import { findSession } from '../session/find-session.ts';
import { createLocalHost } from '../session/run-host.ts';
import { createServerHost } from '../session/server-host.ts';
import { findServer } from '../session/server-notes.ts';
import { withContainer } from '../session/with-container.ts';
import { toHarmless } from '../terminal/to-harmless.ts';

export function addChooseCommand(program: Command): void {
  program
    .command('choose')
    .description('Make one of several ways the notebook, also in place of one that was chosen before.')
    .argument('<session>', 'the session that tried several ways: its ID, or the start of it')
    .argument('<way>', 'the session of the way, or the start of its ID, or its name')
    .action(async (session: string, way: string) => {
      await withContainer((container) => choose(container, session, way));
    });
}

async function choose(container: Container, start: string, wanted: string): Promise<void> {
  const sessionId = await findSession(container, start);
  const { ways } = await container.runtime.sessions.read(sessionId);
  const last = ways.at(-1);
  const way = last?.ways.find((each) => each.name === wanted || each.sessionId.startsWith(wanted));
  if (!last || !way) throw new AppError('bad-request', `This session has no way “${wanted}”.`);
  const server = await findServer(container.config.homeDir);
  const host = server ? createServerHost(server) : createLocalHost(container);
  const kernel = await host.chooseWay(sessionId, last.id, way.sessionId);
  process.stderr.write(`“${toHarmless(way.name)}” is the notebook now. ${KERNELS[kernel]}\n`);
  const session = await container.runtime.sessions.read(sessionId);
  const answer = session.cells.findLast(({ runId, role }) => runId === way.runId && role === 'answer');
  if (answer) process.stdout.write(`${toHarmless(answer.source).trimEnd()}\n`);
}

const KERNELS = {
  moved: 'Its kernel continues, with all variables.',
  lost: 'Its kernel had ended, so its cells have to run again.',
};
