/**
 * What the app itself finds in the answer of a model that improvises before it is given: numbers that are in no output, and cells of the
 * run that do not work from a clean start. With any of it, the answer goes back, once.
 */
import type { EventBody } from '../../protocol/events/event.ts';
import { traitsOf } from '../../protocol/models/model-traits.ts';
import { NO_USAGE } from '../../protocol/runs/usage.ts';
import { createSourceCache } from '../../quantities/source-cache.ts';
import { applyEvent } from '../../session/fold/apply-event.ts';
import { type Cell, findRun, findStep, type Session } from '../../session/session.ts';
import { isVerified } from '../../session/verified.ts';
import { listCheckCells } from '../../session/view/answers/describe-check.ts';
import { nameMissing } from '../../session/view/answers/describe-numbers.ts';
import { findDraftSources } from '../../session/view/answers/list-answer-sources.ts';
import { lookUpAnswer } from '../../session/view/answers/look-up-answer.ts';
import { type BrokenCell, describeFindings } from '../review/describe-findings.ts';
import type { RunContext } from '../run-context.ts';
import { markdownCell } from './run-agent-cell.ts';
import { findStop } from './stop-conditions.ts';

export interface DraftAnswer {
  /** The step that gave it. */
  readonly step: number;
  /** Markdown as the notebook would have it. */
  readonly source: string;
  readonly values?: Cell['values'];
}

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
  const text = describeFindings({ numbers, cells: listBroken(context.session, runId) });
  const isReturned = text !== '';
  if (isReturned && !verifying) yield { type: 'review-start', runId, step };
  const verdict = isReturned ? 'returned' : 'approved';
  if (isReturned || verifying) yield { type: 'review-end', runId, step, verdict, text, usage: NO_USAGE };
  return isReturned;
}

/** Only while the model may take another step, and not a second time. */
function mayScreen({ session, runId, signal }: RunContext): boolean {
  const run = findRun(session, runId);
  if (!run || !traitsOf(run.model).improvises || signal.aborted) return false;
  if (run.steps.at(-1)?.purpose || findStop(session, runId)) return false;
  return run.steps.every(({ review }) => review?.model !== null || review.result === null);
}

/** Numbers of the answer that the page would mark, as it writes them, each once. */
function listMarked(context: RunContext, { step, source, values }: DraftAnswer): string[] {
  const { session, runId, screening } = context;
  const run = findRun(session, runId);
  if (!run || screening.numbers === 'off') return [];
  const drafted = applyEvent(
    session,
    markdownCell(context, step, 'answer', source, values ? { values } : {}),
  );
  const answer = drafted.cells.find(
    (cell) => cell.role === 'answer' && cell.runId === runId && cell.step === step,
  );
  if (!answer) return [];
  const found = lookUpAnswer(source, findDraftSources(drafted, run, answer), createSourceCache());
  return [...new Set(found.filter(({ status }) => status === 'unfounded').map(nameMissing))];
}

/** No answer waits longer for its verification, milliseconds. */
const MAX_WAIT_MS = 20_000;

/**
 * Verifies the notebook for as long as the run has taken at most. Null where there is nothing to wait for: the notebook is verified
 * as it is, or is not to be verified before the answer.
 */
function beginVerification(context: RunContext): Promise<unknown> | null {
  const { session, runId, screening, clock, signal } = context;
  const run = findRun(session, runId);
  // A clean start does not have the functions that a run was given.
  const hasTools = session.tools !== undefined || run?.task.tools !== undefined;
  if (hasTools || isVerified(session) || listOwnCode(session, runId).size === 0) return null;
  const limitMs = Math.min(MAX_WAIT_MS, Math.floor(clock.elapsedMs));
  return screening.verify?.(session, { limitMs, signal }) ?? null;
}

/** Cells of the run that the verification of the notebook, as it is, found broken. */
function listBroken(session: Session, runId: string): BrokenCell[] {
  if (!isVerified(session)) return [];
  const own = listOwnCode(session, runId);
  const broken = session.verified?.verification.cells.filter(
    ({ cellId, verdict }) => own.has(cellId) && (verdict === 'differs' || verdict === 'failed'),
  );
  return broken ?? [];
}

/** The code that the agent wrote in this run: what others wrote is not for it to fix. */
function listOwnCode(session: Session, runId: string): ReadonlySet<string> {
  const written = new Set(findRun(session, runId)?.steps.flatMap(({ cellIds }) => cellIds));
  const checks = listCheckCells(session);
  const own = session.cells.filter(({ id, type }) => type === 'code' && written.has(id) && !checks.has(id));
  return new Set(own.map(({ id }) => id));
}
