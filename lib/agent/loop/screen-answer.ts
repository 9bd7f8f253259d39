/**
 * What the app itself finds in the answer of a model that improvises before it is given: numbers that are in no output, and cells of the
 * run that do not work from a clean start. With any of it, the answer goes back, once.
 */
import type { EventBody } from '../../protocol/events/event.ts';
import { traitsOf } from '../../protocol/models/model-traits.ts';
import { NO_USAGE } from '../../protocol/runs/usage.ts';
import { createSourceCache } from '../../quantities/source-cache.ts';
import { applyEvent } from '../../session/fold/apply-event.ts';
import { findStep, readRun } from '../../session/session.ts';
import { isVerified } from '../../session/verified.ts';
import { lookUpAnswer, nameMissing } from '../../session/view/answers/answer-numbers.ts';
import { listCheckCells } from '../../session/view/answers/describe-check.ts';
import { findDraftSources } from '../../session/view/answers/list-answer-sources.ts';
import { type BrokenCell, describeFindings } from '../review/describe-findings.ts';
import type { DraftAnswer } from '../review/draft-answer.ts';
import type { RunContext } from '../run-context.ts';
import { markdownCell } from './run-agent-cell.ts';
import { findStop } from './stop-conditions.ts';

/** Whether the answer goes back. It is not looked at again where the log says what came of it. */
export async function* screenAnswer(
  context: RunContext,
  draft: DraftAnswer,
): AsyncGenerator<EventBody, boolean> {
  const { runId } = context;
  const { step } = draft;
  const known = findStep(context.session, runId, step)?.review;
  if (known && (known.model || known.result)) return known.model === null;
  if (!mayScreen(context)) return false;
  const numbers = listMarked(context, draft);
  const verifying = beginVerification(context);
  if (verifying) {
    yield { type: 'review-start', runId, step };
    await verifying;
  }
  const text = describeFindings({ numbers, cells: listBroken(context) });
  const isReturned = text !== '';
  if (isReturned && !verifying) yield { type: 'review-start', runId, step };
  const verdict = isReturned ? 'returned' : 'approved';
  if (isReturned || verifying) yield { type: 'review-end', runId, step, verdict, text, usage: NO_USAGE };
  return isReturned;
}

/** Only while the model may take another step, and not a second time. */
function mayScreen(context: RunContext): boolean {
  const run = readRun(context);
  if (!traitsOf(run.model).improvises || context.signal.aborted) return false;
  if (run.steps.at(-1)?.purpose || findStop(context.session, run)) return false;
  return run.steps.every(({ review }) => review?.model !== null || review.result === null);
}

/** Numbers of the answer that the page would mark, as it writes them, each once. */
function listMarked(context: RunContext, { step, source, values }: DraftAnswer): string[] {
  const { session, runId, screening } = context;
  if (screening.numbers === 'off') return [];
  const drafted = applyEvent(
    session,
    markdownCell(context, step, 'answer', source, values ? { values } : {}),
  );
  const answer = drafted.cells.find(
    (cell) => cell.role === 'answer' && cell.runId === runId && cell.step === step,
  );
  if (!answer) return [];
  const sources = findDraftSources(drafted, readRun(context), answer);
  const found = lookUpAnswer(source, sources, createSourceCache());
  return [...new Set(found.filter(({ status }) => status === 'unfounded').map(nameMissing))];
}

/** No answer waits longer for its verification, milliseconds. */
const MAX_WAIT_MS = 20_000;

/**
 * Verifies the notebook for as long as the run has taken at most. Null where there is nothing to wait for: the notebook is verified
 * as it is, or is not to be verified before the answer.
 */
function beginVerification(context: RunContext): Promise<unknown> | null {
  const { session, screening, clock, signal } = context;
  // A clean start does not have the functions that a run was given.
  const hasTools = session.tools !== undefined || readRun(context).task.tools !== undefined;
  if (hasTools || isVerified(session) || listOwnCode(context).size === 0) return null;
  const limitMs = Math.min(MAX_WAIT_MS, Math.floor(clock.elapsedMs));
  return screening.verify?.(session, { limitMs, signal }) ?? null;
}

/** Cells of the run that the verification of the notebook, as it is, found broken. */
function listBroken(context: RunContext): BrokenCell[] {
  const { session } = context;
  if (!isVerified(session)) return [];
  const own = listOwnCode(context);
  const broken = session.verified?.verification.cells.filter(
    ({ cellId, verdict }) => own.has(cellId) && (verdict === 'differs' || verdict === 'failed'),
  );
  return broken ?? [];
}

/** The code that the agent wrote in this run: what others wrote is not for it to fix. */
function listOwnCode(context: RunContext): ReadonlySet<string> {
  const written = new Set(readRun(context).steps.flatMap(({ cellIds }) => cellIds));
  const checks = listCheckCells(context.session);
  const own = context.session.cells.filter(
    ({ id, type }) => type === 'code' && written.has(id) && !checks.has(id),
  );
  return new Set(own.map(({ id }) => id));
}
