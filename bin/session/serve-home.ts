/** The app on a data folder, with what a process that serves it does besides: it recovers, keeps copies, and leaves a note. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Container, setContainer } from '../../lib/app/container.ts';
import { createContainer } from '../../lib/app/create-container.ts';
import { createSandbox } from '../../lib/app/create-sandbox.ts';
import { describeLostCommits } from '../../lib/app/describe-damage.ts';
import type { Config } from '../../lib/config/config.ts';
import type { SandboxStatus } from '../../lib/protocol/kernel/sandbox-status.ts';
import { toMessage } from '../../lib/util/app-error.ts';
import type { WebServer } from '../../lib/web/serve.ts';
import { noteServer } from './server-notes.ts';

/** How often ends of runs of crashed processes are looked for, milliseconds. */
const RECOVER_MS = 15_000;
/** How often it is looked whether a copy of the database is due, milliseconds. */
const BACK_UP_MS = 60 * 60_000;

export interface ServedHome {
  readonly server: WebServer;
  readonly container: Container;
  readonly sandbox: SandboxStatus;
  /** What the last crash took from the database, in a sentence; null for nothing. */
  readonly lost: string | null;
  /** Ends runs, kernels, and the app. */
  close(): Promise<void>;
}

interface ServeAt {
  host: string;
  port: number;
  dev: boolean;
}

/** Nothing is printed on stdout. Throws as `serve` and `createContainer` do. */
export async function serveHome(config: Config, at: ServeAt): Promise<ServedHome> {
  // The framework logs to stdout, which is for a link, or for messages.
  console.log = console.error;
  if (!at.dev) handOverPageConfig(config.rootDir);
  // Few commands need the framework.
  const { serve } = await import('../../lib/web/serve.ts');
  const sandbox = await createSandbox(config).check();
  const lost = await describeLostCommits(config.homeDir);
  const container = await createContainer(config, { recovers: true });
  setContainer(container);
  const server = await serve({ container, ...at }).catch(async (error) => {
    await container.dispose();
    throw error;
  });
  const forgetServer = await noteServer(config.homeDir, server);
  const stopKeeping = keepUp(container);
  return {
    server,
    container,
    sandbox,
    lost,
    close: async () => {
      stopKeeping();
      forgetServer();
      await Promise.all([container.dispose(), server.close()]);
    },
  };
}

/**
 * Gives the framework the configuration that the page was built with, as its own standalone server does. Packages have nothing
 * of it that could read a file of configuration.
 */
function handOverPageConfig(rootDir: string): void {
  const { config } = JSON.parse(readFileSync(join(rootDir, '.next', 'required-server-files.json'), 'utf8'));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}

/** What is done as long as the app runs. Returns what ends it. */
function keepUp(container: Container): () => void {
  container.keepWarm();
  container.verifyAfterRuns();
  container.runSchedules();
  // Not awaited: it takes seconds per gigabyte. Where it fails, opening a notebook says why.
  void container.describeDamage().then(
    (damage) => damage && process.stderr.write(`\n${damage}\n`),
    () => {},
  );
  const stopBackups = keepBackedUp(container);
  const { recover, sessions } = container.runtime;
  const recovery = setInterval(() => {
    void recover().catch(() => {});
    void sessions.purgeDiscarded().catch(() => {});
  }, RECOVER_MS);
  return () => {
    clearInterval(recovery);
    stopBackups();
  };
}

/** Copies the database once a day, and says why it cannot, once. A copy that the end of the app aborts is made at the next start. */
function keepBackedUp({ backUp }: Container): () => void {
  let isStopped = false;
  let said = '';
  const tryTo = () =>
    void backUp().catch((error: unknown) => {
      const sentence = toMessage(error);
      if (!isStopped && sentence !== said)
        process.stderr.write(`\nThe daily copy of the database was not made. ${sentence}\n`);
      said = sentence;
    });
  tryTo();
  const timer = setInterval(tryTo, BACK_UP_MS);
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}
