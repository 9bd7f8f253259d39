import type { Command } from 'commander';
import { readConfig } from '../../lib/config/config.ts';
import { findSession } from '../session/find-session.ts';
import { findServer } from '../session/server-notes.ts';
import { withContainer } from '../session/with-container.ts';

interface ShareFlags {
  list?: boolean;
  revoke?: string;
}

export function addShareCommand(program: Command): void {
  program
    .command('share')
    .description('Create a read-only link to a session. The link works while “actbook serve” runs.')
    .argument('<session>', 'session ID, or the unambiguous start of one')
    .option('--list', 'list the links to the session')
    .option('--revoke <id>', 'revoke a link')
    .action(runShare);
}

async function runShare(start: string, { list, revoke }: ShareFlags): Promise<void> {
  const { host, port, homeDir } = readConfig();
  await withContainer(async (container) => {
    const sessionId = await findSession(container, start);
    const { shares } = container;
    if (list) {
      for (const { id, createdAt } of await shares.list(sessionId))
        process.stdout.write(`${id}  ${new Date(createdAt).toISOString().slice(0, 16).replace('T', ' ')}\n`);
    } else if (revoke !== undefined) {
      await shares.revoke(sessionId, revoke);
      process.stderr.write('Link revoked.\n');
    } else {
      const { id, token } = await shares.create(sessionId);
      process.stderr.write(`To revoke this link: actbook share ${sessionId} --revoke ${id}\n`);
      const running = await findServer(homeDir);
      if (!running) process.stderr.write(describeAssumed(homeDir, port));
      const url = running?.url ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
      process.stdout.write(`${url}/shared/${token}\n`);
    }
  });
}

function describeAssumed(homeDir: string, port: number): string {
  return `Actbook does not seem to be running on ${homeDir}. The link is for the configured port, ${port}: it works while “actbook serve” runs there.\n`;
}
