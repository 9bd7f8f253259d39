/** The runs of `actbook run` in an app that runs on the same data folder, over its API. */
import { openAsBlob } from 'node:fs';
import { z } from 'zod';
import { TakeBack } from '../../lib/protocol/kernel/take-back.ts';
import { BranchPlan } from '../../lib/protocol/sessions/branch.ts';
import { Way, WayKernel } from '../../lib/protocol/ways/ways.ts';
import { AppError, ERROR_STATUS, type ErrorCode } from '../../lib/util/app-error.ts';
import { isProcessAlive } from '../../lib/util/is-process-alive.ts';
import { parseJson } from '../../lib/util/parse-json.ts';
import type { RunHost } from './run-host.ts';
import type { RunningServer } from './server-notes.ts';

/** The events from here on: all that are in the log stand before it. */
const AFTER_ALL = 'after=999999999999999';
/** How often it is looked whether the app is still there, milliseconds. */
const WATCH_MS = 2_000;

const ErrorReply = z.object({ error: z.object({ code: z.string(), message: z.string() }) });
const WaysReply = z.object({ waysId: z.string(), ways: z.array(Way) });
const ChooseReply = z.object({ kernel: WayKernel });
const BranchReply = z.object({ id: z.string(), isLive: z.boolean(), reason: z.string().optional() });
const RunReply = z.object({ runId: z.string() });

/** What only an app can do that has the session's kernel. */
export interface ServerHost extends RunHost {
  /** Throws as `KernelControls.takeBack` does. */
  takeBack(sessionId: string, cellId: string): Promise<TakeBack>;
}

export function createServerHost({ url, token, pid }: RunningServer): ServerHost {
  async function call(method: string, path: string, { body, signal }: CallOptions = {}): Promise<unknown> {
    // A connection that is kept may be closed by the app just as the next request begins.
    const headers = { authorization: `Bearer ${token}`, connection: 'close' };
    const sent = body === undefined || body instanceof Blob ? body : JSON.stringify(body);
    const response = await fetch(`${url}/api/sessions${path && `/${path}`}`, {
      method,
      headers,
      ...(sent === undefined ? {} : { body: sent }),
      ...(signal ? { signal } : {}),
    }).catch((error: unknown) => {
      throw signal?.aborted ? error : new AppError('internal', UNREACHABLE, { cause: error });
    });
    const text = await response.text();
    if (!response.ok) throw toAppError(text);
    return text.startsWith('{') ? JSON.parse(text) : undefined;
  }

  return {
    addFile: async (sessionId, { name, path }) => {
      const place = name.split('/').map(encodeURIComponent).join('/');
      await call('PUT', `${sessionId}/files/${place}`, { body: await openAsBlob(path) });
    },
    allowNetwork: async (sessionId) => {
      await call('PUT', `${sessionId}/network`, { body: { isAllowed: true } });
    },
    chooseApproval: async (sessionId, approval) => {
      await call('PUT', `${sessionId}/approval`, { body: { approval } });
    },
    start: async (sessionId, request) =>
      RunReply.parse(await call('POST', `${sessionId}/runs`, { body: request })).runId,
    wait: async () => {},
    cancel: async (sessionId, runId) => {
      await call('POST', `${sessionId}/runs/${runId}/cancel`);
    },
    startWays: async (sessionId, request) =>
      WaysReply.parse(await call('POST', `${sessionId}/ways`, { body: request })),
    cancelWays: async (sessionId, waysId) => {
      await call('POST', `${sessionId}/ways/${waysId}/cancel`);
    },
    chooseWay: async (sessionId, waysId, chosen) =>
      ChooseReply.parse(
        await call('POST', `${sessionId}/ways/${waysId}/choose`, { body: { sessionId: chosen } }),
      ).kernel,
    planBranch: async (sessionId, cellId) =>
      BranchPlan.parse(
        await call(
          'GET',
          `${sessionId}/branch${cellId === undefined ? '' : `?${new URLSearchParams({ cellId })}`}`,
        ),
      ),
    branch: async (sessionId, request) =>
      BranchReply.parse(await call('POST', '', { body: { branchOf: { sessionId, ...request } } })),
    takeBack: async (sessionId, cellId) =>
      TakeBack.parse(await call('POST', `${sessionId}/cells/${encodeURIComponent(cellId)}/back`)),
    // Streamed, as a reply that takes minutes to begin is given up.
    verify: async (sessionId, signal) => {
      await call('POST', `${sessionId}/verify/stream`, { body: {}, signal });
    },
    inputs: {
      reply: async (sessionId, requestId, value) => {
        await call('POST', `${sessionId}/input`, { body: { requestId, value } });
      },
      decide: async (sessionId, requestId, decision) => {
        await call('POST', `${sessionId}/approval`, { body: { requestId, ...decision } });
      },
      // Whoever follows the session is waited for.
      addReader: (sessionId) => {
        const leaving = new AbortController();
        call('GET', `${sessionId}/events?${AFTER_ALL}`, { signal: leaving.signal }).catch(() => {});
        return () => leaving.abort();
      },
    },
    gone: watchProcess(pid),
  };
}

interface CallOptions {
  body?: unknown;
  signal?: AbortSignal;
}

const UNREACHABLE = 'Actbook runs on this data folder, but does not answer. Stop it, or ask there.';

function toAppError(text: string): AppError {
  const { data } = ErrorReply.safeParse(parseJson(text));
  if (!data) return new AppError('internal', UNREACHABLE);
  const known = Object.keys(ERROR_STATUS) as ErrorCode[];
  return new AppError(known.find((code) => code === data.error.code) ?? 'internal', data.error.message);
}

function watchProcess(pid: number): AbortSignal {
  const controller = new AbortController();
  const timer = setInterval(() => {
    if (isProcessAlive(pid)) return;
    clearInterval(timer);
    controller.abort();
  }, WATCH_MS).unref();
  return controller.signal;
}
