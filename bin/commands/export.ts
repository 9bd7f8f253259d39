import { lstat } from 'node:fs/promises';
import type { Command } from 'commander';
import { checkOutPath } from '../../lib/files/check-out-path.ts';
import { checkWritten } from '../../lib/files/check-written.ts';
import { replaceFile, stampFile } from '../../lib/files/replace-file.ts';
import { ExportFormat } from '../../lib/protocol/sessions/export-format.ts';
import { AppError } from '../../lib/util/app-error.ts';
import { findSession } from '../session/find-session.ts';
import { withContainer } from '../session/with-container.ts';
import { writeNotebook } from '../session/write-notebook.ts';

interface ExportFlags {
  format: string;
  out?: string;
}

export function addExportCommand(program: Command): void {
  program
    .command('export')
    .description('Write a session as a notebook with its data files, a script, a page, or Markdown.')
    .argument('<session>', 'session ID, or the unambiguous start of one')
    .option('--format <format>', `one of ${ExportFormat.options.join(', ')}`, 'ipynb')
    .option('--out <file>', 'where to write it; “-” for stdout (default: named after the session)')
    .action(runExport);
}

async function runExport(sessionId: string, { format: name, out }: ExportFlags): Promise<void> {
  const { data: format } = ExportFormat.safeParse(name);
  if (!format) {
    const formats = ExportFormat.options.join(', ');
    throw new AppError('bad-request', `There is no format “${name}”. Choose one of ${formats}.`);
  }
  if (out !== undefined && out !== '-') await checkOutPath(out);
  const seen = out === undefined ? null : await stampFile(out);
  await withContainer(async (container) => {
    const id = await findSession(container, sessionId);
    const { fileName, content } = await container.exportSession(id, format);
    const path = out ?? fileName;
    if (out === undefined) await checkIsNew(path);
    if (out === '-') process.stdout.write(content);
    else if (format !== 'ipynb') {
      checkWritten(path, await replaceFile(path, content, seen));
      process.stderr.write(`Wrote ${path}\n`);
    } else await writeNotebook(container, id, { path, seen });
  });
}

/** A name that nobody has typed must not cost anybody a file. */
async function checkIsNew(path: string): Promise<void> {
  const isTaken = await lstat(path).then(
    () => true,
    () => false,
  );
  if (isTaken) throw new AppError('bad-request', `${path} exists already. To replace it, add --out ${path}.`);
}
