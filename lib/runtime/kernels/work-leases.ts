/**
 * The rule of what may run code in a session beside what else, and its only place: a run, a rebuild or the user's cells, one at
 * a time, over all processes. Nothing else counts runs: the log has a list of them.
 */
import { SYSTEM } from '../../protocol/events/principal.ts';
import type { Session } from '../../session/session.ts';
import type { Store } from '../../store/store.ts';
import { nameHolder } from '../../util/name-holder.ts';
import { createTurns } from '../../util/turns.ts';
import type { WriterOf } from '../events/session-logs.ts';
import { endAbandonedWork } from './end-abandoned.ts';

export interface WorkLeases {
  /** Throws AppError `conflict` while anything runs in the session. */
  claim(sessionId: string): Promise<void>;
  /**
   * Writes the end of all that has none in the log, for whoever has claimed the session and therefore knows that nobody drives
   * it any more. Resolves to the session as it is then.
   */
  endAbandoned(sessionId: string): Promise<Session>;
  release(sessionId: string): Promise<void>;
  /** Whether this process has it: then it learns when the session is free. */
  isHeldHere(sessionId: string): boolean;
  /** Names the other process that has it, in a sentence. */
  nameHolder(sessionId: string): Promise<string>;
  /** Calls the listener with each session that has become free. It must not throw. */
  onFree(listener: (sessionId: string) => void): void;
}

interface WorkLeasesDeps {
  store: Store;
  readSession(sessionId: string): Promise<Session>;
  writerOf: WriterOf;
}

export function createWorkLeases({ store, readSession, writerOf }: WorkLeasesDeps): WorkLeases {
  const held = new Set<string>();
  const listeners: ((sessionId: string) => void)[] = [];
  // Whoever is refused must find in `held` that it was this process.
  const inSession = createTurns();
  return {
    claim: (sessionId) =>
      inSession(sessionId, async () => {
        await store.claimLease({ kind: 'run', sessionId });
        held.add(sessionId);
      }),
    endAbandoned: async (sessionId) => {
      const session = await readSession(sessionId);
      const bodies = endAbandonedWork(session);
      if (bodies.length === 0) return session;
      await writerOf(sessionId, SYSTEM).writeAll(bodies);
      return readSession(sessionId);
    },
    release: async (sessionId) => {
      try {
        await inSession(sessionId, async () => {
          held.delete(sessionId);
          await store.releaseLease({ kind: 'run', sessionId });
        });
      } finally {
        for (const tell of listeners) tell(sessionId);
      }
    },
    isHeldHere: (sessionId) => held.has(sessionId),
    nameHolder: async (sessionId) => nameHolder(await store.findHolder({ kind: 'run', sessionId })),
    onFree: (listener) => void listeners.push(listener),
  };
}
