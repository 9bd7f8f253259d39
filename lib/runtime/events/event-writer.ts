/**
 * The one way into a session's log: events in order, deltas joined for a moment so that a token or a printed
 * line is not a transaction of its own.
 */
import type { EventBody } from '../../protocol/events/event.ts';
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

export interface EventSink {
  append(bodies: EventBody[]): Promise<unknown>;
  appendAtLast(bodies: EventBody[]): Promise<unknown>;
}

export function createEventWriter(sink: EventSink): EventWriter {
  let buffer: EventBody[] = [];
  let timer: NodeJS.Timeout | null = null;
  let stored: Promise<unknown> = Promise.resolve();
  /** Deltas that were accepted and could not be stored: they go before whatever comes next. */
  let unsaved: EventBody[] = [];
  /** The reason, until the writer of the deltas has got it. */
  let failure: { reason: unknown } | null = null;
  let flushing: Promise<void> | null = null;

  function flush(own: readonly EventBody[] = [], put: keyof EventSink = 'append'): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    const accepted = buffer;
    buffer = [];
    // A failed append rejects this flush alone: the next one must still be able to record the run's end.
    const current = stored.catch(() => {}).then(() => store(accepted, own, put));
    stored = current;
    return current;
  }

  async function store(
    accepted: readonly EventBody[],
    own: readonly EventBody[],
    put: keyof EventSink,
  ): Promise<void> {
    const deltas = [...unsaved, ...accepted];
    unsaved = [];
    try {
      if (deltas.length + own.length > 0) await sink[put]([...deltas, ...own]);
      failure = null;
    } catch (reason) {
      unsaved = deltas;
      throw reason;
    }
  }

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

  async function hold(body: EventBody): Promise<void> {
    if (failure) {
      const { reason } = failure;
      failure = null;
      throw reason;
    }
    const joined = joinDeltas(buffer.at(-1), body);
    if (joined) buffer[buffer.length - 1] = joined;
    else buffer.push(body);
    if (deltaLength(joined ?? body) > MAX_JOINED_LENGTH) {
      if (timer) clearTimeout(timer);
      await flushLater();
    } else timer ??= setTimeout(flushLater, COALESCE_MS);
  }

  return {
    flush: () => flush(),
    writeAll: (bodies) => flush(bodies),
    writeAtLast: (bodies) => flush(bodies, 'appendAtLast'),
    write: (body) => (isDelta(body) ? hold(body) : flush([body])),
    writeSoon: hold,
  };
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
