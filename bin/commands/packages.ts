import type { Command } from 'commander';
import type { Container } from '../../lib/app/container.ts';
import { BaseConflict, type PackageChange } from '../../lib/protocol/kernel/session-packages.ts';
import { AppError, isAppError } from '../../lib/util/app-error.ts';
import { findSession } from '../session/find-session.ts';
import { withContainer } from '../session/with-container.ts';
import { toHarmless } from '../terminal/to-harmless.ts';
import { whenAskedToStop } from '../terminal/when-asked-to-stop.ts';

const ACTIONS: readonly string[] = ['add', 'remove'];

export function addPackagesCommand(program: Command): void {
  program
    .command('packages')
    .description(
      'List the packages that were added to a session, add some, or remove some. Prints what it has then, one NAME==VERSION a line.',
    )
    .argument('<session>', 'session ID, or the unambiguous start of one')
    .argument('[action]', 'add or remove')
    .argument('[names...]', 'packages as pip takes them: lifelines, lifelines==0.30.0')
    .option(
      '--keep-base',
      'add a package that asks for another version of one that all notebooks have, which stays',
    )
    .action(
      async (session: string, action: string | undefined, names: string[], flags: { keepBase?: boolean }) => {
        if (action !== undefined && (!ACTIONS.includes(action) || names.length === 0))
          throw new AppError('bad-request', 'Write: actbook packages SESSION add NAME… (or remove NAME…).');
        const change = action && { [action]: names, keepsBase: flags.keepBase === true };
        await withContainer((container) => changePackages(container, session, change || null));
      },
    );
}

async function changePackages(
  container: Container,
  start: string,
  change: PackageChange | null,
): Promise<void> {
  const sessionId = await findSession(container, start);
  const { packages } = change
    ? await apply(container, sessionId, change)
    : ((await container.runtime.sessions.read(sessionId)).packages ?? { packages: [] });
  for (const { name, version } of packages) process.stdout.write(`${name}==${version}\n`);
}

async function apply({ runtime }: Container, sessionId: string, change: PackageChange) {
  const stopping = new AbortController();
  void whenAskedToStop().then(() => stopping.abort());
  const onProgress = (sentence: string) => void process.stderr.write(`${toHarmless(sentence)}\n`);
  try {
    return await runtime.kernels.changePackages(sessionId, change, { signal: stopping.signal, onProgress });
  } catch (error) {
    const conflict = BaseConflict.safeParse(isAppError(error) && error.details);
    if (conflict.data?.canKeep)
      process.stderr.write('To add it anyway, and leave those as they are, add --keep-base.\n');
    throw error;
  }
}
