/** Who may run code in a session: a run, a rebuild or the user's cells, one at a time, over all processes. */
import type { Store } from '../../store/store.ts';
import { nameHolder } from '../../util/name-holder.ts';
import { createTurns } from '../../util/turns.ts';

export interface WorkLeases {
  /** Throws AppError `conflict` while anything runs in the session. */
  claim(sessionId: string): Promise<void>;
  release(sessionId: string): Promise<void>;
  /** Whether this process has it: then it learns when the session is free. */
  isHeldHere(sessionId: string): boolean;
  /** Names the other process that has it, in a sentence. */
  nameHolder(sessionId: string): Promise<string>;
  /** Calls the listener with each session that has become free. It must not throw. */
  onFree(listener: (sessionId: string) => void): void;
}

export function createWorkLeases(store: Store): WorkLeases {
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
