/**
 * The built-in analyst: reads questions by rules behind the Model port. It is not a language model and never called one.
 * Each call finds out from the session and the kernel how far the run has come, and hands over the next step.
 */

import { createHash } from 'node:crypto';
import type { Plan, Planner } from '../model/model.ts';
import type { ModelInfo } from '../protocol/runs/run.ts';
import { findRun } from '../session/session.ts';
import { AppError } from '../util/app-error.ts';
import type { Reading } from './query/query.ts';
import { readQuestion } from './read/read-question.ts';
import { planReply, type ReadQuestion } from './reply/plan-reply.ts';
import type { Reply } from './reply/reply.ts';

const INFO: ModelInfo = { id: 'builtin', label: 'built-in analyst (no language model)', kind: 'builtin' };

export function createAnalyst(): Planner {
  const read = rememberReadings();
  return {
    info: INFO,
    ...{ nativeTools: false, vision: false, contextTokens: null, prices: null },
    plan: async ({ session, runId, data }, signal) => {
      const run = findRun(session, runId);
      if (!run) throw new AppError('model-failed', `The session has no run ${runId}.`);
      const reply = await planReply({ session, run, data }, read);
      signal.throwIfAborted();
      return toPlan(reply);
    },
  };
}

const FINISH_REASONS = { answer: 'stop', part: 'part-answer', refusal: 'no-answer' } as const;

function toPlan(reply: Reply): Plan {
  if (reply.kind === 'cell') return { text: reply.say, code: reply.code.trim(), finishReason: 'stop' };
  return { text: reply.text, finishReason: FINISH_REASONS[reply.kind] };
}

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
