/**
 * The rule of what may run code in a session beside what else, and its only place: a run, a rebuild, the user's cells, or several ways, one at
 * a time, over all processes. Only a run lets cells of the user run within it, between two of its steps.
 */
import { SYSTEM } from '../../protocol/events/principal.ts';
import type { Session } from '../../session/session.ts';
import type { Store } from '../../store/store.ts';
import { nameHolder } from '../../util/name-holder.ts';
import { createTurns } from '../../util/turns.ts';
import type { SessionLogs } from '../events/session-logs.ts';
import { endAbandonedWork } from './end-abandoned.ts';

/** `ways`: other sessions continue from this one, which waits for them. */
type WorkKind = 'run' | 'rebuild' | 'cells' | 'ways';

/** Does the work. Must not reject. The signal of the controller aborts when it is to stop. */
export type Drive = (controller: AbortController) => Promise<void>;

export interface SessionWork {
  /**
   * Claims the session, writes the end of all that has none in its log, because nobody drives it any more, and then does what
   * `prepare` resolves to, in the background; nothing for null. Throws AppError `not-found`, `conflict` while anything runs in
   * the session, and what `prepare` throws.
   */
  begin(
    sessionId: string,
    kind: WorkKind,
    prepare: (session: Session) => Promise<Drive | null>,
  ): Promise<void>;
  /** The same for work that a process left when it crashed. Resolves to whether it continues. */
  resume(sessionId: string, kind: WorkKind, prepare: () => Promise<Drive | null>): Promise<boolean>;
  /** Drives work under the claim of other work, until it ends or the signal of that aborts. */
  runWithin(sessionId: string, kind: WorkKind, signal: AbortSignal, drive: Drive): Promise<void>;
  /** Resolves when the work of this process has ended and its last event is stored. */
  wait(sessionId: string, kind: WorkKind): Promise<void>;
  /**
   * Stops work of this process: in all sessions with null, of all kinds without `kind`. Resolves to whether there was any,
   * when it has ended.
   */
  stop(sessionId: string | null, kind?: WorkKind, reason?: unknown): Promise<boolean>;
  /** Whether this process has claimed it: then it learns when the session is free. */
  isHeldHere(sessionId: string): boolean;
  /** Names the other process that has claimed it, in a sentence. */
  nameHolder(sessionId: string): Promise<string>;
  /** Calls the listener with each session that has become free. It must not throw. */
  onFree(listener: (sessionId: string) => void): void;
}

interface ActiveWork {
  readonly sessionId: string;
  readonly kind: WorkKind;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

export function createSessionWork(store: Store, logs: SessionLogs): SessionWork {
  const held = new Set<string>();
  const active = new Set<ActiveWork>();
  const listeners: ((sessionId: string) => void)[] = [];
  // Whoever is refused must find in `held` that it was this process.
  const inSession = createTurns();

  async function resume(
    sessionId: string,
    kind: WorkKind,
    prepare: () => Promise<Drive | null>,
  ): Promise<boolean> {
    await inSession(sessionId, async () => {
      await store.claimLease({ kind: 'run', sessionId });
      held.add(sessionId);
    });
    let drive: Drive | null = null;
    try {
      drive = await prepare();
    } finally {
      if (!drive) await release(sessionId);
    }
    if (drive) start(sessionId, kind, drive, () => release(sessionId).catch(() => {}));
    return drive !== null;
  }

  async function release(sessionId: string): Promise<void> {
    try {
      await inSession(sessionId, async () => {
        held.delete(sessionId);
        await store.releaseLease({ kind: 'run', sessionId });
      });
    } finally {
      for (const tell of listeners) tell(sessionId);
    }
  }

  function start(
    sessionId: string,
    kind: WorkKind,
    drive: Drive,
    letGo: () => Promise<void> = async () => {},
  ): ActiveWork {
    const controller = new AbortController();
    const ended = drive(controller).finally(() => {
      active.delete(work);
      return letGo();
    });
    const work = { sessionId, kind, controller, ended };
    active.add(work);
    return work;
  }

  async function endAbandoned(sessionId: string): Promise<Session> {
    const session = await logs.readSession(sessionId);
    const bodies = endAbandonedWork(session);
    if (bodies.length === 0) return session;
    await logs.writerOf(sessionId, SYSTEM).writeAll(bodies);
    return logs.readSession(sessionId);
  }

  function list(sessionId: string | null, kind?: WorkKind): ActiveWork[] {
    return [...active].filter(
      (each) =>
        (sessionId === null || each.sessionId === sessionId) && (kind === undefined || each.kind === kind),
    );
  }

  return {
    begin: async (sessionId, kind, prepare) => {
      // This read reports a session that does not exist. The session that `prepare` gets is read again under the claim.
      await logs.readSession(sessionId);
      await resume(sessionId, kind, async () => prepare(await endAbandoned(sessionId)));
    },
    resume,
    runWithin: async (sessionId, kind, signal, drive) => {
      const { controller, ended } = start(sessionId, kind, drive);
      const stop = () => controller.abort(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      await ended.finally(() => signal.removeEventListener('abort', stop));
    },
    wait: async (sessionId, kind) => {
      await Promise.all(list(sessionId, kind).map(({ ended }) => ended));
    },
    stop: async (sessionId, kind, reason) => {
      const found = list(sessionId, kind);
      for (const { controller } of found) controller.abort(reason);
      await Promise.all(found.map(({ ended }) => ended));
      return found.length > 0;
    },
    isHeldHere: (sessionId) => held.has(sessionId),
    nameHolder: async (sessionId) => nameHolder(await store.findHolder({ kind: 'run', sessionId })),
    onFree: (listener) => void listeners.push(listener),
  };
}
