/**
 * A session as this process has it: the one fold of its log, and the one way into that log. An event is accepted, which
 * advances the fold, and then stored. Deltas are joined for a moment, so that a token or a printed line is not a transaction
 * of its own.
 */
import type { Event, EventBody } from '../../protocol/events/event.ts';
import { applyEvent, applyEvents } from '../../session/fold/apply-event.ts';
import { createSession, type Session } from '../../session/session.ts';
import type { Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { createTurns } from '../../util/turns.ts';
import { joinDeltas } from './join-deltas.ts';

/** How long deltas are held back to be joined, milliseconds. */
const COALESCE_MS = 50;
/** Joined text is written early at this size, characters. */
const MAX_JOINED_LENGTH = 64_000;

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
  /** Accepts events that belong together: all of them are stored, or none. */
  writeAll(bodies: readonly EventBody[]): Promise<void>;
  /** Accepts how work ended, whatever state the log is in: see `appendAtLast` of the store. */
  writeAtLast(bodies: readonly EventBody[]): Promise<void>;
  /** Resolves when everything accepted is stored. */
  flush(): Promise<void>;
}

export interface LiveSession extends EventWriter {
  /** Every event accepted here; null until {@link read}. Events of another process may be missing, which {@link read} finds. */
  readonly session: Session | null;
  /** The session with every event that any process has stored or this one accepted. Throws AppError `not-found`. */
  read(): Promise<Session>;
  /** Whether all that any process has stored is in `session`, as far as this one knows. */
  readonly isCurrent: boolean;
  /** Drops the fold, unless an event waits to be stored. The next {@link read} makes it again. */
  unload(): void;
}

export type LiveStore = Pick<Store, 'append' | 'appendAtLast' | 'read' | 'getSession'>;

