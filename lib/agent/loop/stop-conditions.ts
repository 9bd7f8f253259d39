/** When a run ends without an answer, but for its time limit (`run-deadline.ts`). Each is read from the folded run. */
import type { Budget, Outcome, StopReason } from '../../protocol/runs/run.ts';
import { countTokens } from '../../protocol/runs/usage.ts';
import type { BudgetWarning } from '../../session/budget-warning.ts';
import { listStepCells } from '../../session/cell-versions.ts';
import { type CellVersion, indexCells, type Run, type Session, type Step } from '../../session/session.ts';
import { sumRunUsage } from '../../session/view/runs/sum-usage.ts';
import { pluralize } from '../../util/pluralize.ts';
import { stripThinking } from '../reply/clean-reply.ts';

/** The same failure this many times in a row ends the run: the model no longer learns from it. */
const MAX_REPEATS = 3;
/** Empty replies in a row after which another question would not help. */
const MAX_EMPTY = 2;
/** Answers that do not fit the task's schema, or whose values cannot be computed, after which the model may try again. */
const MAX_REPAIRS = { schema: 1, values: 2 };
/** Kernel deaths in one run after which a new process would not help. */
const MAX_KERNEL_DEATHS = 3;

const FAULTS = {
  schema: 'The answer did not match the schema, even after a correction.',
  values: 'Values of the answer could not be computed, even after corrections.',
};

/** The outcome that forbids another step, or null. */
export function findStop(session: Session, run: Run): Outcome | null {
  const byId = indexCells(session);
  const cells = run.steps.flatMap((step) => listStepCells(session, run.id, step, byId));
  if (cells.filter((cell) => cell.status === 'kernel-died').length >= MAX_KERNEL_DEATHS) {
    return stop(
      'kernel-lost',
      `The kernel died ${MAX_KERNEL_DEATHS} times. Try again with less data or smaller steps.`,
    );
  }
  if (isSilent(run)) {
    return stop(
      'repeated-failure',
      'The model sent an empty reply twice in a row. Ask again, or use another model.',
    );
  }
  if (isRepeatedFailure(session, run)) {
    return stop(
      'repeated-failure',
      `The same failure occurred ${MAX_REPEATS} times in a row. Rephrase the task or use another model.`,
    );
  }
  const fault = run.task.schema ? 'schema' : 'values';
  const refused = run.steps.filter(({ action, actionError }) => action === 'answer' && actionError !== null);
  if (refused.length > MAX_REPAIRS[fault]) {
    const complaint = run.steps.at(-1)?.actionError ?? '';
    return stop('invalid-answer', `${FAULTS[fault]} ${complaint}`);
  }
  const spent = readLevels(run).find(({ used, limit }) => used >= limit);
  return spent ? stop(`max-${spent.budget}`, describeSpent(spent)) : null;
}

type Level = Omit<BudgetWarning, 'step'> & { readonly budget: Exclude<Budget, 'time'> };

/** How much of its budgets a run has used. A cost that is not known, or not limited, is never too high. */
export function readLevels(run: Run): [Level, ...Level[]] {
  const { maxSteps, maxTokens, maxCost } = run.limits;
  const usage = sumRunUsage(run);
  return [
    { budget: 'steps', used: run.steps.length, limit: maxSteps },
    { budget: 'tokens', used: countTokens(usage), limit: maxTokens },
    { budget: 'cost', used: usage.cost ?? 0, limit: maxCost ?? Number.POSITIVE_INFINITY },
  ];
}

function describeSpent({ budget, limit }: Level): string {
  if (budget === 'steps')
    return `No answer after ${pluralize(limit, 'step')}. Allow more steps or ask for less at once.`;
  if (budget === 'cost') return `The run reached its limit of $${limit}. Allow more or ask for less at once.`;
  return `The run reached its limit of ${limit.toLocaleString('en-US')} tokens. Allow more tokens or ask for less at once.`;
}

function stop(reason: StopReason, message: string): Outcome {
  return { status: 'stopped', reason, message };
}

export function cancelled(): Outcome {
  return stop('cancelled', 'The run was stopped by request.');
}

/** The model has said why it gives none. */
export function noAnswer(): Outcome {
  return stop('no-answer', 'The model could not answer this.');
}

export function timedOut(limitMs: number): Outcome {
  return stop(
    'run-timeout',
    `The run reached its time limit of ${pluralize(Math.round(limitMs / 1000), 'second')}.`,
  );
}

function isRepeatedFailure(session: Session, run: Run): boolean {
  const last = run.steps.slice(-MAX_REPEATS).map((step) => toFailure(session, run, step));
  return last.length === MAX_REPEATS && last.every((failure) => failure !== null && failure === last[0]);
}

/** Whether the model gave neither words nor code twice in a row: the second time, it had been told what is wanted. */
function isSilent({ steps }: Run): boolean {
  const last = steps.slice(-MAX_EMPTY);
  const isEmpty = ({ action, text, toolCalls }: Step) =>
    action === 'malformed' && toolCalls.length === 0 && stripThinking(text).trim() === '';
  return last.length === MAX_EMPTY && last.every(isEmpty);
}

/** What failed in a step and how, as one comparable text; null when nothing failed. */
function toFailure(session: Session, run: Run, step: Step): string | null {
  // The message to the model stands for its reply: a reply that goes wrong in other words has still not been helped.
  if (step.action === 'malformed' || step.action === 'skill') return step.actionError;
  const failed = listStepCells(session, run.id, step).find(({ status }) => status !== 'ok');
  return failed ? JSON.stringify([failed.source, failed.status, readError(failed)]) : null;
}

/** Class and message of an exception; empty where there is none. */
export function readError({ outputs }: CellVersion): string {
  const error = outputs.find((output) => output.output_type === 'error');
  return error ? `${error.ename}: ${error.evalue}` : '';
}
