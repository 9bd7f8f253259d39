import type { Command } from 'commander';
import { readConfig } from '../../lib/config/config.ts';
import type { SandboxStatus } from '../../lib/protocol/kernel/sandbox-status.ts';
import { AppError } from '../../lib/util/app-error.ts';
import { serveHome } from '../session/serve-home.ts';
import { whenAskedToStop } from '../terminal/when-asked-to-stop.ts';

/** How long closing may take before the process ends anyway, milliseconds. */
const CLOSE_GRACE_MS = 8_000;

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
  const config = readConfig();
  const stopped = whenAskedToStop();
  const { server, container, sandbox, lost, close } = await serveHome(config, {
    host: flags.host ?? config.host,
    port: flags.port === undefined ? config.port : toPort(flags.port),
    dev: flags.dev ?? false,
  });
  process.stderr.write(
    `Actbook ${container.listConfigured()[0]?.label ?? ''}\nOpen this link (it logs you in):\n\n`,
  );
  process.stdout.write(`  ${server.loginUrl}\n`);
  process.stderr.write(describeSandbox(sandbox));
  if (lost) process.stderr.write(`\n${lost}\n`);
  process.stderr.write('\nPress Ctrl-C to stop.\n');

  await stopped;
  process.stderr.write('\nClosing kernels …\n');
  setTimeout(() => process.exit(1), CLOSE_GRACE_MS).unref();
  await close();
  process.exit(0);
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