interface Accepted {
  readonly body: EventBody;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Events on their way to the store together. */
interface Flight {
  /** They are stored before whatever comes next if this fails. */
  readonly deltas: Accepted[];
  /** They are not accepted if this fails, which their writer is told. */
  readonly own: readonly Accepted[];
}

/** `onEvents` is told of events in order, once they are stored. It must not throw. */
export function createLiveSession(
  store: LiveStore,
  sessionId: string,
  onEvents: (events: readonly Event[]) => void = () => {},
): LiveSession {
  /** The fold of the log as far as it was read; null while nobody has. */
  let stored: Session | null = null;
  /** The fold of what was accepted besides. */
  let session: Session | null = null;
  /** Whether the log has events that `stored` lacks. */
  let isBehind = true;
  /** Deltas that could not be stored: they go before whatever comes next. */
  let unsaved: Accepted[] = [];
  let flights: Flight[] = [];
  const held = createHeldDeltas(() => flush());
  /** What reads and writes the log here does so in turn, so that no event is met both in the store and on its way there. */
  const inTurn = createTurns();

  function accept(bodies: readonly EventBody[]): Accepted[] {
    const accepted = bodies.map((body) => ({ body, at: Date.now() }));
    if (session) session = fold(session, accepted);
    return accepted;
  }

  function refold(unstored: readonly Event[] = []): void {
    const waiting = [
      ...unsaved,
      ...flights.flatMap(({ deltas, own }) => [...deltas, ...own]),
      ...held.list(),
    ];
    session = stored && fold(applyEvents(stored, unstored), waiting);
  }

  function flush(bodies: readonly EventBody[] = [], isLast = false): Promise<void> {
    const flight = { deltas: held.take(), own: accept(bodies) };
    flights.push(flight);
    return inTurn(sessionId, () => put(flight, isLast));
  }

  async function put({ deltas, own }: Flight, isLast: boolean): Promise<void> {
    const before = [...unsaved, ...deltas];
    const all = [...before, ...own];
    if (all.length === 0) {
      flights = flights.slice(1);
      return;
    }
    const bodies = all.map(({ body }) => body);
    const times = all.map(({ at }) => at);
    try {
      const events = await (isLast
        ? store.appendAtLast(sessionId, bodies)
        : store.append(sessionId, bodies, times));
      held.forgive();
      unsaved = [];
      flights = flights.slice(1);
      // What is appended at last may not be stored yet, and its numbers can then still go to events of another process.
      if (isLast || events[0]?.seq !== (stored?.seq ?? 0) + 1) isBehind = true;
      if (!isBehind) advance(events);
      onEvents(events);
    } catch (reason) {
      unsaved = before;
      flights = flights.slice(1);
      refold();
      throw reason;
    }
  }

  /** The events are stored, right after those that were. */
  function advance(events: readonly Event[]): void {
    if (!stored || !session) return;
    if (isIdle()) {
      session = { ...session, seq: events.at(-1)?.seq ?? session.seq };
      stored = session;
    } else stored = applyEvents(stored, events);
  }

  function isIdle(): boolean {
    return unsaved.length + flights.length + held.list().length === 0;
  }

  async function catchUp(): Promise<Session> {
    const summary = await store.getSession(sessionId);
    if (!summary) throw new AppError('not-found', 'This session does not exist.');
    const known = stored ?? createSession(sessionId);
    if (session && !isBehind && known.seq >= summary.lastSeq) return session;
    const { next, unstored } = await readOn(store, known, summary.lastSeq);
    isBehind = unstored.length > 0;
    stored = next;
    refold(unstored);
    return session ?? next;
  }

  function writeSoon(body: EventBody): Promise<void> {
    return held.add(() => accept([body]));
  }

  return {
    get session() {
      return session;
    },
    get isCurrent() {
      return session !== null && !isBehind;
    },
    read: async () => {
      // An event that cannot be stored now must not keep anyone from reading.
      await flush().catch(() => {});
      return inTurn(sessionId, catchUp);
    },
    unload: () => {
      if (!isIdle()) return;
      stored = null;
      session = null;
    },
    flush: () => flush(),
    writeAll: (bodies) => flush(bodies),
    writeAtLast: (bodies) => flush(bodies, true),
    write: (body) => (isDelta(body) ? writeSoon(body) : flush([body])),
    writeSoon,
  };
}

/** Folds what the log has besides. What may not be stored yet is apart: its numbers can still go to events of another process. */
async function readOn(
  store: LiveStore,
  known: Session,
  lastSeq: number,
): Promise<{ next: Session; unstored: Event[] }> {
  const unstored: Event[] = [];
  let next = known;
  for (;;) {
    const events = await store.read(known.id, unstored.at(-1)?.seq ?? next.seq);
    if (events.length === 0) return { next, unstored };
    next = applyEvents(
      next,
      events.filter(({ seq }) => seq <= lastSeq),
    );
    unstored.push(...events.filter(({ seq }) => seq > lastSeq));
  }
}

/** Deltas wait here for a moment, to be joined with those that follow. */
function createHeldDeltas(flush: () => Promise<void>) {
  let buffer: Accepted[] = [];
  let timer: NodeJS.Timeout | null = null;
  /** Why they could not be stored, until the writer of the next has got it. */
  let failure: { reason: unknown } | null = null;
  let flushing: Promise<void> | null = null;

  /** One at a time: a locked database keeps each waiting. */
  function flushLater(): Promise<void> {
    timer = null;
    flushing ??= flush()
      .catch((reason: unknown) => {
        failure = { reason };
      })
      .finally(() => {
        flushing = null;
        if (buffer.length > 0) timer ??= setTimeout(flushLater, COALESCE_MS);
      });
    return flushing;
  }

  function stopWaiting(): void {
    if (timer) clearTimeout(timer);
    timer = null;
  }

  return {
    list: () => buffer,
    take: () => {
      stopWaiting();
      const taken = buffer;
      buffer = [];
      return taken;
    },
    forgive: () => {
      failure = null;
    },
    add: async (accept: () => Accepted[]) => {
      if (failure) {
        const { reason } = failure;
        failure = null;
        throw reason;
      }
      for (const accepted of accept()) {
        const last = buffer.at(-1);
        const joined = last ? joinDeltas(last.body, accepted.body) : null;
        if (last && joined) buffer[buffer.length - 1] = { body: joined, at: last.at };
        else buffer.push(accepted);
      }
      const latest = buffer.at(-1);
      if (latest && deltaLength(latest.body) > MAX_JOINED_LENGTH) {
        stopWaiting();
        await flushLater();
      } else timer ??= setTimeout(flushLater, COALESCE_MS);
    },
  };
}

function fold(session: Session, accepted: readonly Accepted[]): Session {
  return accepted.reduce((before, { body, at }) => applyEvent(before, { ...body, at }), session);
}

function isDelta(body: EventBody): boolean {
  return (
    body.type === 'text-delta' ||
    body.type === 'reasoning-delta' ||
    (body.type === 'output-append' && body.output.output_type === 'stream')
  );
}

function deltaLength(body: EventBody): number {
  if (body.type === 'text-delta' || body.type === 'reasoning-delta') return body.text.length;
  return body.type === 'output-append' && body.output.output_type === 'stream' ? body.output.text.length : 0;
}
