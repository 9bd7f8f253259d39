/** A session as folded from its events: what the page draws, the prompt renders and the exports write. */
import type { Output } from '../notebook/output.ts';
import type { WidgetModels } from '../notebook/widget-model.ts';
import type {
  CellEndStatus,
  CellRole,
  InputRequest,
  KernelInfo,
  KernelStatus,
  NextInput,
  ToolCall,
  ToolDescription,
} from '../protocol/event.ts';
import type { Limits, ModelInfo, Outcome, Task, Usage } from '../protocol/run.ts';

/** `idle` was never executed; `running` has started and not ended; the rest is how it ended. */
export type CellStatus = 'idle' | 'running' | CellEndStatus;

export interface Cell {
  readonly id: string;
  readonly type: 'code' | 'markdown';
  readonly source: string;
  readonly author: 'agent' | 'human';
  readonly role: CellRole | 'task';
  readonly runId: string | null;
  readonly step: number | null;
  readonly toolCallId?: string;
  readonly status: CellStatus;
  readonly reason?: string;
  readonly executionCount: number | null;
  /** {@link KernelState.epoch} when last started: what it defined is gone once the session's differs. Null if never run. */
  readonly kernelEpoch: number | null;
  readonly outputs: readonly Output[];
  /** `clear_output(wait=True)` was received: the next output replaces the present ones. */
  readonly clearPending: boolean;
  /** Something arrived after the cell had ended, from a thread it started. */
  readonly hasLateOutput?: boolean;
  readonly nextInput?: NextInput;
  /** What the code asks and nobody has answered yet: usually one, several when threads ask. */
  readonly pendingInputs: readonly InputRequest[];
  /** Milliseconds since 1970; null while not started or not ended. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

/** One model call and what it caused. */
export interface Step {
  readonly index: number;
  /** The model's raw reply so far. */
  readonly text: string;
  readonly reasoning: string;
  /** Cells this step inserted, in order. */
  readonly cellIds: readonly string[];
  readonly actionError: string | null;
  /** Null until the step's action was read. */
  readonly action: 'code' | 'answer' | 'malformed' | 'none' | null;
  readonly finishReason: string | null;
  readonly toolCalls: readonly ToolCall[];
  readonly usage: Usage | null;
  readonly startedAt: number;
}

export interface Run {
  readonly id: string;
  readonly task: Task;
  readonly model: ModelInfo;
  readonly limits: Limits;
  readonly tools: readonly ToolDescription[];
  /** {@link KernelState.epoch} when the run began. */
  readonly kernelEpoch: number;
  readonly steps: readonly Step[];
  /** Null while the run goes on. */
  readonly outcome: Outcome | null;
  readonly startedAt: number;
  readonly endedAt: number | null;
}

export interface SessionFile {
  readonly name: string;
  readonly bytes: number;
  readonly blob: string;
  readonly origin: 'upload' | 'example';
  readonly credit?: string;
}

export interface KernelState {
  readonly name: string;
  readonly status: KernelStatus;
  readonly info: KernelInfo | null;
  /** How many times the variables were lost: tells which cells' state is still alive. */
  readonly epoch: number;
  /** Why variables are gone; null when nothing was lost, or a run has since worked in the new process. */
  readonly lost: string | null;
}

export interface Session {
  readonly id: string;
  readonly title: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Sequence number of the last event folded; 0 for none. */
  readonly seq: number;
  readonly kernel: KernelState;
  /** Whether a person allowed the network to the session's code. */
  readonly isNetworkAllowed: boolean;
  readonly files: readonly SessionFile[];
  readonly cells: readonly Cell[];
  readonly runs: readonly Run[];
  readonly widgets: WidgetModels;
}

export function createSession(id: string): Session {
  return {
    id,
    title: '',
    createdAt: 0,
    updatedAt: 0,
    seq: 0,
    kernel: { name: 'python3', status: 'none', info: null, epoch: 0, lost: null },
    isNetworkAllowed: false,
    files: [],
    cells: [],
    runs: [],
    widgets: {},
  };
}

/** The run that has not ended, or null. A session has at most one. */
export function findActiveRun(session: Session): Run | null {
  return session.runs.findLast((run) => run.outcome === null) ?? null;
}

/** Whether running code asks something that only a person can answer. */
export function isWaitingForInput(session: Session): boolean {
  return session.cells.some((cell) => cell.pendingInputs.length > 0);
}

export function findRun(session: Session, runId: string): Run | null {
  return session.runs.findLast((run) => run.id === runId) ?? null;
}

export function findCell(session: Session, cellId: string): Cell | null {
  return session.cells.findLast((cell) => cell.id === cellId) ?? null;
}
