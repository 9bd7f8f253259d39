import type { Command } from 'commander';
import { type Config, readConfig } from '../../lib/config/config.ts';
import { type BridgedApp, bridgeStdio } from '../../lib/mcp/server/bridge-stdio.ts';
import { AppError, isAppError } from '../../lib/util/app-error.ts';
import { type ServedHome, serveHome } from '../session/serve-home.ts';
import { findServer } from '../session/server-notes.ts';
import { whenAskedToStop } from '../terminal/when-asked-to-stop.ts';

/** How long closing may take before the process ends anyway, milliseconds. */
const CLOSE_GRACE_MS = 8_000;
/** How often, and how many times, an app that takes the port is looked for, milliseconds. */
const [LOOK_MS, LOOKS] = [250, 20];

const BY_HAND =
  'This command speaks the Model Context Protocol with another agent, which starts it: see docs/mcp.md. Press Ctrl-C to stop.\n';

export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description(
      'Connect another agent, such as Claude Code: an MCP server on stdin and stdout. It works in the app that runs on your data folder, or starts one.',
    )
    .option('--link', 'print the link that opens the app’s page and logs you in, and exit')
    .action(async ({ link }: { link?: boolean }) => {
      if (link) return printLink();
      await runMcp();
    });
}

async function printLink(): Promise<void> {
  const server = await findServer(readConfig().homeDir);
  if (!server) throw new AppError('conflict', 'The app is not running. Start it: actbook serve');
  process.stdout.write(`${server.url}/login?token=${server.token}\n`);
}

async function runMcp(): Promise<void> {
  if (process.stdin.isTTY) process.stderr.write(BY_HAND);
  const config = readConfig();
  const stopping = new AbortController();
  void whenAskedToStop().then(() => stopping.abort());
  let own = null as ServedHome | null;
  const findApp = async (): Promise<BridgedApp> => {
    const running = await findServer(config.homeDir);
    if (running) return running;
    const found = await startOrFind(config);
    if ('pid' in found) return found;
    own = found;
    process.stderr.write(`Actbook’s page: ${own.server.loginUrl}\n`);
    return { url: own.server.url, token: own.server.token, pid: process.pid };
  };
  await bridgeStdio({ findApp, signal: stopping.signal });
  setTimeout(() => process.exit(1), CLOSE_GRACE_MS).unref();
  await own?.close();
  process.exit(0);
}

/** Starts the app, or finds one that is starting, on the usual port: only where another program has it, on another one. */
async function startOrFind(config: Config): Promise<ServedHome | BridgedApp> {
  const at = { host: config.host, dev: false };
  try {
    return await serveHome(config, { ...at, port: config.port });
  } catch (error) {
    if (!isAppError(error) || error.code !== 'conflict') throw error;
  }
  for (let look = 0; look < LOOKS; look += 1) {
    const running = await findServer(config.homeDir);
    if (running) return running;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return serveHome(config, { ...at, port: 0 });
}
