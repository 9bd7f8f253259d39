/** What may run out in a run, and when the model is told that most of it is gone. */
import type { EventBody } from '../../protocol/events/event.ts';
import { countTokens } from '../../protocol/runs/usage.ts';
import type { BudgetWarning } from '../../session/budget-warning.ts';
import type { Run } from '../../session/session.ts';
import { sumRunUsage } from '../../session/view/runs/sum-usage.ts';
import { readRun } from '../read-run.ts';
import type { RunContext } from '../run-context.ts';

const WARN_SHARE = 0.8;

type Level = Omit<BudgetWarning, 'step'>;

/** Yields `budget-warning` once in a run for each budget of which most is used. */
export function* warnOfBudgets(context: RunContext): Generator<EventBody> {
  const run = readRun(context);
  const step = run.steps.at(-1)?.index;
  if (step === undefined) return;
  for (const level of readLevels(run, context.clock)) {
    const isKnown = run.budgetWarnings.some(({ budget }) => budget === level.budget);
    if (level.used >= level.limit * WARN_SHARE && !isKnown)
      yield { type: 'budget-warning', runId: run.id, step, ...level };
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
