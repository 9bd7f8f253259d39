/**
 * What the app itself finds in the answer of a model that improvises before it is given: numbers that are in no output, and cells of the
 * run that do not work from a clean start. With any of it, the answer goes back, once.
 */
import type { EventBody } from '../../protocol/events/event.ts';
import { traitsOf } from '../../protocol/models/model-traits.ts';
import { NO_USAGE } from '../../protocol/runs/usage.ts';
import { createSourceCache } from '../../quantities/source-cache.ts';
import { applyEvent } from '../../session/fold/apply-event.ts';
import { type Cell, findRun, findStep } from '../../session/session.ts';
import { nameMissing } from '../../session/view/answers/describe-numbers.ts';
import { findDraftSources } from '../../session/view/answers/list-answer-sources.ts';
import { lookUpAnswer } from '../../session/view/answers/look-up-answer.ts';
import { describeFindings } from '../review/describe-findings.ts';
import type { RunContext } from '../run-context.ts';
import { markdownCell } from './markdown-cell.ts';
import { findStop } from './stop-conditions.ts';
import { beginVerification, listBroken } from './verify-work.ts';

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
