import type { Container } from '../../lib/app/container.ts';
import type { SESSION_ENDPOINTS } from '../../lib/protocol/api/session-endpoints.ts';
import { AppError } from '../../lib/util/app-error.ts';
import type { Handlers } from './handler.ts';
import { STREAM_HEADERS, streamWork } from './stream-work.ts';
import { toEventStream } from './to-event-stream.ts';

/** How long a browser waits before it reconnects, milliseconds (HTML standard, server-sent events). */
const RECONNECT = 'retry: 1000\n\n';
const READY = 'event: ready\ndata: {}\n\n';

export const SESSION_HANDLERS: Handlers<typeof SESSION_ENDPOINTS> = {
  listSessions: async ({ query, container }) => container.listEntries(query.search, query.limit),
  createSession: async ({ body, container }) => {
    const { title, kernel, example, model, tools, branchOf } = body;
    if (branchOf) return container.runtime.sessions.branch(branchOf.sessionId, branchOf);
    const id = await container.runtime.sessions.create({ title, kernelName: kernel, tools });
    try {
      if (model !== undefined) await container.runtime.sessions.chooseModel(id, model);
      if (example !== undefined) await container.addExample(id, example);
    } catch (error) {
      await container.runtime.sessions.delete(id);
      throw error;
    }
    return { id };
  },
  importNotebook: async ({ request, query, body, container }) =>
    container.importNotebook({ name: query.name, source: body, signal: request.signal }),
  verifySession: async ({ params, body, container }) =>
    container.verifySession(params.sessionId, { ...body, isRecorded: true }),
  streamVerification: async ({ params, body, container }) => ({
    body: streamWork((onProgress) =>
      container.verifySession(params.sessionId, { ...body, isRecorded: true, onProgress }),
    ),
    headers: STREAM_HEADERS,
  }),
  planBranch: async ({ params, query, container }) =>
    container.runtime.sessions.planBranch(params.sessionId, query.cellId),
  readSession: async ({ params, container }) => {
    const session = await container.getSession(params.sessionId);
    if (!session) throw new AppError('not-found', 'This session does not exist.');
    return session;
  },
  changeSession: async ({ params, body, container }) => {
    const { title, isPinned } = body;
    if (title !== undefined) await container.runtime.sessions.rename(params.sessionId, title);
    if (isPinned !== undefined) await container.store.pinSession(params.sessionId, isPinned);
  },
  deleteSession: async ({ params, container }) => container.runtime.sessions.discard(params.sessionId),
  restoreSession: async ({ params, container }) => container.runtime.sessions.restore(params.sessionId),
  eraseSession: async ({ params, container }) => container.runtime.sessions.erase(params.sessionId),
  readEvents: async ({ request, params, query, container }) => {
    const summary = await container.getSession(params.sessionId);
    if (!summary) throw new AppError('not-found', 'This session does not exist.');
    const after = request.headers.get('last-event-id') ?? query.after ?? '0';
    const afterSeq = /^\d{1,15}$/.test(after) ? Number(after) : 0;
    const signal = AbortSignal.any([request.signal, container.closing]);
    // The user may verify the open notebook next: a kernel is kept ready for that.
    container.keepWarmApart();
    return {
      body: toEventStream(
        streamEvents(container, { sessionId: summary.id, afterSeq, lastSeq: summary.lastSeq, signal }),
      ),
      headers: STREAM_HEADERS,
    };
  },
  chooseModel: async ({ params, body, container }) =>
    container.runtime.sessions.chooseModel(params.sessionId, body.model),
  chooseApproval: async ({ params, body, container }) =>
    container.runtime.sessions.chooseApproval(params.sessionId, body.approval),
  allowNetwork: async ({ params, body, container }) =>
    container.allowNetwork(params.sessionId, body.isAllowed),
};

interface StreamEventsOptions {
  sessionId: string;
  afterSeq: number;
  /** Of the log as of the request. */
  lastSeq: number;
  signal: AbortSignal;
}

/**
 * The log as server-sent events. Each message holds a batch of events as a JSON array, its id is the last
 * sequence number; `event: ready` follows once the history as of the request is sent.
 */
async function* streamEvents(
  container: Container,
  { sessionId, afterSeq, lastSeq, signal }: StreamEventsOptions,
): AsyncGenerator<string> {
  let isReady = afterSeq >= lastSeq;
  const leave = container.runtime.inputs.addReader(sessionId);
  signal.addEventListener('abort', leave, { once: true });
  try {
    yield isReady ? RECONNECT + READY : RECONNECT;
    for await (const events of container.runtime.follow(sessionId, afterSeq, signal)) {
      const seq = events.at(-1)?.seq ?? 0;
      yield `id: ${seq}\ndata: ${JSON.stringify(events)}\n\n`;
      if (!isReady && seq >= lastSeq) {
        isReady = true;
        yield READY;
      }
    }
  } finally {
    leave();
  }
}
