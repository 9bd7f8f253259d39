/** The fold of what a run does: its start, steps and end. */
import type { EventBody, Stamp } from '../../protocol/events/event.ts';
import { type Cell, findCell, findRun, type Run, type Session, type Step } from '../session.ts';
import { findStaleCells } from '../stale/find-stale.ts';
import { endLoss } from './apply-kernel.ts';
import { EMPTY_CELL } from './empty-cell.ts';
import { patchRun, patchStep } from './patch-session.ts';
import { toFields } from './to-body.ts';

type Body<Type extends EventBody['type']> = Extract<EventBody, { type: Type }>;

export function applyRunStart(session: Session, event: Body<'run-start'>, { at, by }: Stamp): Session {
  const { runId, task, model, limits, approval = 'never', reviewer = null } = event;
  const about = task.about && findCell(session, task.about.cellId);
  const also = task.about?.also?.flatMap(({ cellId, quote }) => {
    const cell = findCell(session, cellId);
    return cell ? [{ cell, quote }] : [];
  });
  const { stale, codeNames } = findStaleCells(session);
  const run: Run = {
    id: runId,
    by,
    task,
    ...(about ? { about } : {}),
    ...(also ? { also } : {}),
    model,
    reviewer,
    limits,
    tools: session.runs.at(-1)?.tools ?? [],
    toolProblems: [],
    packages: session.runs.at(-1)?.packages ?? [],
    kernelId: session.kernel.id,
    steps: [],
    compactions: [],
    budgetWarnings: [],
    approval,
    steers: [],
    stale: [...stale].map(([cellId, names]) => ({ cellId, names })),
    outcome: null,
    startedAt: at,
    endedAt: null,
  };
  const cell: Cell = {
    ...EMPTY_CELL,
    id: `task-${runId}`.slice(0, 64),
    source: task.text,
    runId,
    made: { as: 'insert', at, by },
  };
  return { ...session, runs: [...session.runs, run], cells: [...session.cells, cell], codeNames };
}

export function applyToolDefine(session: Session, event: Body<'tool-define'>): Session {
  const { runId, tools, origin, problems = [] } = event;
  const isHost = origin === 'host';
  const given = isHost ? tools.map((tool) => ({ ...tool, isHost })) : tools;
  return patchRun(session, runId, (run) => {
    const others = run.tools.filter((tool) => (tool.isHost ?? false) !== isHost);
    if (!isHost) return { ...run, tools: [...given, ...others] };
    return { ...run, tools: [...others, ...given], toolProblems: problems };
  });
}

export function applyRunPackages(session: Session, { runId, packages }: Body<'run-packages'>): Session {
  return patchRun(session, runId, (run) => ({ ...run, packages }));
}

export function applyRunContext(session: Session, { runId, text, skills }: Body<'run-context'>): Session {
  const told = skills ? { skills } : {};
  return patchRun(session, runId, (run) => ({ ...run, context: text, ...told }));
}

export function applySkillRead(session: Session, event: Body<'skill-read'>): Session {
  const { path, text } = event;
  return patchStep(session, event, (step) => ({ ...step, skill: { path, text } }));
}

export function applyRunEnd(session: Session, event: Body<'run-end'>, at: number): Session {
  const ended = patchRun(session, event.runId, (run) => ({ ...run, outcome: event.outcome, endedAt: at }));
  const next = { ...ended, cells: ended.cells.map(closeApprovals) };
  const begunAfterLoss = findRun(session, event.runId)?.kernelId === session.kernel.id;
  // Names that are known to be lost are lost until they are back, whatever the run did.
  return begunAfterLoss && session.kernel.lostNames.length === 0 ? endLoss(next) : next;
}

export function applyContextCompact(session: Session, event: Body<'context-compact'>): Session {
  const { runId, ...compaction } = toFields(event);
  return patchRun(session, runId, (run) => ({ ...run, compactions: [...run.compactions, compaction] }));
}

/** What waited for the user's word waits no longer. */
function closeApprovals(cell: Cell): Cell {
  if (cell.pendingApprovals.length === 0 && !cell.acceptedEdit) return cell;
  const { acceptedEdit: _, ...rest } = cell;
  return { ...rest, pendingApprovals: [] };
}

export function applyStepStart(session: Session, event: Body<'step-start'>, at: number): Session {
  const step = startStep(event, at);
  return patchRun(session, event.runId, (run) => ({ ...run, steps: [...run.steps, step] }));
}

export function applyStepEnd(session: Session, event: Body<'step-end'>): Session {
  const { action, finishReason, toolCalls, usage } = event;
  return patchStep(session, event, (step) => ({
    ...withoutWait(step),
    action,
    finishReason,
    toolCalls,
    usage,
  }));
}

function startStep({ step, purpose, vision }: Body<'step-start'>, at: number): Step {
  return {
    index: step,
    ...(purpose ? { purpose } : {}),
    ...(vision === undefined ? {} : { vision }),
    text: '',
    reasoning: '',
    cellIds: [],
    replacedIds: [],
    actionError: null,
    action: null,
    finishReason: null,
    toolCalls: [],
    usage: null,
    startedAt: at,
  };
}

/** A word of the model ends the wait for it. */
export function applyDelta(session: Session, event: Body<'text-delta' | 'reasoning-delta'>): Session {
  const field = event.type === 'text-delta' ? 'text' : 'reasoning';
  return patchStep(session, event, (step) => ({ ...withoutWait(step), [field]: step[field] + event.text }));
}

function withoutWait(step: Step): Step {
  if (!step.wait) return step;
  const { wait: _, ...rest } = step;
  return rest;
}

export function applyModelWait(session: Session, event: Body<'model-wait'>): Session {
  const { until, reason } = event;
  return patchStep(session, event, (step) => ({ ...step, wait: { until, reason } }));
}

export function applyBudgetWarning(session: Session, event: Body<'budget-warning'>): Session {
  const { runId, step, budget, used, limit } = event;
  return patchRun(session, runId, (run) => ({
    ...run,
    budgetWarnings: [...run.budgetWarnings, { step, budget, used, limit }],
  }));
}
