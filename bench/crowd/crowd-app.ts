/** The app of a checkout as its users start it, in a home of its own, and what its process holds. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

export interface CrowdApp {
  pid: number;
  url: string;
  token: string;
  /** Posts JSON and returns a field of the reply that is an ID. */
  post(path: string, body: object, field: 'id' | 'runId'): Promise<string>;
  /** From now on, {@link readPeakMb} counts. */
  resetPeak(): Promise<void>;
  /** The most resident memory of the app's own process since then, MB. */
  readPeakMb(): Promise<number>;
  stop(): Promise<void>;
}

const Reply = z.record(z.string(), z.unknown());

/** Without verification after each answer, as versions differ in what it does. */
export async function startCrowdApp(rootDir: string, modelUrl: string): Promise<CrowdApp> {
  const home = await mkdtemp(join(tmpdir(), 'actbook-crowd-'));
  const child = spawn(process.execPath, [join(rootDir, 'bin/cli.ts'), 'serve', '--port', '0'], {
    cwd: rootDir,
    env: {
      ...process.env,
      ACTBOOK_HOME: home,
      ACTBOOK_DISCOVER: 'off',
      ACTBOOK_VERIFY: 'off',
      ACTBOOK_KERNEL_GRACE_S: '0',
      OPENAI_BASE_URL: modelUrl,
      OPENAI_API_KEY: 'none',
      ACTBOOK_MODEL: 'crowd',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { pid = 0, stdout } = child;
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    await rm(home, { recursive: true, force: true });
  };
  for await (const line of createInterface({ input: stdout })) {
    const login = /http\S+token=\S+/.exec(line)?.[0];
    if (login) return { pid, stop, ...createRequests(login), ...watchPeak(pid) };
  }
  throw new Error(`The app of ${rootDir} printed no link.`);
}

function createRequests(login: string) {
  const { origin, searchParams } = new URL(login);
  const token = searchParams.get('token') ?? '';
  const post: CrowdApp['post'] = async (path, body, field) => {
    const response = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return String(Reply.parse(JSON.parse(text))[field]);
  };
  return { url: origin, token, post };
}

/** Documentation/filesystems/proc.rst. */
function watchPeak(pid: number) {
  return {
    resetPeak: () => writeFile(`/proc/${pid}/clear_refs`, '5'),
    readPeakMb: async () => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      return Math.round(Number(/^VmHWM:\s*(\d+)/m.exec(status)?.[1]) / 1024);
    },
  };
}
