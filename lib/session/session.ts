/** A session as folded from its events: what the page draws, the prompt renders and the exports write. */
import type { Output } from '../notebook/output.ts';
import type { WidgetModels } from '../notebook/widget-model.ts';
import type { ApprovalRequest } from '../protocol/approval.ts';
import type { BranchOrigin } from '../protocol/branch-origin.ts';
import type { CellOperation } from '../protocol/cell-operation.ts';
import type { Compaction } from '../protocol/compaction.ts';
import type { CellEndStatus, CellRole, InputRequest, ToolCall, ToolDescription } from '../protocol/event.ts';
import type { NextInput } from '../protocol/next-input.ts';
import type { ReviewResult } from '../protocol/review.ts';
import type { ApprovalMode, Limits, ModelInfo, Outcome, Task, Usage } from '../protocol/run.ts';
import type { ToolSource } from '../protocol/tool-source.ts';
import type { Batch } from './batch.ts';
import type { BudgetWarning } from './budget-warning.ts';
import type { Call } from './call.ts';
import type { ImportedNotebook, ImportedParts } from './imported.ts';
import type { KernelState, Rebuild } from './kernel-state.ts';
import type { Steer, Verdict } from './said.ts';

/** `idle` was never executed; `running` has started and not ended; the rest is how it ended. */
export type CellStatus = 'idle' | 'running' | CellEndStatus;

