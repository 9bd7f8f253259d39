/** Verifies notebooks by itself: after each answered question, one at a time, and only what a clean run can repeat. */

import { changesNotebook } from '../protocol/events/changes-notebook.ts';
import type { Event } from '../protocol/events/event.ts';
import { type CellStatus, isBusy, type Session } from '../session/session.ts';
import type { Container } from './container.ts';

export interface BackgroundVerifier {
  /** To be called with each session's events, once they are stored. */
  observe(events: readonly Event[]): void;
}

export interface BackgroundVerifierDeps {
  verifySession: Container['verifySession'];
  read(sessionId: string): Promise<Session>;
  /** Aborts when the app shuts down. */
  closing: AbortSignal;
}

/** Of all its cells together, as they ran: what takes longer is verified when somebody asks for it. */
const MAX_DURATION_MS = 60_000;
/** Of one cell in the clean run, which yields to all else. */
const TIMEOUT_MS = 2 * MAX_DURATION_MS;
const ENDED: readonly CellStatus[] = ['ok', 'error'];
/** Begins work that goes before. */
const BEGINS: readonly Event['type'][] = ['run-start', 'batch-start', 'queue-add', 'rebuild-start'];

export function createBackgroundVerifier(deps: BackgroundVerifierDeps): BackgroundVerifier {
  const { verifySession, read, closing } = deps;
  /** Those that are verified or wait for it, in order, by session. */
  const wanted = new Map<string, AbortController>();
  let isRunning = false;

  async function runWanted(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let next = takeFirst(wanted); next && !closing.aborted; next = takeFirst(wanted)) {
      const [sessionId, { signal }] = next;
      await verify(sessionId, signal);
      if (wanted.get(sessionId)?.signal === signal) wanted.delete(sessionId);
    }
    isRunning = false;
  }

  async function verify(sessionId: string, signal: AbortSignal): Promise<void> {
    try {
      if (!isRepeatable(await read(sessionId))) return;
      await verifySession(sessionId, { isRecorded: true, isBackground: true, timeoutMs: TIMEOUT_MS, signal });
    } catch {
      // Nobody asked for this run. A user who starts one sees the error.
    }
  }

  return {
    observe: (events) => {
      for (const event of events) {
        const { sessionId } = event;
        if (changesNotebook(event) || BEGINS.includes(event.type)) {
          wanted.get(sessionId)?.abort();
          wanted.delete(sessionId);
        }
        if (event.type === 'run-end' && event.outcome.status === 'answered') {
          wanted.set(sessionId, new AbortController());
          void runWanted();
        }
      }
    },
  };
}

function takeFirst(wanted: ReadonlyMap<string, AbortController>): [string, AbortController] | null {
  return wanted.entries().next().value ?? null;
}

/**
 * Whether a clean run can give the same, and may be made without asking: all of the notebook ran in a box to its end, in a short
 * time, reached no network, asked nobody, and called no tool.
 */
function isRepeatable(session: Session): boolean {
  const { cells, kernel, isNetworkAllowed } = session;
  const code = cells.filter(({ type, source }) => type === 'code' && source.trim() !== '');
  const durationMs = code.reduce(
    (sum, { startedAt, endedAt }) => sum + ((endedAt ?? 0) - (startedAt ?? 0)),
    0,
  );
  return (
    code.length > 0 &&
    !isBusy(session) &&
    !isNetworkAllowed &&
    kernel.info?.isolation === 'box' &&
    durationMs <= MAX_DURATION_MS &&
    code.every(({ status, hasAsked, calls }) => ENDED.includes(status) && !hasAsked && calls.length === 0)
  );
}
