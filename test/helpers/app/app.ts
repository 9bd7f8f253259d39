/** The whole app as a person starts it: a process of its own, reached over loopback. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { listDescendants } from '../../../lib/kernel/box/process-tree.ts';
import { createTempDir } from '../temp-dir.ts';

export const ROOT_DIR = join(import.meta.dirname, '../../..');

export interface App {
  url: string;
  loginUrl: string;
  /** Bearer token of the login link. */
  token: string;
  /** `ACTBOOK_HOME` of this app. */
  home: string;
  /** A request to the API with the token; the path starts with `/`. */
  request(path: string, init?: RequestInit): Promise<Response>;
}

/** An app that no other test uses. */
export interface OwnApp extends App {
  pid: number;
  child: ChildProcess;
  /** Sends a signal and waits for the end. */
  kill(signal: NodeJS.Signals): Promise<void>;
}

export interface StartAppOptions {
  home?: string;
  env?: Record<string, string>;
  port?: number;
  /** The command to run in place of this one. */
  wrap?: (command: string[]) => string[];
}

/**
 * Starts an app that ends with the test: for tests that end it themselves, or need an environment or a home of their
 * own. All others use shared-app.ts.
 */
export async function startApp({ home, ...options }: StartAppOptions = {}): Promise<OwnApp> {
  const { kill, ready } = launchApp({ ...options, home: home ?? (await createTempDir()) });
  onTestFinished(() => kill('SIGTERM'));
  return ready;
}

/** Starts the built app, whose kernels end with it unless `env` says otherwise; it is ready once it has printed its link. */
export function launchApp({ home, env = {}, port = 0, wrap }: StartAppOptions & { home: string }) {
  const serve = [process.execPath, join(ROOT_DIR, 'bin/cli.ts'), 'serve', '--port', String(port)];
  const [program = '', ...args] = wrap ? wrap(serve) : serve;
  const child = spawn(program, args, {
    env: {
      ...withoutModels(process.env),
      ACTBOOK_HOME: home,
      NEXT_TELEMETRY_DISABLED: '1',
      ACTBOOK_KERNEL_GRACE_S: '0',
      // It would compete with what a test is about.
      ACTBOOK_VERIFY: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  const ready = readLoginUrl(child).then((loginUrl): OwnApp => {
    const { origin, searchParams } = new URL(loginUrl);
    const token = searchParams.get('token') ?? '';
    // A connection that is kept may be closed from the other side just as the next request begins.
    const own = { authorization: `Bearer ${token}`, connection: 'close' };
    return {
      url: origin,
      loginUrl,
      token,
      home,
      pid: child.pid ?? 0,
      child,
      kill,
      request: (path, init = {}) =>
        fetch(`${origin}${path}`, { ...init, headers: { ...own, ...init.headers } }),
    };
  });
  return { child, kill, ready };
}

/** How long an app may take to print its link, milliseconds. */
const MAX_START_MS = 90_000;

async function readLoginUrl(child: ChildProcess): Promise<string> {
  if (!child.stdout || !child.stderr) throw new Error('The app has no output.');
  const { pid } = child;
  if (pid === undefined) throw new Error('The app did not start.');
  const errors: string[] = [];
  const late = setTimeout(() => {
    const started = listDescendants(pid);
    // What it waits for shows in what it has started.
    errors.push(
      `It printed no link within ${MAX_START_MS} ms, and had started: ${describePrograms(started)}`,
    );
    // Without its parent first, one could be started again. Those that share its output would keep it open.
    for (const each of [pid, ...started]) {
      try {
        process.kill(each, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
  }, MAX_START_MS);
  child.once('exit', () => clearTimeout(late));
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  for await (const line of createInterface({ input: child.stdout })) {
    const url = line.match(/^ {2}(http:\/\/\S+\/login\?token=\S+)$/)?.[1];
    if (!url) throw new Error(`It printed this before its link: ${line}`);
    clearTimeout(late);
    return url;
  }
  throw new Error(`The app ended without a link:\n${errors.join('')}`);
}

function describePrograms(pids: readonly number[]): string {
  const lines = pids.map((each) => {
    try {
      return readFileSync(`/proc/${each}/cmdline`, 'utf8').replaceAll('\0', ' ').slice(0, 300);
    } catch {
      return 'one that has ended';
    }
  });
  return lines.join('\n') || 'nothing';
}

/** No test may reach a model, a Jupyter server or a collector that happens to be configured on this machine. */
export function withoutModels(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const {
    OPENAI_API_KEY: _key,
    OPENAI_BASE_URL: _url,
    ACTBOOK_MODEL: _model,
    ACTBOOK_MODELS: _models,
    ACTBOOK_REVIEW: _review,
    JUPYTER_SERVER_URL: _server,
    JUPYTER_TOKEN: _token,
    OTEL_EXPORTER_OTLP_ENDPOINT: _collector,
    ...rest
  } = env;
  return { ...rest, ACTBOOK_DISCOVER: 'off' };
}
