import { EventEmitter, on } from 'node:events';
import type { Container, VerifyOptions } from '../../lib/app/container.ts';
import type { VerifyProgress } from '../../lib/protocol/verification/verification.ts';
import { toErrorParts } from './handler.ts';

/** Verifies the notebook; its progress and its report, or the error, are server-sent events. */
export async function* streamVerification(
  container: Container,
  sessionId: string,
  options: VerifyOptions,
): AsyncGenerator<string> {
  const told = new EventEmitter<{ progress: [VerifyProgress]; end: [] }>();
  const messages = on(told, 'progress', { close: ['end'] });
  const onProgress = (progress: VerifyProgress) => told.emit('progress', progress);
  const last = container
    .verifySession(sessionId, { ...options, isRecorded: true, onProgress })
    .then((report) => encodeMessage('report', report))
    .catch((error: unknown) => encodeMessage('error', toErrorParts(error)))
    .finally(() => told.emit('end'));
  for await (const [progress] of messages) yield encodeMessage('progress', progress);
  yield await last;
}

function encodeMessage(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
