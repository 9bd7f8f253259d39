/**
 * Keeps one execution's outputs within bounds before anyone sees them, so that the log, the page and the
 * prompt stay bounded together: stream text keeps head and tail, rich outputs are counted, big values become
 * blobs.
 */
import type { ExecutionEvent } from '../kernel/kernel.ts';
import type { ErrorOutput, Output, StreamOutput } from '../notebook/output.ts';

/** Stream text kept from the start of an execution and from its end, characters. */
const HEAD_LENGTH = 256_000;
const TAIL_LENGTH = 64_000;
const MAX_RICH_OUTPUTS = 500;
/** Updates of shown outputs that pass as they come; after them only each output's last state does, at the end. */
const MAX_UPDATES = 500;
const MAX_ERROR_LENGTH = 64_000;
/** Values over this many bytes are stored as blobs. */
const MAX_INLINE_BYTES = 64 * 1024;

export interface BoundOutputsOptions {
  /** Stores bytes, resolves to their sha256. */
  putBlob(bytes: Uint8Array): Promise<string>;
}

/** The same events with outputs bounded; what was left out is said in the text that remains. */
export async function* boundOutputs(
  events: AsyncIterable<ExecutionEvent>,
  { putBlob }: BoundOutputsOptions,
): AsyncGenerator<ExecutionEvent> {
  const streams = createStreamBound();
  let richOutputs = 0;
  for await (const event of boundUpdates(events)) {
    if (event.type === 'limit') {
      yield event;
      continue;
    }
    if (event.type === 'output' && event.output.output_type === 'stream') {
      const kept = streams.take(event.output);
      if (kept) yield { type: 'output', output: kept };
      continue;
    }
    if (event.type === 'clear' && !event.wait) streams.reset();
    for (const output of streams.release()) yield { type: 'output', output };
    if (event.type === 'output' && ++richOutputs > MAX_RICH_OUTPUTS) continue;
    if (event.type === 'end' && richOutputs > MAX_RICH_OUTPUTS)
      yield omittedOutputs(richOutputs - MAX_RICH_OUTPUTS);
    yield await storeBigValues(event, putBlob);
  }
}

/** Passes a number of updates, then holds the latest of each output until the end. */
async function* boundUpdates(events: AsyncIterable<ExecutionEvent>): AsyncGenerator<ExecutionEvent> {
  const held = new Map<string, ExecutionEvent>();
  let updates = 0;
  for await (const event of events) {
    if (event.type === 'end') yield* held.values();
    if (event.type !== 'update' || ++updates <= MAX_UPDATES) yield event;
    else if (held.size < MAX_RICH_OUTPUTS || held.has(event.displayId)) held.set(event.displayId, event);
  }
}

/** Passes text until the head is full, then holds only the latest tail until `release`. */
function createStreamBound() {
  let head = 0;
  let omitted = 0;
  let tail: StreamOutput[] = [];
  let tailLength = 0;

  function hold(output: StreamOutput): void {
    const last = tail.at(-1);
    // Small pieces are joined up to a block, so that dropping from the front stays cheap.
    if (last?.name === output.name && last.text.length < 4096) last.text += output.text;
    else tail.push({ ...output });
    tailLength += output.text.length;
    for (let first = tail[0]; first && tailLength > TAIL_LENGTH; first = tail[0]) {
      const excess = Math.min(tailLength - TAIL_LENGTH, first.text.length);
      omitted += excess;
      tailLength -= excess;
      if (excess === first.text.length) tail.shift();
      else first.text = first.text.slice(excess);
    }
  }

  return {
    take(output: StreamOutput): StreamOutput | null {
      const room = HEAD_LENGTH - head;
      head += Math.min(room, output.text.length);
      if (output.text.length <= room) return output;
      hold({ ...output, text: output.text.slice(room) });
      return room > 0 ? { ...output, text: output.text.slice(0, room) } : null;
    },
    release(): StreamOutput[] {
      const [first, ...rest] = tail;
      const released = first ? [omitted > 0 ? withNote(first, omitted) : first, ...rest] : [];
      omitted = 0;
      tail = [];
      tailLength = 0;
      return released;
    },
    reset(): void {
      head = 0;
      omitted = 0;
      tail = [];
      tailLength = 0;
    },
  };
}

/** Starts the tail at a whole line, when one begins soon. */
function withNote(output: StreamOutput, omitted: number): StreamOutput {
  const lineStart = output.text.indexOf('\n') + 1;
  const start = lineStart < 500 ? lineStart : 0;
  const count = (omitted + start).toLocaleString('en-US');
  return { ...output, text: `\n[… ${count} characters left out …]\n${output.text.slice(start)}` };
}

function omittedOutputs(count: number): ExecutionEvent {
  const text = `[… ${count.toLocaleString('en-US')} further outputs left out …]\n`;
  return { type: 'output', output: { output_type: 'stream', name: 'stderr', text } };
}

/** The same event with big values as blobs. */
export async function storeBigValues<T extends ExecutionEvent>(
  event: T,
  putBlob: BoundOutputsOptions['putBlob'],
): Promise<T> {
  if (event.type === 'update') return { ...event, data: await storeBundle(event.data, putBlob) };
  if (event.type !== 'output') return event;
  return { ...event, output: await storeOutput(event.output, putBlob) };
}

async function storeOutput(output: Output, putBlob: BoundOutputsOptions['putBlob']): Promise<Output> {
  if (output.output_type === 'stream') return output;
  if (output.output_type === 'error') return shortenError(output);
  return { ...output, data: await storeBundle(output.data, putBlob) };
}

async function storeBundle(data: Record<string, unknown>, putBlob: BoundOutputsOptions['putBlob']) {
  const entries = Object.entries(data).map(async ([mimeType, value]): Promise<[string, unknown]> => {
    const encoding = typeof value !== 'string' ? 'json' : isBinary(mimeType) ? 'base64' : 'utf8';
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (text.length <= MAX_INLINE_BYTES) return [mimeType, value];
    const bytes = Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');
    return [mimeType, { blob: await putBlob(bytes), bytes: bytes.byteLength, encoding }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Types whose values are base64 in a MIME bundle; SVG is text. */
function isBinary(mimeType: string): boolean {
  return /^(image|audio|video)\//.test(mimeType)
    ? mimeType !== 'image/svg+xml'
    : mimeType === 'application/pdf';
}

function shortenError(error: ErrorOutput): ErrorOutput {
  return { ...error, evalue: shorten(error.evalue), traceback: error.traceback.map(shorten) };
}

function shorten(text: string): string {
  if (text.length <= MAX_ERROR_LENGTH) return text;
  const half = MAX_ERROR_LENGTH / 2;
  const omitted = (text.length - MAX_ERROR_LENGTH).toLocaleString('en-US');
  return `${text.slice(0, half)}\n[… ${omitted} characters left out …]\n${text.slice(-half)}`;
}
