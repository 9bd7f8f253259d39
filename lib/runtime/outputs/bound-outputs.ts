/**
 * Keeps one execution's outputs within bounds before anyone sees them, so that the log, the page and the
 * prompt stay bounded together: stream text keeps head and tail, rich outputs are counted, big values become
 * blobs.
 */
import type { ExecutionEvent } from '../../kernel/kernel.ts';
import type { DisplayUpdate } from '../../notebook/apply-output.ts';
import type { BlobRef } from '../../notebook/blob-ref.ts';
import { isBlobRef, toText } from '../../notebook/mime-value.ts';
import type { ErrorOutput, MimeBundle, Output } from '../../notebook/output.ts';
import type { OutputDigest } from '../../notebook/output-digest.ts';
import { readImageSize } from '../../notebook/read-image-size.ts';
import { shortenText } from '../../observation/shorten/shorten-text.ts';
import { toExcerpt } from '../../observation/to-excerpt.ts';
import type { CallValue } from '../../protocol/cells/call.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import { isModestJson, measureJson } from '../../util/is-modest-json.ts';
import { pluralize } from '../../util/pluralize.ts';
import { createStreamBound } from './bound-streams.ts';

const MAX_RICH_OUTPUTS = 500;
/** Rich outputs together, characters. */
const MAX_RICH_LENGTH = 256 * 1024 ** 2;
/** Clears that pass as they come; after them text is held, and only the last clear passes, with what follows it. */
const MAX_CLEARS = 500;
/** Updates of shown outputs that pass as they come; after them only each output's last state does, at the end. */
const MAX_UPDATES = 500;
const MAX_ERROR_LENGTH = 64_000;
/** Values over this many bytes are stored as blobs. */
const MAX_INLINE_BYTES = 64 * 1024;
/** Pictures over this many characters are stored so: whoever reads the log loads those that are looked at, and no others. */
const MAX_INLINE_IMAGE_LENGTH = 4 * 1024;
/** Updates held at the same time, characters. */
const MAX_HELD_LENGTH = 32 * 1024 ** 2;
/** Longer arguments and results of calls are stored as blobs, characters. */
const MAX_INLINE_CALL_LENGTH = 2_000;
const MAX_MIME_TYPES = 50;
const MAX_MIME_TYPE_LENGTH = 200;
const MAX_TRACEBACK_LINES = 200;
const MAX_NEXT_INPUT_LENGTH = 256_000;

/** Stores bytes, resolves to their sha256. */
export type PutBlob = (bytes: Uint8Array) => Promise<string>;

/** The same events with outputs bounded; what was left out is said in the text that remains. */
export async function* boundOutputs(
  events: AsyncIterable<ExecutionEvent>,
  putBlob: PutBlob,
): AsyncGenerator<ExecutionEvent> {
  const streams = createStreamBound(putBlob);
  let clears = 0;
  /** Stands for all that came after the last that passed. */
  let heldClear: ExecutionEvent[] = [];
  const rich = createRichBound();
  for await (const event of boundUpdates(events)) {
    if (BESIDE.has(event.type)) {
      yield await storeBigValues(event, putBlob);
      continue;
    }
    if (event.type === 'output' && event.output.output_type === 'stream') {
      const kept = await streams.take(event.output);
      if (kept) yield { type: 'output', output: kept };
      continue;
    }
    if (event.type === 'clear' && ++clears > MAX_CLEARS) {
      streams.clear({ isFinal: true });
      heldClear = [event];
      continue;
    }
    if (event.type === 'clear' && !event.wait) streams.clear({ isFinal: false });
    yield* heldClear;
    heldClear = [];
    for (const output of await streams.release()) yield { type: 'output', output };
    if (event.type === 'output' && !rich.admits(event.output)) continue;
    if (event.type === 'end') yield* rich.describeOmitted();
    yield await storeBigValues(event, putBlob);
  }
}

/** What passes beside the outputs, and releases none that are held. */
const BESIDE = new Set<ExecutionEvent['type']>(['limit', 'report', 'unresponsive', 'widget']);

/** Passes a number of updates, then holds the latest of each output until the end. */
async function* boundUpdates(events: AsyncIterable<ExecutionEvent>): AsyncGenerator<ExecutionEvent> {
  const held = new Map<string, { event: ExecutionEvent; length: number }>();
  let heldLength = 0;
  let updates = 0;
  for await (const event of events) {
    if (event.type === 'end') for (const each of held.values()) yield each.event;
    if (event.type !== 'update' || ++updates <= MAX_UPDATES) {
      yield event;
      continue;
    }
    const before = held.get(event.displayId);
    const length = measureJson(event.data, MAX_HELD_LENGTH);
    const nextLength = heldLength + length - (before?.length ?? 0);
    if (nextLength > MAX_HELD_LENGTH || (!before && held.size >= MAX_RICH_OUTPUTS)) continue;
    heldLength = nextLength;
    held.set(event.displayId, { event, length });
  }
}

function createRichBound() {
  let outputs = 0;
  let length = 0;
  let omitted = 0;
  return {
    admits(output: Output): boolean {
      length += measureJson(output, MAX_RICH_LENGTH);
      const isAdmitted = outputs < MAX_RICH_OUTPUTS && length <= MAX_RICH_LENGTH;
      if (isAdmitted) outputs += 1;
      else omitted += 1;
      return isAdmitted;
    },
    describeOmitted(): ExecutionEvent[] {
      if (omitted === 0) return [];
      const text = `[… ${pluralize(omitted, 'further output')} left out …]\n`;
      return [{ type: 'output', output: { output_type: 'stream', name: 'stderr', text } }];
    },
  };
}

