/** The sessions of a client: begun, read again, branched, listed, and closed. */
import { stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import {
  type AgentContext,
  type ClientCapabilities,
  type ForkSessionResponse,
  type LoadSessionResponse,
  type McpServer,
  type NewSessionResponse,
  RequestError,
  type SessionInfo,
} from '@agentclientprotocol/sdk/unstable';
import { createSessionUpdates } from '../../lib/acp/session-updates.ts';
import type { Container } from '../../lib/app/container.ts';
import { createSession, type Session } from '../../lib/session/session.ts';
import { nameNotebook } from '../../lib/session/view/titles/name-notebook.ts';
import { AppError, isAppError } from '../../lib/util/app-error.ts';
import { pluralize } from '../../lib/util/pluralize.ts';
import { createAcpHosts } from './acp-hosts.ts';
import { type AcpSession, createAcpSession } from './acp-session.ts';
import { createFolderNotes } from './client-folder.ts';
import { createUpdateSender } from './update-sender.ts';

/** Where a client opens a session. */
export interface AcpPlace {
  /** The folder that it works in, an absolute path. */
  cwd: string;
  mcpServers?: readonly McpServer[] | undefined;
}

/** Whatever takes an ID throws RequestError if no session has it. */
export interface AcpSessions {
  /** One that the client has opened. */
  find(id: string): AcpSession;
  begin(place: AcpPlace): Promise<NewSessionResponse>;
  /** Opens one that exists. One that is open already keeps its choices and its turn. */
  enter(id: string, place: AcpPlace): Promise<LoadSessionResponse>;
  /** Sends all that has happened in it. */
  replay(id: string, client: AgentContext): Promise<void>;
  /** Continues it in a second one, which has its variables where that is possible. */
  fork(id: string, place: AcpPlace): Promise<ForkSessionResponse>;
  /** Those of a folder, or all. */
  list(cwd: string | null | undefined): Promise<SessionInfo[]>;
  /** Stops its turn. One in which nothing was asked is deleted. */
  close(id: string): Promise<void>;
  /** What an app is working on continues there. */
  leaveAll(): Promise<void>;
}

export function createAcpSessions(
  container: Container,
  readCapabilities: () => ClientCapabilities,
): AcpSessions {
  const { runtime, config } = container;
  const notes = createFolderNotes(config.homeDir);
  const hosts = createAcpHosts(container);
  const opened = new Map<string, AcpSession>();

  async function open(id: string, place: AcpPlace, news: readonly string[] = []) {
    const { mcpServers = [] } = place;
    const cwd = parseFolder(place.cwd);
    notes.write(id, { files: {}, ...notes.read(id), cwd });
    const deps = { container, hosts, notes, capabilities: readCapabilities() };
    const session = createAcpSession(deps, { id, cwd, news, hints: describeServers(mcpServers) });
    opened.set(id, session);
    return session.describe();
  }

  async function requireSession(id: string): Promise<Session> {
    return runtime.sessions.read(id).catch((error: unknown) => {
      throw isAppError(error) && error.code === 'not-found' ? RequestError.sessionNotFound(id) : error;
    });
  }

  function find(id: string): AcpSession {
    const session = opened.get(id);
    if (!session) throw RequestError.sessionNotFound(id);
    return session;
  }

  async function leave(id: string): Promise<void> {
    opened.delete(id);
    const { cells, runs, files, branchOf, imported } = await requireSession(id);
    if (cells.length + runs.length + files.length === 0 && !branchOf && !imported)
      await runtime.sessions.delete(id);
  }

  return {
    find,
    begin: async (place) => {
      const cwd = parseFolder(place.cwd);
      const found = await stat(cwd).catch(() => null);
      if (!found?.isDirectory()) throw new AppError('bad-request', `${cwd} is not a folder.`);
      const sessionId = await runtime.sessions.create();
      return { sessionId, ...(await open(sessionId, place)) };
    },
    enter: async (id, place) => {
      await requireSession(id);
      return opened.get(id)?.describe() ?? open(id, place);
    },
    replay: async (id, client) => {
      const { seq } = await requireSession(id);
      const updates = createSessionUpdates(createSession(id), { blobs: container.blobs, isReplay: true });
      const sender = createUpdateSender(client, id, updates);
      const done = new AbortController();
      try {
        for await (const events of runtime.follow(id, 0, done.signal)) {
          await sender.take(events);
          // Also where the client has gone, to which nothing more is sent.
          if (events.some((event) => event.seq >= seq)) done.abort();
        }
      } finally {
        await sender.end();
      }
    },
    fork: async (id, place) => {
      const cwd = parseFolder(place.cwd);
      await requireSession(id);
      const branch = await (await hosts.find(id)).branch(id, {});
      const why = branch.isLive ? [] : [branch.reason ?? NO_VARIABLES];
      // It has the copies that the other one has of the folder.
      const files = notes.read(id)?.files;
      if (files) notes.write(branch.id, { cwd, files });
      return { sessionId: branch.id, ...(await open(branch.id, place, why)) };
    },
    list: async (cwd) => {
      const folders = notes.list();
      const sessions = await container.listSessions();
      return sessions.flatMap(({ id, title, updatedAt }) => {
        // Of a notebook that was made elsewhere, its own folder.
        const folder = folders.get(id) ?? join(config.homeDir, 'workspaces', id);
        if (cwd && resolve(cwd) !== folder) return [];
        const named = { title: nameNotebook(title), updatedAt: new Date(updatedAt).toISOString() };
        return [{ sessionId: id, cwd: folder, ...named }];
      });
    },
    close: async (id) => {
      find(id).cancel();
      await leave(id);
    },
    leaveAll: async () => {
      await Promise.all([...opened.keys()].map((id) => leave(id).catch(() => {})));
    },
  };
}

const NO_VARIABLES = 'This branch has a new kernel, without variables.';

/** Without a slash at its end. */
function parseFolder(cwd: string): string {
  if (isAbsolute(cwd)) return resolve(cwd);
  throw new AppError('bad-request', `“${cwd}” is not the absolute path of a folder.`);
}

function describeServers(servers: readonly McpServer[]): string[] {
  if (servers.length === 0) return [];
  const what = pluralize(servers.length, 'MCP server');
  const names = servers.map(({ name }) => name).join(', ');
  return [
    `Actbook does not use the ${what} of this client (${names}), but those of the file that ACTBOOK_MCP_CONFIG names.`,
  ];
}
