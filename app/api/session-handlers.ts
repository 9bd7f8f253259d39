import { EventEmitter, on } from 'node:events';
import type { Container, VerifyOptions } from '../../lib/app/container.ts';
import type { SESSION_ENDPOINTS } from '../../lib/protocol/api/session-endpoints.ts';
import type { VerifyProgress } from '../../lib/protocol/verification/verification.ts';
import { AppError } from '../../lib/util/app-error.ts';
import { type Handlers, toErrorParts } from './handler.ts';
import { toEventStream } from './to-event-stream.ts';

const STREAM_HEADERS = { 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' };
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
    body: toEventStream(streamVerification(container, params.sessionId, body)),
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

/** Verifies the notebook; its progress and its report, or the error, are server-sent events. */
async function* streamVerification(
  container: Container,
  sessionId: string,
  options: VerifyOptions,
): AsyncGenerator<string> {
  const told = new EventEmitter<{ progress: [VerifyProgress]; end: [] }>();
  const messages = on(told, 'progress', { close: ['end'] });
  const onProgress = (progress: VerifyProgress) => told.emit('progress', progress);
  const last = container
    .verifySession(sessionId, { ...options, isRecorded: true, onProgress })
    .then((report) => encodeMessage('report', report))
    .catch((error: unknown) => encodeMessage('error', toErrorParts(error)))
    .finally(() => told.emit('end'));
  for await (const [progress] of messages) yield encodeMessage('progress', progress);
  yield await last;
}

function encodeMessage(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
