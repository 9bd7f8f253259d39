/** What may run out in a run, and when the model is told that most of it is gone. */
import type { EventBody } from '../../protocol/events/event.ts';
import type { Budget } from '../../protocol/runs/run.ts';
import { countTokens } from '../../protocol/runs/usage.ts';
import { findRun, type Run } from '../../session/session.ts';
import { sumRunUsage } from '../../session/view/runs/sum-usage.ts';
import type { RunContext } from '../run-context.ts';

const WARN_SHARE = 0.8;

interface Level {
  budget: Budget;
  used: number;
  limit: number;
}

/** Yields `budget-warning` once in a run for each budget of which most is used. */
export async function* warnOfBudgets({ session, runId, clock }: RunContext): AsyncGenerator<EventBody> {
  const run = findRun(session, runId);
  const step = run?.steps.at(-1)?.index;
  if (!run || step === undefined) return;
  for (const level of readLevels(run, clock)) {
    const isKnown = run.budgetWarnings.some(({ budget }) => budget === level.budget);
    if (level.used >= level.limit * WARN_SHARE && !isKnown)
      yield { type: 'budget-warning', runId, step, ...level };
  }
}

function readLevels(run: Run, clock: RunContext['clock']): Level[] {
  const usage = sumRunUsage(run);
  const { maxSteps, maxTokens, maxCost } = run.limits;
  const levels: Level[] = [
    { budget: 'steps', used: run.steps.length, limit: maxSteps },
    { budget: 'time', used: Math.round(clock.elapsedMs), limit: clock.limitMs },
    { budget: 'tokens', used: countTokens(usage), limit: maxTokens },
  ];
  if (maxCost !== undefined && usage.cost !== undefined) {
    levels.push({ budget: 'cost', used: usage.cost, limit: maxCost });
  }
  return levels;
}
