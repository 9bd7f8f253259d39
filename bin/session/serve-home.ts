/** The app on a data folder, with what a process that serves it does besides: it recovers, keeps copies, and leaves a note. */
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
  const backUp = keepBackedUp(container);
  const { recover, sessions } = container.runtime;
  const recovery = setInterval(() => {
    void recover().catch(() => {});
    void sessions.purgeDiscarded().catch(() => {});
  }, RECOVER_MS);
  return () => {
    clearInterval(recovery);
    clearInterval(backUp);
  };
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
