/** One step: ask the model, read its action, do it. */

import { approveEdit } from '../../execution/approve.ts';
import type { CellEndStatus } from '../../protocol/cells/cell.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import { createId } from '../../protocol/id.ts';
import type { Outcome } from '../../protocol/runs/run.ts';
import { completeLanguage } from '../../session/complete-language.ts';
import { type CellStatus, findCell, readRun } from '../../session/session.ts';
import { isAppError } from '../../util/app-error.ts';
import { assertNever } from '../../util/assert-never.ts';
import { compactContext, readBudget } from '../context/compact-context.ts';
import type { Action, Segment, SkillCall } from '../reply/action.ts';
import { stripThinking } from '../reply/clean-reply.ts';
import type { AskCall } from '../reply/read-asks.ts';
import type { RunContext } from '../run-context.ts';
import { askAgents } from './ask-agents.ts';
import { type AskResult, askModel, CUT_OFF } from './ask-model.ts';
import { followPlan } from './follow-plan.ts';
import { giveAnswer } from './give-answer.ts';
import { readAction } from './read-action.ts';
import { awaitKernel, codeCell, executeAgentCell, markdownCell, runAgentCell } from './run-agent-cell.ts';

/** So many replies in a row that were cut off end the run. */
const MAX_CUTS = 3;
const CUT_MESSAGE =
  'The connection to you broke off in the middle of this reply, so nothing of it was run. Write it again.';

/** Returns the outcome when this step ends the run. Throws what made the model call fail, after keeping its text. */
export async function* runStep(context: RunContext, step: number): AsyncGenerator<EventBody, Outcome | null> {
  const { runId, signal, model } = context;
  yield* compactContext(context, step, readBudget(context));
  if (signal.aborted) return null;
  yield { type: 'step-start', runId, step, vision: model.vision };
  const reply = yield* 'plan' in model ? followPlan(model, context, step) : askModel(model, context, step);
  if (reply.failure !== undefined || signal.aborted) return yield* keepPartial(context, step, reply);
  const action = reply.action ?? (await readAction(context, reply));
  const { finishReason, usage, toolCalls } = reply;
  const end = { action: action.type, finishReason, toolCalls: [...toolCalls], usage };
  yield { type: 'step-end', runId, step, ...end };
  return yield* actOn(context, step, action);
}

/** Does what the model decided, but for the first `done` segments of it, which are cells already. */
export async function* actOn(
  context: RunContext,
  step: number,
  action: Action | SkillCall | AskCall,
  done = 0,
): AsyncGenerator<EventBody, Outcome | null> {
  const { runId } = context;
  switch (action.type) {
    case 'answer':
      return yield* giveAnswer(context, step, action.text);
    case 'skill':
      yield* readSkill(context, step, action.path);
      return null;
    case 'ask':
      yield* askAgents(context, step, action, done > 0);
      return null;
    case 'malformed':
      yield { type: 'action-error', runId, step, message: action.message };
      return null;
    case 'code':
      yield* runSegments(context, step, { ...action, segments: action.segments.slice(done) });
      return null;
    default:
      return assertNever(action);
  }
}

/** Gives the model the text that it asked for, or the reason why it cannot have it. */
async function* readSkill(
  { skills, runId }: RunContext,
  step: number,
  path: string,
): AsyncGenerator<EventBody> {
  try {
    const text = (await skills?.read(path)) ?? '';
    yield { type: 'skill-read', runId, step, path, text };
  } catch (error) {
    if (!isAppError(error)) throw error;
    yield { type: 'action-error', runId, step, message: error.message };
  }
}

async function* keepPartial(
  context: RunContext,
  step: number,
  reply: AskResult,
): AsyncGenerator<EventBody, null> {
  const { runId, signal } = context;
  const finishReason = signal.aborted ? 'aborted' : reply.finishReason;
  yield { type: 'step-end', runId, step, action: 'none', finishReason, toolCalls: [], usage: reply.usage };
  // A reply that was cut off is asked for again, but not when those before it were cut off too.
  const last = readRun(context).steps.slice(-MAX_CUTS);
  const cuts = last.filter((each) => each.finishReason === CUT_OFF).length;
  if (!signal.aborted && finishReason === CUT_OFF && cuts < MAX_CUTS) {
    yield { type: 'action-error', runId, step, message: CUT_MESSAGE };
    return null;
  }
  const text = stripThinking(reply.text).trim();
  if (text !== '') yield markdownCell(context, step, 'thought', text);
  if (reply.failure !== undefined && !signal.aborted) throw reply.failure;
  return null;
}

/** Runs the code of one reply in order; the first block that does not end well keeps the rest from running. */
async function* runSegments(
  context: RunContext,
  step: number,
  action: Extract<Action, { type: 'code' }>,
): AsyncGenerator<EventBody> {
  const { runId, signal } = context;
  let blocksLeft = action.segments.filter(({ type }) => type === 'code').length;
  for (const segment of action.segments) {
    if (signal.aborted) return;
    if (segment.type === 'prose') {
      yield markdownCell(context, step, 'thought', segment.text);
      continue;
    }
    const end = yield* runCode(context, step, segment);
    blocksLeft--;
    if (end !== 'ok') return yield* explainEnd(context, step, end, blocksLeft);
  }
  if (action.notice) yield { type: 'action-error', runId, step, message: action.notice };
}

type CodeSegment = Extract<Segment, { type: 'code' }>;

/** Runs code as a new cell, or in the cell that it replaces; returns how it ended, or why that cell was not changed. */
async function* runCode(
  context: RunContext,
  step: number,
  segment: CodeSegment,
): AsyncGenerator<EventBody, CellEndStatus | { refusal: string }> {
  const { source, toolCallId } = segment;
  const replaced = segment.cell === undefined ? null : findCell(context.session, segment.cell);
  // SQL that replaces SQL asks the same, and its result keeps its name, unless it says otherwise.
  const wanted = segment.language && { ...replaced?.language, ...segment.language };
  const language = wanted && completeLanguage(context.session, wanted);
  if (!replaced) {
    const cellId = createId('cell');
    yield codeCell(context, step, cellId, { ...segment, language });
    return yield* runAgentCell(context, cellId, source);
  }
  const approval = yield* approveEdit(context, replaced, { source, language });
  if ('refusal' in approval) return approval;
  const cellId = replaced.id;
  const from = { runId: context.runId, step, ...(toolCallId === undefined ? {} : { toolCallId }) };
  const changed = replaced.language || language ? { language: language ?? null } : {};
  yield { type: 'cell-edit', cellId, source: approval.source, ...changed, from };
  return yield* executeAgentCell(context, cellId, approval.source);
}

/** Tells the model why a cell was not changed, and what was not run after a block that did not end well. */
export async function* explainEnd(
  context: RunContext,
  step: number,
  end: CellStatus | { readonly refusal: string },
  blocksLeft: number,
): AsyncGenerator<EventBody> {
  if (end === 'kernel-died') await awaitKernel(context);
  const refusal = typeof end === 'string' ? [] : [end.refusal];
  const blocks =
    blocksLeft === 1 ? 'The code block after it was' : `The ${blocksLeft} code blocks after it were`;
  const notRun = blocksLeft > 0 ? [`${blocks} not run, because this one did not end well.`] : [];
  const message = [...refusal, ...notRun].join(' ');
  if (message === '' || context.signal.aborted) return;
  yield { type: 'action-error', runId: context.runId, step, message };
}