/** The same event with big values as blobs, and without what is too big to be kept at all. */
export async function storeBigValues<T extends ExecutionEvent>(event: T, putBlob: PutBlob): Promise<T> {
  if (event.type === 'update') {
    return { ...event, ...(await storeDisplay(event, putBlob)) };
  }
  if (event.type === 'end' && (event.nextInput?.text.length ?? 0) > MAX_NEXT_INPUT_LENGTH) {
    const { nextInput: _, ...end } = event;
    return end as T;
  }
  if (event.type === 'report') return { ...event, body: await storeCallValues(event.body, putBlob) };
  if (event.type !== 'output') return event;
  return { ...event, output: await storeOutput(event.output, putBlob) };
}

/** Long arguments and results of calls as blobs. */
async function storeCallValues(body: EventBody, putBlob: PutBlob): Promise<EventBody> {
  const store = async (value: CallValue): Promise<CallValue> => {
    const isLong = typeof value === 'string' && value.length > MAX_INLINE_CALL_LENGTH;
    return isLong ? toBlob(value, 'utf8', putBlob) : value;
  };
  if (body.type === 'tool-call-start') return { ...body, arguments: await store(body.arguments) };
  if (body.type !== 'tool-call-end' || body.result === undefined) return body;
  return { ...body, result: await store(body.result) };
}

async function storeOutput(output: Output, putBlob: PutBlob): Promise<Output> {
  if (output.output_type === 'stream') return output;
  if (output.output_type === 'error') return shortenError(output);
  return { ...output, ...(await storeDisplay(output, putBlob)) };
}

type Display = Pick<DisplayUpdate, 'data' | 'metadata' | 'digest'>;

/** What is known of a value is written down before its bytes are put away. */
export async function storeDisplay({ data, metadata, digest }: Display, putBlob: PutBlob): Promise<Display> {
  const stored = await storeBundle(data, putBlob);
  const added = describeStored(data, stored);
  const copy = digest?.copy && { copy: { ...digest.copy, data: await storeCopy(digest.copy.data, putBlob) } };
  const known = { ...digest, ...copy, ...added };
  return {
    data: stored,
    metadata: toModest(metadata),
    ...(Object.keys(known).length > 0 ? { digest: known } : {}),
  };
}

async function storeCopy(data: string | BlobRef, putBlob: PutBlob) {
  const isLong = typeof data === 'string' && data.length > MAX_INLINE_BYTES;
  return isLong ? toBlob(data, 'base64', putBlob) : data;
}

async function toBlob(text: string, encoding: BlobRef['encoding'], putBlob: PutBlob): Promise<BlobRef> {
  const bytes = Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');
  return { blob: await putBlob(bytes), bytes: bytes.byteLength, encoding };
}

function describeStored(data: Record<string, unknown>, stored: Record<string, unknown>): OutputDigest {
  const digest: OutputDigest = {};
  for (const [mimeType, value] of Object.entries(stored)) {
    const original = data[mimeType];
    if (!isBlobRef(value)) continue;
    if (isRasterImage(mimeType)) digest.size ??= readImageSize(toText(original)) ?? undefined;
    const excerpt = toExcerpt(mimeType, original);
    if (excerpt) digest.excerpts = { ...digest.excerpts, [mimeType]: excerpt };
  }
  return digest;
}

function isRasterImage(mimeType: string): boolean {
  return mimeType.startsWith('image/') && isBinary(mimeType);
}

/** The same values, the big ones as blobs. */
export async function storeBundle(data: MimeBundle, putBlob: PutBlob): Promise<MimeBundle> {
  const kept = Object.entries(data)
    .slice(0, MAX_MIME_TYPES)
    .filter(([mimeType]) => mimeType.length <= MAX_MIME_TYPE_LENGTH);
  const entries = kept.map(async ([mimeType, value]): Promise<[string, unknown]> => {
    const encoding = typeof value !== 'string' ? 'json' : isBinary(mimeType) ? 'base64' : 'utf8';
    if (!isModestJson(value, MAX_RICH_LENGTH)) return [mimeType, TOO_DEEP];
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null');
    // What looks like a stored value, and was not stored by us, is stored too: it must not pass for one.
    const maxLength = isRasterImage(mimeType) ? MAX_INLINE_IMAGE_LENGTH : MAX_INLINE_BYTES;
    if (text.length <= maxLength && !isBlobRef(value)) return [mimeType, value];
    return [mimeType, await toBlob(text, encoding, putBlob)];
  });
  return Object.fromEntries(await Promise.all(entries));
}

const TOO_DEEP = '[… nested too deep to be kept …]';

function toModest(metadata: Record<string, unknown>): Record<string, unknown> {
  return isModestJson(metadata, MAX_INLINE_BYTES) ? metadata : {};
}

/** Types whose values are base64 in a MIME bundle; SVG is text. */
function isBinary(mimeType: string): boolean {
  return /^(image|audio|video)\//.test(mimeType)
    ? mimeType !== 'image/svg+xml'
    : mimeType === 'application/pdf';
}

function shortenError(error: ErrorOutput): ErrorOutput {
  const { traceback } = error;
  const half = MAX_TRACEBACK_LINES / 2;
  const lines =
    traceback.length > MAX_TRACEBACK_LINES
      ? [...traceback.slice(0, half), '[… left out …]', ...traceback.slice(-half)]
      : traceback;
  return {
    ...error,
    ename: shortenText(error.ename, MAX_ERROR_LENGTH),
    evalue: shortenText(error.evalue, MAX_ERROR_LENGTH),
    traceback: lines.map((line) => shortenText(line, Math.max(1_000, MAX_ERROR_LENGTH / lines.length))),
  };
}
