/** The session that a question of `actbook run` is asked in, and where it runs. */
import type { Container } from '../../lib/app/container.ts';
import { createSession, type Session } from '../../lib/session/session.ts';
import { AppError } from '../../lib/util/app-error.ts';
import { findSession } from './find-session.ts';
import type { RunFlags } from './run-flags.ts';
import { createLocalHost, type RunHost } from './run-host.ts';
import { createServerHost } from './server-host.ts';
import { findServer } from './server-notes.ts';

export interface RunSession {
  sessionId: string;
  /** As it was before the question. */
  from: Session;
  host: RunHost;
  /** To be called when no question could be asked: a new session does not stay in the list. */
  giveUp(): Promise<void>;
}

/** A new one runs in this process, one that exists in the app that may have its kernel. Throws AppError `bad-request`. */
export async function openRunSession(
  container: Container,
  { session, kernel, mcp }: Pick<RunFlags, 'session' | 'kernel' | 'mcp'>,
): Promise<RunSession> {
  const { sessions } = container.runtime;
  if (session === undefined) {
    const sessionId = await sessions.create({ kernelName: kernel });
    const giveUp = () => sessions.delete(sessionId);
    return { sessionId, from: createSession(sessionId), host: createLocalHost(container), giveUp };
  }
  const sessionId = await findSession(container, session);
  const server = await findServer(container.config.homeDir);
  if (server && mcp !== undefined) throw new AppError('bad-request', SERVED_MCP);
  const host = server ? createServerHost(server) : createLocalHost(container);
  return { sessionId, from: await sessions.read(sessionId), host, giveUp: async () => {} };
}

const SERVED_MCP =
  'The running app answers in this session, with MCP servers of its own, so --mcp has no effect. Leave it out, or set ACTBOOK_MCP_CONFIG where the app starts.';
