/** The fold of what a run does, and of what users say to it: its start, steps and end. */
import { type Cell, findCell, findRun, type Run, type Session, type Step } from '../session.ts';
import { findStaleCells } from '../stale/find-stale.ts';
import { endLoss } from './apply-kernel.ts';
import { EMPTY_CELL } from './empty-cell.ts';
import { type Body, type Handlers, patchRun, patchStep, toFields } from './handlers.ts';

export const APPLY_RUN = {
  'run-start'(session, event, { at, by }) {
    const { runId, task, model, limits, approval = 'never', reviewer = null, agents, isPart } = event;
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
      ...(agents === undefined ? {} : { agents }),
      ...(isPart ? { isPart } : {}),
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
  },
  /** The message is in the notebook where it came, as a note. */
  'run-steer'(session, { runId, step, text, cellId, interrupt }, stamp) {
    const note: Cell = {
      ...EMPTY_CELL,
      id: cellId,
      role: 'steer',
      source: text,
      runId,
      made: { as: 'insert', ...stamp },
    };
    const steer = { text, step, ...(interrupt ? { interrupt } : {}) };
    const next = patchRun(session, runId, (run) => ({ ...run, steers: [...run.steers, steer] }));
    return { ...next, cells: [...next.cells, note] };
  },
  'tool-define'(session, { runId, tools, origin, problems = [], connections }) {
    const isHost = origin === 'host';
    const given = isHost ? tools.map((tool) => ({ ...tool, isHost })) : tools;
    return patchRun(session, runId, (run) => {
      const others = run.tools.filter((tool) => (tool.isHost ?? false) !== isHost);
      if (!isHost) return { ...run, tools: [...given, ...others] };
      const { connections: _, ...rest } = run;
      const asked = connections ? { connections } : {};
      return { ...rest, tools: [...others, ...given], toolProblems: problems, ...asked };
    });
  },
  'run-packages': (session, { runId, packages }) => patchRun(session, runId, (run) => ({ ...run, packages })),
  'run-context': (session, { runId, text, skills }) =>
    patchRun(session, runId, (run) => ({ ...run, context: text, ...(skills ? { skills } : {}) })),
  'context-compact'(session, event) {
    const { runId, ...compaction } = toFields(event);
    return patchRun(session, runId, (run) => ({ ...run, compactions: [...run.compactions, compaction] }));
  },
  'budget-warning': (session, { runId, step, budget, used, limit }) =>
    patchRun(session, runId, (run) => ({
      ...run,
      budgetWarnings: [...run.budgetWarnings, { step, budget, used, limit }],
    })),
  'step-start'(session, { runId, step: index, purpose, vision }, { at }) {
    const step: Step = {
      index,
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
    return patchRun(session, runId, (run) => ({ ...run, steps: [...run.steps, step] }));
  },
  'text-delta': applyDelta,
  'reasoning-delta': applyDelta,
  'model-wait': (session, event) =>
    patchStep(session, event, (step) => ({ ...step, wait: { until: event.until, reason: event.reason } })),
  'model-adapt': (session, event) => patchStep(session, event, (step) => ({ ...step, vision: event.vision })),
  'action-error': (session, event) =>
    patchStep(session, event, (step) => ({ ...step, actionError: event.message })),
  'skill-read': (session, event) =>
    patchStep(session, event, (step) => ({ ...step, skill: { path: event.path, text: event.text } })),
  'step-end'(session, event) {
    const { action, finishReason, toolCalls, usage } = event;
    return patchStep(session, event, (step) => ({
      ...withoutWait(step),
      action,
      finishReason,
      toolCalls,
      usage,
    }));
  },
  'run-end'(session, { runId, outcome }, { at }) {
    const ended = patchRun(session, runId, (run) => ({ ...run, outcome, endedAt: at }));
    const next = { ...ended, cells: ended.cells.map(closeApprovals) };
    const begunAfterLoss = findRun(session, runId)?.kernelId === session.kernel.id;
    // Names that are known to be lost are lost until they are back, whatever the run did.
    return begunAfterLoss && session.kernel.lostNames.length === 0 ? endLoss(next) : next;
  },
} satisfies Partial<Handlers>;

/** What waited for the user's word waits no longer. */
function closeApprovals(cell: Cell): Cell {
  if (cell.pendingApprovals.length === 0 && !cell.acceptedEdit) return cell;
  const { acceptedEdit: _, ...rest } = cell;
  return { ...rest, pendingApprovals: [] };
}

/** A word of the model ends the wait for it. */
function applyDelta(session: Session, event: Body<'text-delta' | 'reasoning-delta'>): Session {
  const field = event.type === 'text-delta' ? 'text' : 'reasoning';
  return patchStep(session, event, (step) => ({ ...withoutWait(step), [field]: step[field] + event.text }));
}

function withoutWait({ wait: _, ...step }: Step): Step {
  return step;
}
