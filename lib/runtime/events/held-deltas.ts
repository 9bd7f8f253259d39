/** Text that arrives in pieces, which is joined into one event. */
import type { EventBody, Stamp } from '../../protocol/events/event.ts';

/** The two events as one, or null when they do not belong together. */
export function joinDeltas(left: EventBody | undefined, right: EventBody): EventBody | null {
  if (!left) return null;
  if (left.type === 'text-delta' || left.type === 'reasoning-delta') {
    const same = right.type === left.type && right.runId === left.runId && right.step === left.step;
    return same ? { ...left, text: left.text + right.text } : null;
  }
  if (left.type !== 'output-append' || right.type !== 'output-append') return null;
  const [first, second] = [left.output, right.output];
  if (first.output_type !== 'stream' || second.output_type !== 'stream') return null;
  // What was left out has its place: before the text that follows it.
  if (left.cellId !== right.cellId || first.name !== second.name || second.omitted) return null;
  return { ...left, output: { ...first, text: first.text + second.text } };
}

export interface Accepted extends Stamp {
  readonly body: EventBody;
}

/** How long deltas are held back to be joined, milliseconds. */
const COALESCE_MS = 50;
/** Joined text is written early at this size, characters. */
const MAX_JOINED_LENGTH = 64_000;

/** Deltas wait here for a moment, to be joined with those that follow. */
export function createHeldDeltas(flush: () => Promise<void>) {
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
        const joined = last?.by === accepted.by ? joinDeltas(last.body, accepted.body) : null;
        if (last && joined) buffer[buffer.length - 1] = { ...last, body: joined };
        else buffer.push(accepted);
      }
      const latest = buffer.at(-1);
      if (latest && (readDelta(latest.body) ?? '').length > MAX_JOINED_LENGTH) {
        stopWaiting();
        await flushLater();
      } else timer ??= setTimeout(flushLater, COALESCE_MS);
    },
  };
}

/** The text of a delta; null for every other event. */
export function readDelta(body: EventBody): string | null {
  if (body.type === 'text-delta' || body.type === 'reasoning-delta') return body.text;
  return body.type === 'output-append' && body.output.output_type === 'stream' ? body.output.text : null;
}
