/**
 * The built-in analyst: a rule-based planner behind the Model port. It is not a language model and never
 * called one. Each call replays its analysis over what the run's cells showed and says the next move.
 */

import type { Model, ModelEvent, ModelRequest } from '../model/model.ts';
import type { ModelInfo } from '../protocol/run.ts';
import { NO_USAGE } from '../protocol/usage.ts';
import { findRun } from '../session/session.ts';
import { AppError } from '../util/app-error.ts';
import type { Move } from './analysis.ts';
import { observeRun } from './observe.ts';
import { planRun } from './plan-run.ts';
import { replay } from './replay.ts';

const INFO: ModelInfo = { id: 'builtin', label: 'built-in analyst (no language model)', kind: 'builtin' };

export function createAnalyst(): Model {
  return { info: INFO, nativeTools: false, vision: false, contextTokens: null, prices: null, stream };
}

async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  const { text: reply, isGivenUp } = writeReply(request);
  for (const text of reply.match(/\s*\S+(?:\s+\S+){0,3}\s*/g) ?? []) {
    signal.throwIfAborted();
    yield { type: 'text-delta', text };
    await Promise.resolve();
  }
  signal.throwIfAborted();
  yield { type: 'end', finishReason: isGivenUp ? 'no-answer' : 'stop', usage: NO_USAGE };
}

/** The next reply of a run: prose and a fenced block, or the answer. */
function writeReply({ session, runId }: ModelRequest): { text: string; isGivenUp: boolean } {
  const run = findRun(session, runId);
  if (!run) throw new AppError('model-failed', `The session has no run ${runId}.`);
  const next = replay(planRun(session, run), observeRun(session, run));
  switch (next.state) {
    case 'waiting':
      return { text: writeMove(next.move), isGivenUp: false };
    case 'done':
      return { text: next.result, isGivenUp: false };
    case 'failed':
      return {
        text: next.as === 'failure' ? explainFailure(next.reason) : next.reason,
        isGivenUp: next.as !== 'finding',
      };
  }
}

function writeMove(move: Move): string {
  return `${move.say}\n\n\`\`\`python\n${move.code}\n\`\`\`\n`;
}

function explainFailure(reason: string): string {
  return (
    `I have to stop here: ${reason}\n\n` +
    'I am the built-in, rule-based analyst. You can change the failing cell and run it yourself, rephrase the question, ' +
    'or configure a language model (`OPENAI_API_KEY` or `OPENAI_BASE_URL`).'
  );
}
