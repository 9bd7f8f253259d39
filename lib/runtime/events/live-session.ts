/**
 * A session as this process has it: the one fold of its log, and the one way into that log. An event is accepted, which
 * advances the fold, then stored, and only then shown to those who follow the session. Deltas are joined for a moment, so that
 * a token or a printed line is not a transaction of its own.
 */
import type { Event, EventBody, Stamp } from '../../protocol/events/event.ts';
import type { Principal } from '../../protocol/events/principal.ts';
import { applyEvent, applyEvents } from '../../session/fold/apply-event.ts';
import { createSession, type Session } from '../../session/session.ts';
import type { Store } from '../../store/store.ts';
import { AppError, isPassing } from '../../util/app-error.ts';
import { createTurns } from '../../util/turns.ts';
import { type Accepted, createHeldDeltas, readDelta } from './held-deltas.ts';
import type { Snapshots } from './snapshots.ts';

/** How often storing the end of work is tried again, milliseconds. */
const RETRY_MS = 1000;

export interface EventWriter {
  /**
   * Accepts an event. Resolves once it is stored, except for deltas, which may wait to be joined. Rejects when it was not
   * accepted: because it could not be stored or, for a delta, because those before it could not.
   */
  write(body: EventBody): Promise<void>;
  /**
   * The same, but any event may wait as deltas do: for one that nothing outside the log depends on, and that others are about
   * to follow, with which it is then one transaction.
   */
  writeSoon(body: EventBody): Promise<void>;
  /**
   * Accepts events that belong together: all of them are stored, or none. `stamps`: of the first of them, where they happened in
   * another session and keep when and by whom.
   */
  writeAll(bodies: readonly EventBody[], stamps?: readonly Stamp[]): Promise<void>;
  /**
   * Accepts how work ended. If the log takes nothing now, because of a full disk or a lock, the events stay accepted: readers
   * get them after the log's last event, and they are stored as soon as possible, before anything else of the session.
   * Rejects as `write` does for all other reasons.
   */
  writeAtLast(bodies: readonly EventBody[]): Promise<void>;
}

export interface LiveSession {
  /** A way to write what this principal causes. */
  as(by: Principal): EventWriter;
  /** Resolves when everything accepted is stored, except for what {@link EventWriter.writeAtLast} keeps. */
  flush(): Promise<void>;
  /** Every event accepted here; null until {@link read}. Events of another process may be missing, which {@link read} finds. */
  readonly session: Session | null;
  /** The session with every event that any process has stored or this one accepted. Throws AppError `not-found`. */
  read(): Promise<Session>;
  /** What {@link EventWriter.writeAtLast} keeps, numbered from the log's last event on. */
  readonly unstored: readonly Event[];
  /** Drops the fold, unless an event waits to be stored. The next {@link read} makes it again. */
  unload(): void;
}

export type LiveStore = Pick<Store, 'append' | 'read' | 'getSession' | 'changes'>;

/** Events on their way to the store together. */
interface Flight {
  /** They are stored before whatever comes next if this fails. */
  readonly deltas: readonly Accepted[];
  /** They are not accepted if this fails, which their writer learns. */
  readonly own: readonly Accepted[];
}

