import type { Command } from 'commander';
import { type Container, setContainer } from '../../lib/app/container.ts';
import { createContainer } from '../../lib/app/create-container.ts';
import { createSandbox } from '../../lib/app/create-sandbox.ts';
import { describeLostCommits } from '../../lib/app/describe-damage.ts';
import { readConfig } from '../../lib/config/config.ts';
import type { SandboxStatus } from '../../lib/protocol/kernel/sandbox-status.ts';
import { AppError, toMessage } from '../../lib/util/app-error.ts';
import { noteServer } from '../session/server-notes.ts';
import { whenAskedToStop } from '../terminal/when-asked-to-stop.ts';

/** How long closing may take before the process ends anyway, milliseconds. */
const CLOSE_GRACE_MS = 8_000;
/** How often ends of runs of crashed processes are looked for, milliseconds. */
const RECOVER_MS = 15_000;
/** How often it is looked whether a copy of the database is due, milliseconds. */
const BACK_UP_MS = 60 * 60_000;

interface ServeFlags {
  port?: string;
  host?: string;
  dev?: boolean;
}

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('Start the web app on this machine and print the link that opens it.')
    .option('--port <number>', 'port to listen on, 0 for any free one (default: 8899, or ACTBOOK_PORT)')
    .option('--host <address>', 'loopback address to listen on (default: 127.0.0.1)')
    .option('--dev', 'rebuild pages as their source changes')
    .action(runServe);
}

async function runServe(flags: ServeFlags): Promise<void> {
  // The framework logs to stdout, which is for the link alone.
  console.log = console.error;
  // The framework is loaded by this command alone.
  const { serve } = await import('../../lib/web/serve.ts');
  const config = readConfig();
  const sandbox = await createSandbox(config).check();
  const lost = await describeLostCommits(config.homeDir);
  const container = await createContainer(config, { recovers: true });
  setContainer(container);
  const stopped = whenAskedToStop();
  const server = await serve({
    container,
    host: flags.host ?? config.host,
    port: flags.port === undefined ? config.port : toPort(flags.port),
    dev: flags.dev ?? false,
  }).catch(async (error) => {
    await container.dispose();
    throw error;
  });
  const forgetServer = await noteServer(config.homeDir, server);
  process.stderr.write(
    `Actbook ${container.listConfigured()[0]?.label ?? ''}\nOpen this link (it logs you in):\n\n`,
  );
  process.stdout.write(`  ${server.loginUrl}\n`);
  process.stderr.write(describeSandbox(sandbox));
  if (lost) process.stderr.write(`\n${lost}\n`);
  process.stderr.write('\nPress Ctrl-C to stop.\n');
  container.keepWarm();
  container.verifyAfterRuns();
  container.runSchedules();
  // Not awaited: it takes seconds per gigabyte. Where it fails, opening a notebook says why.
  void container.describeDamage().then(
    (damage) => damage && process.stderr.write(`\n${damage}\n`),
    () => {},
  );
  const backUp = keepBackedUp(container);
  const { recover, sessions } = container.runtime;
  const recovery = setInterval(() => {
    void recover().catch(() => {});
    void sessions.purgeDiscarded().catch(() => {});
  }, RECOVER_MS);

  await stopped;
  process.stderr.write('\nClosing kernels …\n');
  clearInterval(recovery);
  clearInterval(backUp);
  forgetServer();
  setTimeout(() => process.exit(1), CLOSE_GRACE_MS).unref();
  await Promise.all([container.dispose(), server.close()]);
  process.exit(0);
}

/** Copies the database once a day, and says why it cannot, once. */
function keepBackedUp({ backUp }: Container): NodeJS.Timeout {
  let said = '';
  const tryTo = () =>
    void backUp().catch((error: unknown) => {
      const sentence = toMessage(error);
      if (sentence !== said)
        process.stderr.write(`\nThe daily copy of the database was not made. ${sentence}\n`);
      said = sentence;
    });
  tryTo();
  return setInterval(tryTo, BACK_UP_MS);
}

/** Where code cannot be isolated, the page asks: here it is only said. */
function describeSandbox({ failure, isAgreed }: SandboxStatus): string {
  if (!failure) return '';
  const { reason, remedy } = failure;
  const state = isAgreed
    ? 'You allowed code to run without isolation on this machine.'
    : `Code cannot be isolated on this machine, so no code runs until you allow it on the page. ${reason}`;
  return `\n${state} ${remedy}\n`;
}

function toPort(value: string): number {
  const port = Number(value);
  if (Number.isInteger(port) && port >= 0 && port < 65536) return port;
  throw new AppError('bad-request', `--port takes a number from 0 to 65535, not “${value}”.`);
}
