/** The one fold: session and event in, next session out. Cells and runs that did not change keep identity. */
import { appendOutput, clearOutput, updateDisplay } from '../notebook/apply-output.ts';
import type { Output } from '../notebook/output.ts';
import { updateWidget } from '../notebook/widget-state.ts';
import type { Event, EventBody, KernelStatus } from '../protocol/event.ts';
import { assertNever } from '../util/assert-never.ts';
import {
  applyKernelNames,
  applyKernelStatus,
  applyRebuildEnd,
  applyRebuildStart,
  applyRebuildStep,
} from './apply-kernel.ts';
import { type Cell, findRun, type Run, type Session, type Step } from './session.ts';

/** Folds stored events in order. */
export function applyEvents(session: Session, events: Iterable<Event>): Session {
  let next = session;
  for (const event of events) next = applyEvent(next, event);
  return next;
}

/**
 * Folds one event. A body without `seq` and `at` (not stored yet) is folded too, so that the agent can
 * build its next prompt from the events it yields.
 */
export function applyEvent(session: Session, event: EventBody & { seq?: number; at?: number }): Session {
  const at = event.at ?? session.updatedAt;
  const next = applyBody(session, event, at);
  return {
    ...next,
    seq: event.seq ?? session.seq,
    createdAt: session.createdAt || at,
    updatedAt: at,
  };
}

function applyBody(session: Session, event: EventBody, at: number): Session {
  switch (event.type) {
    case 'session-start':
      return { ...session, title: event.title, kernel: { ...session.kernel, name: event.kernelName } };
    case 'session-rename':
      return { ...session, title: event.title };
    case 'file-add':
      return applyFileAdd(session, event);
    case 'network-change':
      return { ...session, isNetworkAllowed: event.isAllowed };
    case 'kernel-status':
      return applyKernelStatus(session, event);
    case 'kernel-names':
      return applyKernelNames(session, event);
    case 'rebuild-start':
      return applyRebuildStart(session, event);
    case 'rebuild-step':
      return applyRebuildStep(session, event);
    case 'rebuild-end':
      return applyRebuildEnd(session, event);
    case 'run-start':
      return applyRunStart(session, event, at);
    case 'tool-define':
      return patchRun(session, event.runId, (run) => ({ ...run, tools: event.tools }));
    case 'step-start':
      return patchRun(session, event.runId, (run) => ({
        ...run,
        steps: [...run.steps, startStep(event.step, at)],
      }));
    case 'text-delta':
      return patchStep(session, event, (step) => ({ ...step, text: step.text + event.text }));
    case 'reasoning-delta':
      return patchStep(session, event, (step) => ({ ...step, reasoning: step.reasoning + event.text }));
    case 'action-error':
      return patchStep(session, event, (step) => ({ ...step, actionError: event.message }));
    case 'step-end':
      return patchStep(session, event, (step) => ({
        ...step,
        action: event.action,
        finishReason: event.finishReason,
        toolCalls: event.toolCalls,
        usage: event.usage,
      }));
    case 'run-end':
      return applyRunEnd(session, event, at);
    case 'cell-insert':
      return applyCellInsert(session, event);
    case 'cell-start':
      return applyCellStart(session, event, at);
    case 'cell-limit':
      return patchCell(session, event.cellId, (cell) => ({ ...cell, stopsAt: event.stopsAt }));
    case 'output-append':
      return patchCell(session, event.cellId, (cell) => ({
        ...cell,
        ...appendOutput(cell, event.output),
        ...(cell.endedAt === null ? {} : { hasLateOutput: true }),
      }));
    case 'output-clear':
      return patchCell(session, event.cellId, (cell) => ({ ...cell, ...clearOutput(cell, event.wait) }));
    case 'output-update':
      return { ...session, cells: session.cells.map((cell) => updateCellDisplay(cell, event)) };
    case 'widget-update':
      return { ...session, widgets: updateWidget(session.widgets, event) };
    case 'input-request':
      return patchCell(session, event.cellId, (cell) => applyInputRequest(cell, event));
    case 'input-reply':
      return patchCell(session, event.cellId, (cell) => applyInputReply(cell, event));
    case 'cell-end':
      return applyCellEnd(session, event, at);
    default:
      return assertNever(event);
  }
}

type Body<Type extends EventBody['type']> = Extract<EventBody, { type: Type }>;

function applyFileAdd(session: Session, event: Body<'file-add'>): Session {
  const { type: _, ...file } = event;
  const others = session.files.filter((each) => each.name !== event.name);
  return { ...session, files: [...others, file] };
}

function applyRunStart(session: Session, event: Body<'run-start'>, at: number): Session {
  const { runId, task, model, limits } = event;
  const run: Run = {
    id: runId,
    task,
    model,
    limits,
    tools: session.runs.at(-1)?.tools ?? [],
    kernelEpoch: session.kernel.epoch,
    steps: [],
    outcome: null,
    startedAt: at,
    endedAt: null,
  };
  const cell: Cell = { ...EMPTY_CELL, id: `task-${runId}`.slice(0, 64), source: task.text, runId };
  return { ...session, runs: [...session.runs, run], cells: [...session.cells, cell] };
}

