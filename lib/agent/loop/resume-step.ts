/** Takes a run up where a process that crashed left it: its running cell first, then the rest of its last step. */
import { toResumption } from '../../execution/execute-cell.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import type { Outcome } from '../../protocol/runs/run.ts';
import { NO_USAGE } from '../../protocol/runs/usage.ts';
import { findAuthorStep } from '../../session/cell-versions.ts';
import { findCell, readRun, type Step } from '../../session/session.ts';
import type { RunContext } from '../run-context.ts';
import { describeTools } from './define-tools.ts';
import { giveAnswer } from './give-answer.ts';
import { readAction } from './read-action.ts';
import { executeAgentCell, runAgentCell } from './run-agent-cell.ts';
import { actOn, explainEnd } from './run-step.ts';

/** Returns the outcome when the step ends the run. Everything is read from the folded session. */
export async function* resumeStep(context: RunContext): AsyncGenerator<EventBody, Outcome | null> {
  const { runId } = context;
  const running = context.session.cells.find(
    (cell) => findAuthorStep(cell).runId === runId && cell.status === 'running' && !cell.isRunByUser,
  );
  if (running) {
    const { id, source, role } = running;
    const status = yield* executeAgentCell(context, id, source, toResumption(running));
    if (role === 'tools' && status === 'ok') yield* describeTools(context);
  }
  const step = readRun(context).steps.at(-1);
  if (!step || step.actionError !== null || step.skill || step.action === 'none') return null;
  if (step.action !== null) return step.purpose ? null : yield* finishStep(context, step);
  const nothing = { finishReason: 'aborted', toolCalls: [], usage: NO_USAGE };
  yield { type: 'step-end', runId, step: step.index, action: 'none', ...nothing };
  return null;
}

/** The segments of the reply that are cells already were dealt with, but for a last one that never began. */
async function* finishStep(context: RunContext, step: Step): AsyncGenerator<EventBody, Outcome | null> {
  const { text, toolCalls, finishReason, cellIds, index } = step;
  if (step.action === 'answer' && 'plan' in context.model) return yield* giveAnswer(context, index, text);
  const reply = { text, toolCalls, finishReason: finishReason ?? 'unknown' };
  const action = await readAction(context, reply);
  const last = findCell(context.session, cellIds.at(-1) ?? '');
  if (action.type === 'code' && last?.type === 'code') {
    const status = last.status === 'idle' ? yield* runAgentCell(context, last.id, last.source) : last.status;
    if (status !== 'ok') {
      const rest = action.segments.slice(cellIds.length);
      yield* explainEnd(context, index, status, rest.filter(({ type }) => type === 'code').length);
      return null;
    }
  }
  return yield* actOn(context, index, action, cellIds.length);
}
