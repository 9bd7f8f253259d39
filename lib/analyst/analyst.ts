/**
 * The built-in analyst: reads questions by rules behind the Model port. It is not a language model and never called one.
 * Each call finds out from the session and the kernel how far the run has come, and says the next step.
 */

import { createHash } from 'node:crypto';
import type { Model, ModelEvent, ModelRequest } from '../model/model.ts';
import type { ModelInfo } from '../protocol/runs/run.ts';
import { NO_USAGE } from '../protocol/runs/usage.ts';
import { findRun } from '../session/session.ts';
import { AppError } from '../util/app-error.ts';
import type { Reading } from './query/query.ts';
import { readQuestion } from './read/read-question.ts';
import { planReply, type ReadQuestion } from './reply/plan-reply.ts';
import type { Reply } from './reply/reply.ts';

const INFO: ModelInfo = { id: 'builtin', label: 'built-in analyst (no language model)', kind: 'builtin' };

export function createAnalyst(): Model {
  const read = rememberReadings();
  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const run = findRun(request.session, request.runId);
    if (!run) throw new AppError('model-failed', `The session has no run ${request.runId}.`);
    const reply = await planReply({ session: request.session, run, data: request.data }, read);
    signal.throwIfAborted();
    yield { type: 'text-delta', text: writeReply(reply) };
    yield { type: 'end', finishReason: FINISH_REASONS[reply.kind], usage: NO_USAGE };
  }
  const profile = { nativeTools: false, vision: false, contextTokens: null, prices: null };
  return { info: INFO, ...profile, readsSession: true, languages: ['Python'], stream };
}

const FINISH_REASONS = {
  cell: 'stop',
  answer: 'stop',
  part: 'part-answer',
  refusal: 'no-answer',
} as const;

const MAX_REMEMBERED = 100;

/** A run asks for the same readings at each of its steps. */
function rememberReadings(): ReadQuestion {
  const known = new Map<string, Reading>();
  return (text, tables, previous) => {
    // Tables can be large, and a reading of each is kept for long.
    const key = createHash('sha256')
      .update(JSON.stringify([text, tables, previous]))
      .digest('base64');
    const reading = known.get(key) ?? readQuestion(text, tables, previous);
    known.delete(key);
    known.set(key, reading);
    const [oldest] = known.keys();
    if (known.size > MAX_REMEMBERED && oldest !== undefined) known.delete(oldest);
    return reading;
  };
}

function writeReply(reply: Reply): string {
  return 'code' in reply ? `${reply.say}\n\n\`\`\`python\n${reply.code}\n\`\`\`\n` : reply.text;
}
