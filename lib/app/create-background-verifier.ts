/**
 * Verifies notebooks by itself: after each answered question, and after any other that changed a verified notebook; one at a
 * time, and only what a clean run can repeat.
 */

import { changesNotebook } from '../protocol/events/changes-notebook.ts';
import type { Event } from '../protocol/events/event.ts';
import { isBusy, type Session } from '../session/session.ts';
import { isVerified } from '../session/verified.ts';
import type { Container } from './container.ts';
import { isRepeatable, MAX_DURATION_MS } from './is-repeatable.ts';

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

/** The time limit of one cell in the clean run, which yields to all else. */
const TIMEOUT_MS = 2 * MAX_DURATION_MS;
/** Begins work that goes before. */
const BEGINS: readonly Event['type'][] = ['run-start', 'batch-start', 'queue-add', 'rebuild-start'];

export function createBackgroundVerifier(deps: BackgroundVerifierDeps): BackgroundVerifier {
  const { verifySession, read, closing } = deps;
  /** Sessions that are verified or wait for it, in order. */
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
      const session = await read(sessionId);
      // It may have been before the answer.
      if (isVerified(session) || isBusy(session) || !isRepeatable(session)) return;
      if (session.verified === null && session.runs.at(-1)?.outcome?.status !== 'answered') return;
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
        if (event.type === 'run-end') {
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