/** `onEvents` is called with events in order, once they are stored or kept at last. It must not throw. */
export function createLiveSession(
  store: LiveStore,
  sessionId: string,
  onEvents: (events: readonly Event[]) => void = () => {},
  snapshots: Snapshots | null = null,
): LiveSession {
  /** What could not be stored and must not be lost: it goes before whatever comes next. */
  let unsaved: readonly Accepted[] = [];
  /** As many of them as are shown, from the first on. */
  let unstored: readonly Event[] = [];
  let retry: NodeJS.Timeout | undefined;
  let flights: readonly Flight[] = [];
  const held = createHeldDeltas(() => flush());
  const folds = createFolds({ store, snapshots, sessionId }, () => ({
    unstored,
    accepted: [
      ...unsaved.slice(unstored.length),
      ...flights.flatMap(({ deltas, own }) => [...deltas, ...own]),
      ...held.list(),
    ],
  }));
  /** What reads and writes the log here does so in turn, so that no event is met both in the store and on its way there. */
  const inTurn = createTurns();

  function flush(own: readonly Accepted[] = [], isLast = false): Promise<void> {
    const flight = { deltas: held.take(), own };
    flights = [...flights, flight];
    return inTurn(sessionId, () => put(flight, isLast));
  }

  async function put({ deltas, own }: Flight, isLast: boolean): Promise<void> {
    const before = [...unsaved, ...deltas];
    const all = [...before, ...own];
    const failure = await save(all);
    flights = flights.slice(1);
    if (!failure) return;
    const isKept = isPassing(failure.reason);
    if (isKept && isLast && (await keep(all))) return;
    // If the session is gone, or another process has taken it over, how its work ended has no place any more.
    if (!isKept && unstored.length > 0) [unsaved, unstored] = [[], []];
    else unsaved = before;
    folds.refold();
    tryAgain();
    if (all.length > unstored.length) throw failure.reason;
  }

  async function save(all: readonly Accepted[]): Promise<{ reason: unknown } | null> {
    if (all.length === 0) return null;
    const bodies = all.map(({ body }) => body);
    try {
      const events = await store.append(sessionId, bodies, all);
      const shown = unstored.length;
      held.forgive();
      unsaved = [];
      unstored = [];
      folds.advance(events, flights.length === 1 && held.list().length === 0);
      onEvents(events.slice(shown));
      return null;
    } catch (reason) {
      return { reason };
    }
  }

  /** Shows what cannot be stored now. Resolves to false when the session is gone. */
  async function keep(all: readonly Accepted[]): Promise<boolean> {
    const lastSeq = unstored.at(-1)?.seq ?? (await store.getSession(sessionId))?.lastSeq;
    if (lastSeq === undefined) return false;
    const fresh = all
      .slice(unstored.length)
      .map(({ body, at, by }, index) => ({ ...body, sessionId, seq: lastSeq + 1 + index, at, by }));
    unsaved = all;
    unstored = [...unstored, ...fresh];
    folds.refold();
    store.changes.wake(sessionId);
    onEvents(fresh);
    tryAgain();
    return true;
  }

  function tryAgain(): void {
    if (unstored.length === 0) return;
    clearTimeout(retry);
    retry = setTimeout(() => void flush().catch(() => {}), RETRY_MS).unref();
  }

  return {
    as: (by) => {
      const accept = (bodies: readonly EventBody[], stamps: readonly Stamp[] = []) =>
        folds.accept(bodies, by, stamps);
      const writeSoon = (body: EventBody) => held.add(() => accept([body]));
      return {
        writeSoon,
        write: (body) => (readDelta(body) === null ? flush(accept([body])) : writeSoon(body)),
        writeAll: (bodies, stamps) => flush(accept(bodies, stamps)),
        writeAtLast: (bodies) => flush(accept(bodies), true),
      };
    },
    get session() {
      return folds.session;
    },
    get unstored() {
      return unstored;
    },
    read: async () => {
      // An event that cannot be stored now must not keep anyone from reading.
      if (unstored.length === 0) await flush().catch(() => {});
      return inTurn(sessionId, folds.catchUp);
    },
    unload: () => {
      if (unsaved.length + flights.length + held.list().length === 0) folds.unload();
    },
    flush: () => flush(),
  };
}

/** `listWaiting` tells what is accepted and not stored, in order: `unstored`, which is numbered because it is shown, is first. */
function createFolds(
  { store, snapshots, sessionId }: { store: LiveStore; snapshots: Snapshots | null; sessionId: string },
  listWaiting: () => { unstored: readonly Event[]; accepted: readonly Accepted[] },
) {
  /** The fold of the log as far as it was read; null while nobody has. */
  let stored: Session | null = null;
  /** The fold of what was accepted besides. */
  let session: Session | null = null;
  /** Whether the log has events that `stored` lacks. */
  let isBehind = true;

  function refold(): void {
    const { unstored, accepted } = listWaiting();
    session = stored && fold(applyEvents(stored, unstored), accepted);
  }

  return {
    get session() {
      return session;
    },
    accept: (bodies: readonly EventBody[], by: Principal, stamps: readonly Stamp[]): Accepted[] => {
      const accepted = bodies.map((body, index) => ({ body, ...(stamps[index] ?? { at: Date.now(), by }) }));
      if (session) session = fold(session, accepted);
      return accepted;
    },
    refold,
    /** These are stored. `isAll`: nothing else waits. */
    advance: (events: readonly Event[], isAll: boolean): void => {
      if (events[0]?.seq !== (stored?.seq ?? 0) + 1) isBehind = true;
      if (isBehind || !stored || !session) return;
      stored = isAll ? { ...session, seq: events.at(-1)?.seq ?? session.seq } : applyEvents(stored, events);
      if (isAll) session = stored;
    },
    catchUp: async (): Promise<Session> => {
      const summary = await store.getSession(sessionId);
      if (!summary) throw new AppError('not-found', 'This session does not exist.');
      if (stored && session && !isBehind && stored.seq >= summary.lastSeq) return session;
      const known = stored ?? (await snapshots?.load(sessionId, summary.lastSeq)) ?? createSession(sessionId);
      stored = await readOn(store, known);
      void snapshots?.keep(stored, stored.seq - known.seq);
      isBehind = false;
      refold();
      return session ?? stored;
    },
    unload: (): void => {
      stored = null;
      session = null;
    },
  };
}

/** Folds what the log has besides. */
async function readOn(store: LiveStore, known: Session): Promise<Session> {
  let next = known;
  for (;;) {
    const events = await store.read(known.id, next.seq);
    if (events.length === 0) return next;
    next = applyEvents(next, events);
  }
}

function fold(session: Session, accepted: readonly Accepted[]): Session {
  return accepted.reduce((before, { body, at, by }) => applyEvent(before, { ...body, at, by }), session);
}
