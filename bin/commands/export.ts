import type { Command } from 'commander';
import { AppError } from '../../lib/util/app-error.ts';
import { withContainer } from '../with-container.ts';
import { writeNotebook } from '../write-notebook.ts';

interface ExportFlags {
  format: string;
  out?: string;
}

export function addExportCommand(program: Command): void {
  program
    .command('export')
    .description('Write a session as a notebook file, with its data beside it.')
    .argument('<session>', 'session id, or the unambiguous start of one')
    .option('--format <format>', 'ipynb', 'ipynb')
    .option('--out <file>', 'where to write it; “-” for stdout (default: named after the session)')
    .action(runExport);
}

async function runExport(sessionId: string, { format, out }: ExportFlags): Promise<void> {
  if (format !== 'ipynb')
    throw new AppError('bad-request', `The format is ipynb; there is no “${format}” yet.`);
  await withContainer(async (container) => {
    const matches = (await container.listSessions()).filter(({ id }) => id.startsWith(sessionId));
    const [session] = matches;
    if (!session)
      throw new AppError('not-found', `There is no session ${sessionId}. List them with “actbook sessions”.`);
    if (matches.length > 1)
      throw new AppError('bad-request', `${matches.length} sessions start with ${sessionId}.`);
    const { fileName, content } = await container.exportSession(session.id, format);
    if (out === '-') process.stdout.write(content);
    else await writeNotebook(container, session.id, out ?? fileName);
  });
}
