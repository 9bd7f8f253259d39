/** The real app as a process, driven over HTTP, with everything that happened in one list. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readConfig } from '../../lib/config/config.ts';
import type { Event } from '../../lib/protocol/events/event.ts';
import { applyEvents } from '../../lib/session/fold/apply-event.ts';
import { createSession, type Session } from '../../lib/session/session.ts';
import {
  type ModelServerRequest,
  type ScriptEntry,
  startModelServer,
} from '../../test/helpers/model/model-server.ts';

const ROOT_DIR = join(import.meta.dirname, '../..');

export interface DrivenApp {
  sessionId: string;
  /** Sends a request as the page does; the path is below the session's. */
  send(method: string, path: string, body: object | string): Promise<Record<string, string>>;
  /** Follows the session's events until its fold satisfies the condition. */
  until(isDone: (session: Session) => boolean): Promise<Session>;
}

/** What happened, in order: a request of the user with its status, or an event. */
export type Happening = { readonly request: string } | { readonly event: Event };

export interface Recording {
  happenings: Happening[];
  prompts: readonly ModelServerRequest[];
}

/** Starts the built app with a scripted model, lets `act` work in a new session, and ends it. */
export async function driveApp(
  script: ScriptEntry[],
  env: Record<string, string>,
  act: (app: DrivenApp) => Promise<void>,
): Promise<Recording> {
  const home = await mkdtemp(join(tmpdir(), 'actbook-transcript-'));
  const server = await startModelServer(script);
  const model = { OPENAI_BASE_URL: server.baseUrl, ACTBOOK_MODEL: 'scripted', ACTBOOK_KERNEL_GRACE_S: '0' };
  const child = spawn(process.execPath, [join(ROOT_DIR, 'bin/cli.ts'), 'serve', '--port', '0'], {
    env: { NODE_ENV: 'production', ...readConfig().notebookEnv, ACTBOOK_HOME: home, ...model, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const happenings: Happening[] = [];
  const work = readLink(child.stdout).then(async (link) => act(await openSession(link, happenings)));
  const failure = await work.catch((error: unknown) => error);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  const fault = await server.close().catch((error: unknown) => error);
  await rm(home, { recursive: true });
  // A script that was not used up follows from what failed before.
  if (failure ?? fault) throw failure ?? fault;
  return { happenings, prompts: server.requests };
}

async function readLink(output: NodeJS.ReadableStream): Promise<URL> {
  for await (const line of createInterface({ input: output })) {
    const link = line.match(/http:\/\/\S+\/login\?token=\S+/)?.[0];
    if (link) return new URL(link);
  }
  throw new Error('The app ended without a link.');
}

async function openSession(link: URL, happenings: Happening[]): Promise<DrivenApp> {
  const headers = { authorization: `Bearer ${link.searchParams.get('token')}` };
  const request = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, link.origin), { ...init, headers });
  const created = await request('/api/sessions', { method: 'POST', body: '{}' });
  const { id: sessionId } = (await created.json()) as { id: string };
  const base = `/api/sessions/${sessionId}`;
  let session = createSession(sessionId);

  return {
    sessionId,
    send: async (method, path, body) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const response = await request(base + path, { method, body: text });
      happenings.push({ request: `${method} ${path} ${text} → ${response.status}` });
      if (!response.ok) throw new Error(await response.text());
      const answer = await response.text();
      return answer === '' ? {} : JSON.parse(answer);
    },
    until: async (isDone) => {
      const { body } = await request(`${base}/events?after=${session.seq}`);
      if (!body) throw new Error('There is no stream.');
      for await (const events of readEvents(body)) {
        session = applyEvents(session, events);
        happenings.push(...events.map((event) => ({ event })));
        if (isDone(session)) return session;
      }
      throw new Error('The stream ended first.');
    },
  };
}

async function* readEvents(body: NonNullable<Response['body']>): AsyncGenerator<Event[]> {
  let buffer = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    buffer += chunk;
    const messages = buffer.split('\n\n');
    buffer = messages.pop() ?? '';
    for (const message of messages) {
      const data = message.match(/^data: (\[.*)$/m)?.[1];
      if (data) yield JSON.parse(data);
    }
  }
}
