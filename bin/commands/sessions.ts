import type { Command } from 'commander';
import { nameNotebook } from '../../lib/session/view/name-notebook.ts';
import { withContainer } from '../session/with-container.ts';

export function addSessionsCommand(program: Command): void {
  program
    .command('sessions')
    .description('List the sessions, newest first.')
    .option('--json', 'print them as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      await withContainer(async (container) => {
        const sessions = await container.listSessions();
        if (json) return void process.stdout.write(`${JSON.stringify(sessions, null, 2)}\n`);
        if (sessions.length === 0) process.stderr.write('No sessions yet. Start one with “actbook run”.\n');
        for (const { id, title, updatedAt, runStatus, isWaiting } of sessions) {
          const when = new Date(updatedAt).toISOString().slice(0, 16).replace('T', ' ');
          process.stdout.write(
            `${id}  ${when}  ${(isWaiting ? 'waiting' : (runStatus ?? 'empty')).padEnd(8)}  ${nameNotebook(title)}\n`,
          );
        }
      });
    });
}
