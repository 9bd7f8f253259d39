import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type RecoveredHome, type RecoveredSession, recoverHome } from '../../lib/app/recover-home.ts';
import { readConfig } from '../../lib/config/config.ts';
import { nameNotebook } from '../../lib/session/view/titles/name-notebook.ts';
import { pluralize } from '../../lib/util/pluralize.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { toHarmless } from '../terminal/to-harmless.ts';

export function addRecoverCommand(program: Command): void {
  program
    .command('recover')
    .description('Save what can be read of a damaged data folder into a new one. Stop Actbook first.')
    .argument('<folder>', 'the new data folder; it must be empty or not exist')
    .action(async (folder: string) => {
      const target = resolve(folder);
      const recovered = await recoverHome(readConfig().homeDir, target);
      for (const line of describeRecovered(recovered)) process.stderr.write(`${toHarmless(line)}\n`);
      process.stderr.write(`To use it, start Actbook with ACTBOOK_HOME=${target}\n`);
      process.stdout.write(`${target}\n`);
      if (recovered.sessions.some(({ saved }) => saved === 0)) process.exitCode = EXIT.failed;
    });
}

function describeRecovered({ sessions, lostFiles }: RecoveredHome): string[] {
  const saved = sessions.filter((session) => session.saved > 0);
  const isWhole = ({ saved: count, total }: RecoveredSession) => count === total;
  return [
    `Saved ${saved.length} of ${pluralize(sessions.length, 'notebook')}, ${saved.filter(isWhole).length} of them whole.`,
    ...sessions.filter((each) => !isWhole(each) || each.copiedAt !== null).map(describeSession),
    ...(saved.length < sessions.length ? [`“sqlite3 FILE .recover” may save more of the database.`] : []),
    ...lostFiles.map((each) => `Not copied: ${each}`),
  ];
}

function describeSession({ id, title, saved, total, copiedAt }: RecoveredSession): string {
  const name = `“${nameNotebook(title)}” (${id})`.replaceAll('\n', ' ');
  if (saved === 0) return `Lost: ${name}`;
  const source =
    copiedAt === null ? '' : `, from the copy of ${new Date(copiedAt).toISOString().slice(0, 16)}Z`;
  const part = saved === total ? 'Whole' : `The first ${saved} of ${total ?? 'an unknown number of'} changes`;
  return `${part}: ${name}${source}`;
}
