/**
 * The one way into a session's log: events in order, deltas joined for a moment so that a token or a printed
 * line is not a transaction of its own.
 */
import type { Event, EventBody } from '../protocol/event.ts';
import { joinDeltas } from './join-deltas.ts';

/** How long deltas are held back to be joined, milliseconds. */
const COALESCE_MS = 50;
/** Joined text is written early at this size, characters. */
const MAX_JOINED_LENGTH = 64_000;

export interface EventWriter {
  /** Accepts an event. Resolves once it is stored, except for deltas, which may wait to be joined. */
  write(body: EventBody): Promise<void>;
  /** Accepts events that belong together: all of them are stored, or none. */
  writeAll(bodies: readonly EventBody[]): Promise<void>;
  /** Resolves when everything accepted is stored. */
  flush(): Promise<void>;
}

export function createEventWriter(append: (bodies: EventBody[]) => Promise<Event[]>): EventWriter {
  let buffer: EventBody[] = [];
  let timer: NodeJS.Timeout | null = null;
  let stored: Promise<unknown> = Promise.resolve();
  /** Deltas whose append failed without a writer to tell: they go before whatever comes next. */
  let unsaved: EventBody[] = [];

  function flush({ writerWaits = false } = {}): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    const bodies = buffer;
    buffer = [];
    // A failed append rejects this flush alone: the next one must still be able to record the run's end.
    const current = stored.catch(() => {}).then(() => store([...unsaved, ...bodies], writerWaits));
    stored = current;
    return current;
  }

  async function store(bodies: EventBody[], writerWaits: boolean): Promise<void> {
    unsaved = [];
    try {
      await append(bodies);
    } catch (error) {
      if (!writerWaits) unsaved = bodies;
      throw error;
    }
  }

  return {
    flush: () => flush(),
    writeAll: async (bodies) => {
      await flush();
      buffer = [...buffer, ...bodies];
      return flush({ writerWaits: true });
    },
    write: async (body) => {
      const joined = joinDeltas(buffer.at(-1), body);
      if (joined) buffer[buffer.length - 1] = joined;
      else buffer.push(body);
      if (!isDelta(body) || deltaLength(joined ?? body) > MAX_JOINED_LENGTH) {
        return flush({ writerWaits: true });
      }
      timer ??= setTimeout(() => void flush().catch(() => {}), COALESCE_MS);
    },
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
