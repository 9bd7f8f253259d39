import type { Command } from 'commander';
import { nameNotebook } from '../../lib/session/view/titles/name-notebook.ts';
import { withContainer } from '../session/with-container.ts';
import { toHarmless } from '../terminal/to-harmless.ts';

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
        // A title may be the words of a model, or the name of a file.
        for (const { id, title, updatedAt, runStatus, isWaiting } of sessions) {
          const when = new Date(updatedAt).toISOString().slice(0, 16).replace('T', ' ');
          const status = isWaiting ? 'waiting' : (runStatus ?? 'no runs');
          const name = toHarmless(nameNotebook(title)).replaceAll('\n', ' ');
          process.stdout.write(`${id}  ${when}  ${status.padEnd(8)}  ${name}\n`);
        }
      });
    });
}