function applyRunEnd(session: Session, event: Body<'run-end'>, at: number): Session {
  const next = patchRun(session, event.runId, (run) => ({ ...run, outcome: event.outcome, endedAt: at }));
  const begunAfterLoss = findRun(session, event.runId)?.kernelEpoch === session.kernel.epoch;
  return begunAfterLoss ? { ...next, kernel: { ...next.kernel, lost: null, lostNames: [] } } : next;
}

const EMPTY_CELL: Cell = {
  id: '',
  type: 'markdown',
  source: '',
  author: 'human',
  role: 'task',
  runId: null,
  step: null,
  status: 'idle',
  executionCount: null,
  kernelEpoch: null,
  outputs: [],
  clearPending: false,
  pendingInputs: [],
  startedAt: null,
  endedAt: null,
};

function applyCellInsert(session: Session, event: Body<'cell-insert'>): Session {
  const cell: Cell = {
    ...EMPTY_CELL,
    id: event.cellId,
    type: event.cellType,
    source: event.source,
    author: event.author,
    role: event.role,
    runId: event.runId,
    step: event.step,
    ...(event.toolCallId === undefined ? {} : { toolCallId: event.toolCallId }),
  };
  const next = { ...session, cells: [...session.cells, cell] };
  if (event.runId === null || event.step === null) return next;
  return patchStep(next, { runId: event.runId, step: event.step }, (step) => ({
    ...step,
    cellIds: [...step.cellIds, event.cellId],
  }));
}

function applyCellStart(session: Session, event: Body<'cell-start'>, at: number): Session {
  const next = patchCell(session, event.cellId, (cell) => ({
    ...cell,
    status: 'running',
    outputs: [],
    clearPending: false,
    hasLateOutput: false,
    nextInput: undefined,
    pendingInputs: [],
    stopsAt: undefined,
    executionCount: null,
    kernelEpoch: session.kernel.epoch,
    startedAt: at,
    endedAt: null,
  }));
  return switchKernelStatus(next, 'idle', 'busy');
}

/** Question and answer stand in standard output, as a terminal shows them. */
function applyInputRequest(cell: Cell, { requestId, prompt, password }: Body<'input-request'>): Cell {
  const asked = prompt === '' ? {} : appendOutput(cell, toStdout(prompt));
  return { ...cell, ...asked, pendingInputs: [...cell.pendingInputs, { requestId, prompt, password }] };
}

function applyInputReply(cell: Cell, { requestId, value, by }: Body<'input-reply'>): Cell {
  const request = cell.pendingInputs.find((each) => each.requestId === requestId);
  const typed = request?.password && by === 'human' ? HIDDEN_INPUT : (value ?? '');
  const pendingInputs = cell.pendingInputs.filter((each) => each !== request);
  return { ...cell, ...appendOutput(cell, toStdout(`${typed}\n`)), pendingInputs };
}

/** As many dots for every password: its length is nobody's business. */
const HIDDEN_INPUT = '········';

function toStdout(text: string): Output {
  return { output_type: 'stream', name: 'stdout', text };
}

function applyCellEnd(session: Session, event: Body<'cell-end'>, at: number): Session {
  const next = patchCell(session, event.cellId, (cell) => ({
    ...cell,
    status: event.status,
    reason: event.reason,
    nextInput: event.nextInput,
    stopsAt: undefined,
    executionCount: event.executionCount,
    clearPending: false,
    pendingInputs: [],
    endedAt: at,
  }));
  return switchKernelStatus(next, 'busy', 'idle');
}

/** Busy and idle follow from the cells; only changes that outlive an execution are events of their own. */
function switchKernelStatus(session: Session, from: KernelStatus, to: KernelStatus): Session {
  if (session.kernel.status !== from) return session;
  return { ...session, kernel: { ...session.kernel, status: to } };
}

function updateCellDisplay(cell: Cell, event: Body<'output-update'>): Cell {
  const area = updateDisplay(cell, event);
  return area === cell ? cell : { ...cell, ...area };
}

function startStep(index: number, at: number): Step {
  return {
    index,
    text: '',
    reasoning: '',
    cellIds: [],
    actionError: null,
    action: null,
    finishReason: null,
    toolCalls: [],
    usage: null,
    startedAt: at,
  };
}

function patchLast<T>(
  items: readonly T[],
  matches: (item: T) => boolean,
  patch: (item: T) => T,
): readonly T[] {
  const index = items.findLastIndex(matches);
  return index < 0 ? items : items.with(index, patch(items[index] as T));
}

function patchRun(session: Session, runId: string, patch: (run: Run) => Run): Session {
  return { ...session, runs: patchLast(session.runs, (run) => run.id === runId, patch) };
}

function patchStep(
  session: Session,
  at: { runId: string; step: number },
  patch: (step: Step) => Step,
): Session {
  return patchRun(session, at.runId, (run) => ({
    ...run,
    steps: patchLast(run.steps, (step) => step.index === at.step, patch),
  }));
}

function patchCell(session: Session, cellId: string, patch: (cell: Cell) => Cell): Session {
  return { ...session, cells: patchLast(session.cells, (cell) => cell.id === cellId, patch) };
}
