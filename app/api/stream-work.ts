import { EventEmitter, on } from 'node:events';
import { toErrorParts } from './handler.ts';
import { toEventStream } from './to-event-stream.ts';

export const STREAM_HEADERS = { 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' };

/** Work whose progress and report, or error, are server-sent events. It continues when nobody reads them any more. */
export function streamWork<Progress, Report>(
  work: (onProgress: (progress: Progress) => void) => Promise<Report>,
): ReadableStream<Uint8Array> {
  return toEventStream(encodeWork(work));
}

async function* encodeWork<Progress, Report>(
  work: (onProgress: (progress: Progress) => void) => Promise<Report>,
): AsyncGenerator<string> {
  const told = new EventEmitter();
  const messages = on(told, 'progress', { close: ['end'] });
  const last = work((progress) => told.emit('progress', progress))
    .then((report) => encodeMessage('report', report))
    .catch((error: unknown) => encodeMessage('error', toErrorParts(error)))
    .finally(() => told.emit('end'));
  for await (const [progress] of messages) yield encodeMessage('progress', progress);
  yield await last;
}

function encodeMessage(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
