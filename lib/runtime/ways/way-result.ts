/** What one of several ways came to. */
import type { Usage } from '../../protocol/runs/run.ts';
import type { Way } from '../../protocol/ways/ways.ts';
import { findRun, type Run, type Session } from '../../session/session.ts';
import { sumRunUsage } from '../../session/view/runs/sum-usage.ts';
import { type AnswerValues, readAnswerValues } from './compare-values.ts';

export interface WayResult {
  readonly way: Way;
  readonly session: Session;
  readonly run: Run;
  /** In Markdown. */
  readonly answer: string;
  readonly values: AnswerValues;
  readonly usage: Usage;
}

/** Null where its run gave no answer. `session` is that of the way. */
export function readWayResult(way: Way, session: Session): WayResult | null {
  const run = findRun(session, way.runId);
  const isAnswer = ({ role, runId }: Session['cells'][number]) => role === 'answer' && runId === way.runId;
  const answer = session.cells.findLast(isAnswer);
  if (run?.outcome?.status !== 'answered' || !answer) return null;
  const values = readAnswerValues(session, way.runId);
  return { way, session, run, answer: answer.source, values, usage: sumRunUsage(run) };
}