export interface Cell {
  readonly id: string;
  readonly type: 'code' | 'markdown';
  readonly source: string;
  readonly author: 'agent' | 'human';
  readonly role: CellRole | 'task' | 'steer' | 'review';
  readonly runId: string | null;
  readonly step: number | null;
  readonly toolCallId?: string;
  readonly status: CellStatus;
  readonly reason?: string;
  readonly executionCount: number | null;
  /** {@link KernelState.epoch} when last started: what it defined is gone once the session's differs. Null if never run. */
  readonly kernelEpoch: number | null;
  /** {@link KernelState.epoch} in which a rebuild ran it again; what it shows is from before. */
  readonly rebuiltEpoch?: number;
  /** The source that gave the outputs; another than `source` after an edit. Null if never run. */
  readonly ranSource: string | null;
  /** Its last start among all starts of cells, from 1. Null if never run. */
  readonly ranOrder: number | null;
  /** A cell of a run as the run left it, or of a file as it held it, once a person has changed it or run it again: what the model saw. */
  readonly original?: Cell;
  /** Set when a notebook file brought it: what the session does not use of it, for exports. */
  readonly imported?: ImportedParts;
  /** A person has put it where it is. */
  readonly isMoved?: boolean;
  /** What waits for a person's word: the cell, or calls in it. */
  readonly pendingApprovals: readonly ApprovalRequest[];
  /** What a person said of the cell before it ran. */
  readonly verdict?: Verdict;
  readonly outputs: readonly Output[];
  /** `clear_output(wait=True)` was received: the next output replaces the present ones. */
  readonly clearPending: boolean;
  /** Something arrived after the cell had ended, from a thread it started. */
  readonly hasLateOutput?: boolean;
  /** Its code asked somebody for input when it last ran. */
  readonly hasAsked?: boolean;
  /** An answer given because a limit was reached. */
  readonly isPartial?: boolean;
  readonly nextInput?: NextInput;
  /** What the code asks and nobody has answered yet: usually one, several when threads ask. */
  readonly pendingInputs: readonly InputRequest[];
  /** What a person answered since it was last started, in order; without passwords, which nobody keeps. */
  readonly answers: readonly InputAnswer[];
  /** In the order they began. */
  readonly calls: readonly Call[];
  /** When it will be interrupted, milliseconds since 1970; known once that is near, and while it runs. */
  readonly stopsAt?: number;
  /** Milliseconds since 1970; null while not started or not ended. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

/** The answer of a person to what a cell asked. */
export interface InputAnswer {
  readonly prompt: string;
  readonly value: string;
}

/** One model call and what it caused. */
export interface Step {
  readonly index: number;
  /** `sum-up`: the last one, asked for because a limit was reached. */
  readonly purpose?: 'sum-up';
  /** While the model server does not answer: when it is asked again, milliseconds since 1970, and why. */
  readonly wait?: { readonly until: number; readonly reason: string };
  /** Whether its model was sent images. */
  readonly vision?: boolean;
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
  /** Of its answer; `result` is null while it goes on. */
  readonly review?: { readonly model: ModelInfo; readonly result: ReviewResult | null };
  readonly startedAt: number;
}

export interface Run {
  readonly id: string;
  readonly task: Task;
  /** The cell that its task is about, as it was when the run began. */
  readonly about?: Cell;
  readonly model: ModelInfo;
  /** Who reviews its answer; null: nobody. */
  readonly reviewer: ModelInfo | null;
  readonly limits: Limits;
  readonly tools: readonly ToolDescription[];
  /** What is missing among them, and why: sentences. */
  readonly toolProblems: readonly string[];
  /** {@link KernelState.epoch} when the run began. */
  readonly kernelEpoch: number;
  readonly steps: readonly Step[];
  /** What was shortened and summed up so that its prompts fit, oldest first. */
  readonly compactions: readonly Compaction[];
  /** Budgets that are nearly used up, in the order the model was told. */
  readonly budgetWarnings: readonly BudgetWarning[];
  readonly approval: ApprovalMode;
  readonly steers: readonly Steer[];
  /** Cells that were stale when the run began, with the names they read that had changed. */
  readonly stale: readonly { readonly cellId: string; readonly names: readonly string[] }[];
  /** Null while the run goes on. */
  readonly outcome: Outcome | null;
  readonly startedAt: number;
  readonly endedAt: number | null;
}

/** What a person did to a cell outside runs. */
export interface CellChange {
  readonly kind: 'insert' | 'edit' | 'move' | 'delete' | 'restore' | 'run';
  /** As it was afterwards; when it is gone, as it was last. */
  readonly cell: Cell;
  /** As it was before an edit. */
  readonly before?: Cell;
  /** Id of the cell before it, null for the first place: where it stood before it was moved or deleted. */
  readonly after?: string | null;
  readonly operation?: CellOperation | undefined;
  /** How many runs the session had. */
  readonly runCount: number;
}

export interface SessionFile {
  readonly name: string;
  readonly bytes: number;
  readonly blob: string;
  readonly origin: 'upload' | 'example';
  readonly credit?: string;
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
  /** The model that a person chose for its runs; null: the default. */
  readonly model: ModelInfo | null;
  /** Functions that every run has. */
  readonly tools?: ToolSource;
  /** The cell of another session that it goes on from. */
  readonly branchOf?: BranchOrigin;
  /** Null when it began empty. */
  readonly imported: ImportedNotebook | null;
  readonly files: readonly SessionFile[];
  readonly cells: readonly Cell[];
  readonly runs: readonly Run[];
  readonly rebuilds: readonly Rebuild[];
  /** The cells that a person last ran in order; null where there were none. */
  readonly batch: Batch | null;
  /** What people did to cells, oldest first. */
  readonly changes: readonly CellChange[];
  /** How many times a cell was started. */
  readonly executions: number;
  readonly widgets: WidgetModels;
}

export function createSession(id: string): Session {
  return {
    id,
    title: '',
    createdAt: 0,
    updatedAt: 0,
    seq: 0,
    kernel: {
      name: 'python3',
      status: 'none',
      info: null,
      epoch: 0,
      lost: null,
      names: [],
      lostNames: [],
      losses: [],
    },
    isNetworkAllowed: false,
    model: null,
    imported: null,
    files: [],
    cells: [],
    runs: [],
    rebuilds: [],
    batch: null,
    changes: [],
    executions: 0,
    widgets: {},
  };
}

/** The run that has not ended, or null. A session has at most one. */
export function findActiveRun(session: Session): Run | null {
  return session.runs.findLast((run) => run.outcome === null) ?? null;
}

/** Whether a run, a rebuild or a person's cells go on: one of them at a time. */
export function isBusy(session: Session): boolean {
  const isRunning =
    session.batch?.status === 'running' || session.cells.some(({ status }) => status === 'running');
  return isRunning || findActiveRun(session) !== null || findActiveRebuild(session) !== null;
}

export function findRun(session: Session, runId: string): Run | null {
  return session.runs.findLast((run) => run.id === runId) ?? null;
}

export function findCell(session: Session, cellId: string): Cell | null {
  return session.cells.findLast((cell) => cell.id === cellId) ?? null;
}

/** A cell as its run left it or its file held it, whatever people did to it since; also when they deleted it. */
export function findOriginal(session: Session, cellId: string): Cell | null {
  const isIt = ({ kind, cell }: CellChange) => kind === 'delete' && cell.id === cellId;
  const cell = findCell(session, cellId) ?? session.changes.findLast(isIt)?.cell ?? null;
  return cell?.original ?? cell;
}

/** The rebuild that has not ended, or null. */
export function findActiveRebuild(session: Session): Rebuild | null {
  return session.rebuilds.findLast((rebuild) => rebuild.status === 'running') ?? null;
}

/** Whether the kernel process of this epoch has run the cell. */
export function isAlive(cell: Cell, epoch: number): boolean {
  return cell.kernelEpoch === epoch || cell.rebuiltEpoch === epoch;
}

/** Cells that a rebuild runs: code that ended well, in order, given functions among it. */
export function findRebuildCells(session: Session): Cell[] {
  return session.cells.filter((cell) => cell.type === 'code' && cell.status === 'ok');
}
