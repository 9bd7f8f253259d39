/** What the user writes down for the agent, over the HTTP API: for one notebook, or, without an ID, for all. */
import { MAX_CONTEXT_LENGTH } from '../../lib/protocol/files/context-file.ts';
import { addDefinition, dropDefinition } from '../../lib/session/view/definitions/definition-lines.ts';
import { AppError } from '../../lib/util/app-error.ts';
import { callApi } from './call-api.ts';
import { CONTEXT_TEXTS } from './context-texts.ts';

/** Empty where nothing was written. */
export async function readContext(sessionId: string | null): Promise<string> {
  const { text } = await (sessionId === null
    ? callApi('readHomeContext')
    : callApi('readContext', { params: { sessionId } }));
  return text;
}

/** Throws AppError `conflict` where the text is not `was` any more. */
export async function writeContext(sessionId: string | null, text: string, was: string): Promise<void> {
  const body = { text, was };
  await (sessionId === null
    ? callApi('writeHomeContext', { body })
    : callApi('writeContext', { params: { sessionId }, body }));
}

/** Adds a line to the notebook's. Throws AppError `too-large` where runs would not read it. */
export async function keepDefinition(sessionId: string, line: string): Promise<void> {
  const was = await readContext(sessionId);
  const text = addDefinition(was, line);
  if (text.trim().length > MAX_CONTEXT_LENGTH) throw new AppError('too-large', CONTEXT_TEXTS.full);
  await writeContext(sessionId, text, was);
}

/** Takes the line back. Nothing happens where it is gone. */
export async function forgetDefinition(sessionId: string, line: string): Promise<void> {
  const was = await readContext(sessionId);
  await writeContext(sessionId, dropDefinition(was, line), was);
}
