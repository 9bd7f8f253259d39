/** A session, folded from its events: the source of the page, the prompt, and the exports. */

import type { Output } from '../notebook/output.ts';
import type { WidgetModels } from '../notebook/widget-model.ts';
import type { ApprovalRequest } from '../protocol/cells/approval.ts';
import type { ToolCall, ToolDescription } from '../protocol/cells/call.ts';
import type { CellAuthorStep, CellEndStatus, CellRole, InputRequest } from '../protocol/cells/cell.ts';
import type { CellLanguage } from '../protocol/cells/cell-language.ts';
import type { CellOperation } from '../protocol/cells/cell-operation.ts';
import type { NextInput } from '../protocol/cells/next-input.ts';
import type { ConnectionDescription } from '../protocol/connections/connection.ts';
import type { Stamp } from '../protocol/events/event.ts';
import type { Principal } from '../protocol/events/principal.ts';
import type { SessionPackages } from '../protocol/kernel/session-packages.ts';
import type { Limits } from '../protocol/run-limits.ts';
import type { AnswerCheck } from '../protocol/runs/answer-check.ts';
import type { Compaction } from '../protocol/runs/compaction.ts';
import type { ReviewResult } from '../protocol/runs/review.ts';
import type { ApprovalMode, ModelInfo, Outcome, RunStart, Usage } from '../protocol/runs/run.ts';
import type { SkillEntry } from '../protocol/runs/skill-entry.ts';
import type { ToolSource } from '../protocol/runs/tool-source.ts';
import type { ScheduleOrigin } from '../protocol/schedules/schedule-origin.ts';
import type { BranchOrigin } from '../protocol/sessions/branch-origin.ts';
import type { PackageVersion } from '../protocol/verification/verification.ts';
import { AppError } from '../util/app-error.ts';
import type { AgentAsk } from './agent-ask.ts';
import type { Batch } from './batch.ts';
import type { BudgetWarning } from './budget-warning.ts';
import type { Call } from './call-state.ts';
import type { CellNames } from './cell-names.ts';
import type { ImportedNotebook, ImportedParts } from './imported.ts';
import type { KernelState, Rebuild, SessionKernel } from './kernel-state.ts';
import type { LeftQueue, QueueEntry } from './queue-entry.ts';
import type { Steer, Verdict } from './said.ts';
import type { SessionFile } from './session-file.ts';
import type { Verified } from './verified.ts';
import { findActiveWays, type Ways } from './ways.ts';

/** `idle`: never executed. `running`: started and not ended. The others: how it ended. */
export type CellStatus = 'idle' | 'running' | CellEndStatus;

/** A cell from one change of its text, run or removal of its outputs to the next: as it was last. */
export interface CellVersion {
  readonly id: string;
  readonly type: 'code' | 'markdown';
  readonly source: string;
  /** Of code that is not in the language of the kernel. */
  readonly language?: CellLanguage | undefined;
  readonly author: 'agent' | 'human';
  readonly role: CellRole | 'task' | 'steer' | 'review';
  readonly runId: string | null;
  readonly step: number | null;
  readonly toolCallId?: string;
  readonly status: CellStatus;
  readonly reason?: string | undefined;
  /** What its calls have lost in silence: a sentence each. */
  readonly notes?: readonly string[] | undefined;
  readonly executionCount: number | null;
  /** The kernel that last started it: its variables are lost once the session has another. Null if never run. */
  readonly kernelId: string | null;
  /** The code that produced the outputs; differs from what `readCode` gives after an edit. Null if never run. */
  readonly ranSource: string | null;
  /** The user ran it last, not a run. */
  readonly isRunByUser?: boolean;
  /** It waited in the queue and will not run: why. Until it is queued, run, or changed. */
  readonly leftQueue?: LeftQueue | undefined;
  /** Its last start among all {@link Session.executions}, from 1. Null if never run. */
  readonly ranOrder: number | null;
  /** The part of a task in which another agent ran it, on a branch of the kernel: `AgentAsk.askId`. */
  readonly askId?: string;
  /** Set when a notebook file brought it: what the session does not use of it, for exports. */
  readonly imported?: ImportedParts;
  /** The step of the agent that last replaced its code. */
  readonly edit?: CellAuthorStep | undefined;
  /** The user accepted code of the agent that is not in the cell yet. */
  readonly acceptedEdit?: Verdict;
  /** Its number among {@link Cell.versions}, from 0. */
  readonly version: number;
  /**
   * When it was made, milliseconds since 1970, by whom, and how. `replace`: a step of the agent; `approve`: the user accepted the code
   * of the agent with changes; `revert`: it shows what an earlier version did.
   */
  readonly made: {
    readonly as: 'insert' | 'edit' | 'replace' | 'approve' | 'run' | 'revert' | 'clear';
    readonly at: number;
    readonly by: Principal;
  };
  /** Who wrote its text, and when. */
  readonly written: Stamp & { readonly author: 'agent' | 'human' };
  /** Its last run by a rebuild, if none followed; `isOther`: it put out something other than the outputs, which are from before. */
  readonly rebuilt?:
    | { readonly kernelId: string; readonly order: number; readonly isOther: boolean }
    | undefined;
  /** The kernel that has what its last run did, because it went back to what the kernel of that run was later. */
  readonly heldBy?: string | undefined;
  /** The user took back what its last run did to the kernel. */
  readonly isTakenBack?: boolean | undefined;
  /** The operation by which the user started it, while it is running. */
  readonly operation?: CellOperation | undefined;
  /** The user moved it here. */
  readonly isMoved?: boolean | undefined;
  /** What waits for approval: the cell, or calls in it. */
  readonly pendingApprovals: readonly ApprovalRequest[];
  /** The user's decision on the cell before it ran. */
  readonly verdict?: Verdict | undefined;
  readonly outputs: readonly Output[];
  /** `clear_output(wait=True)` was received: the next output replaces the current ones. */
  readonly clearPending: boolean;
  /** Something arrived after the cell had ended, from a thread it started. */
  readonly hasLateOutput?: boolean | undefined;
  /** Its code asked for input when it last ran. */
  readonly hasAsked?: boolean | undefined;
  /** An answer that was given because a limit was reached, or to a part of the question. */
  readonly isPartial?: boolean;
  /** Code that computes the values of the answer of its step. */
  readonly isValues?: boolean;
  /** For an answer whose values a cell has computed: that cell, and the text with references in their places. */
  readonly values?: { readonly cellId: string; readonly template: string };
  readonly nextInput?: NextInput | undefined;
  /** What the code asks and nobody has answered yet: usually one, several when threads ask. */
  readonly pendingInputs: readonly InputRequest[];
  /** The user's answers since it was last started, in order, without passwords, which are not stored. */
  readonly answers: readonly InputAnswer[];
  /** In the order they began. */
  readonly calls: readonly Call[];
  /** When it will be interrupted, milliseconds since 1970; known once that is near, and while it runs. */
  readonly stopsAt?: number | undefined;
  /** When it was last seen not to react to a stop, milliseconds since 1970; known while it runs. */
  readonly unresponsiveAt?: number | undefined;
  /** Milliseconds since 1970; null while not started or not ended. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

/** A cell as it is. */
export interface Cell extends CellVersion {
  /** What it was before, oldest first, each at the place of its number. */
  readonly versions: readonly CellVersion[];
}

/** The answer of the user to what a cell asked. */
export interface InputAnswer {
  readonly prompt: string;
  readonly value: string;
}

/** One model call and what it caused. */
export interface Step {
  readonly index: number;
  /** `sum-up`: the last one, asked for because a limit was reached. */
  readonly purpose?: 'sum-up';
  /** While the model server does not answer: when the request is repeated, milliseconds since 1970, and why. */
  readonly wait?: { readonly until: number; readonly reason: string };
  /** Whether its model was sent images. */
  readonly vision?: boolean;
  /** The model's raw reply so far. */
  readonly text: string;
  readonly reasoning: string;
  /** Cells whose code or text this step wrote, in order: new ones, and ones whose code it replaced. */
  readonly cellIds: readonly string[];
  /** Cells whose code it replaced. */
  readonly replacedIds: readonly string[];
  readonly actionError: string | null;
  /** What it asked for and got: a skill, or a file beside one. */
  readonly skill?: { readonly path: string; readonly text: string };
  /** Null until the step's action was read. */
  readonly action: 'code' | 'answer' | 'skill' | 'ask' | 'malformed' | 'none' | null;
  /** The parts of the task that it handed to other agents, in order. */
  readonly asks?: readonly AgentAsk[];
  readonly finishReason: string | null;
  readonly toolCalls: readonly ToolCall[];
  readonly usage: Usage | null;
  /** The review of its answer, by a model, or by the app (`model` is null); `result` is null while it is running. */
  readonly review?: { readonly model: ModelInfo | null; readonly result: ReviewResult | null };
  /** What the cell found that computes the answer's figures another way, or why there is none. */
  readonly check?: AnswerCheck;
  readonly startedAt: number;
}

export interface Run {
  readonly id: string;
  /** Who asked. */
  readonly by: Principal;
  readonly task: RunStart['task'];
  /** The cell that its task is about, as it was when the run began. */
  readonly about?: Cell;
  /** What else its task is about, as it was when the run began. */
  readonly also?: readonly { readonly cell: Cell; readonly quote?: string | undefined }[];
  readonly model: ModelInfo;
  /** The reviewer of its answer; null: none. */
  readonly reviewer: ModelInfo | null;
  readonly limits: Limits;
  readonly tools: readonly ToolDescription[];
  /** What is missing among them, and why: sentences. */
  readonly toolProblems: readonly string[];
  /** The databases that these functions ask. */
  readonly connections?: readonly ConnectionDescription[];
  /** Packages of its kernel whose versions its prompts state; empty where they are not known. */
  readonly packages: readonly PackageVersion[];
  /** What the user has written down for the agent; empty for nothing. Absent in old logs. */
  readonly context?: string;
  /** What its model is sent about the user's skills. Absent: there are none. */
  readonly skills?: readonly SkillEntry[];
  /** The kernel when the run began. */
  readonly kernelId: string;
  readonly steps: readonly Step[];
  /** What was shortened and summarized to fit its prompts, oldest first. */
  readonly compactions: readonly Compaction[];
  /** Budgets that are nearly used up, in the order of the warnings. */
  readonly budgetWarnings: readonly BudgetWarning[];
  readonly approval: ApprovalMode;
  /** Another run asked for it: {@link RunStart}. */
  readonly isPart?: boolean;
  /** How many parts of the task it may hand to other agents. */
  readonly agents?: number;
  readonly steers: readonly Steer[];
  /** Cells that were stale when the run began, with the names they read that had changed. */
  readonly stale: readonly { readonly cellId: string; readonly names: readonly string[] }[];
  /** Null during the run. */
  readonly outcome: Outcome | null;
  readonly startedAt: number;
  readonly endedAt: number | null;
}

/** What the user did to a cell outside runs. */
export interface CellChange {
  readonly kind: 'insert' | 'edit' | 'move' | 'delete' | 'restore' | 'run' | 'revert' | 'clear';
  /** As it was afterwards; when it is gone, as it was last. */
  readonly cell: Cell;
  /** Id of the cell before it, null for the first place: where it stood before it was moved or deleted. */
  readonly after?: string | null;
  readonly operation?: CellOperation | undefined;
  /** How many runs the session had. */
  readonly runCount: number;
  /** During the last of them: how many steps of it had begun. */
  readonly step?: number;
}

export interface Session {
  readonly id: string;
  readonly title: string;
  /** What the title was made of. */
  readonly titleFrom: 'user' | 'question' | 'answer';
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Sequence number of the last event folded; 0 for none. */
  readonly seq: number;
  readonly kernel: KernelState;
  /** Every kernel that it has had, oldest first. */
  readonly kernels: readonly SessionKernel[];
  /** Whether the user allowed network access. */
  readonly isNetworkAllowed: boolean;
  /** Absent: none were ever added. */
  readonly packages?: SessionPackages;
  /** The model that the user chose for its runs; null: the default. */
  readonly model: ModelInfo | null;
  /** Which code of agents waits for approval, as the user chose last; null: see `findApproval`. */
  readonly approval: ApprovalMode | null;
  /** Functions that every run has. */
  readonly tools?: ToolSource;
  /** The cell of another session that it continues from. */
  readonly branchOf?: BranchOrigin;
  /** The run of a schedule that made it. */
  readonly scheduleOf?: ScheduleOrigin;
  /** Null when it began empty. */
  readonly imported: ImportedNotebook | null;
  readonly files: readonly SessionFile[];
  /** Files that the user deleted and did not bring back, with how many runs the session had. */
  readonly deletedFiles: readonly { readonly name: string; readonly runCount: number }[];
  readonly cells: readonly Cell[];
  readonly runs: readonly Run[];
  readonly rebuilds: readonly Rebuild[];
  /** Several ways that the user asked for, oldest first. */
  readonly ways: readonly Ways[];
  /** The cells that the user last ran in order; null where there were none. */
  readonly batch: Batch | null;
  /** What the user ran while something else was running, in the order in which it will run. */
  readonly queue: readonly QueueEntry[];
  /** What users did to cells, oldest first. */
  readonly changes: readonly CellChange[];
  /** How many times a cell was started, and ran again in a rebuild. */
  readonly executions: number;
  /** Names in the code of cells, by source, as far as {@link Run.stale} needed them: reading them is slow. */
  readonly codeNames: ReadonlyMap<string, CellNames>;
  readonly widgets: WidgetModels;
  /** The last verification; null when it never was verified here. */
  readonly verified: Verified | null;
}

export function createSession(id: string): Session {
  return {
    id,
    title: '',
    titleFrom: 'user',
    createdAt: 0,
    updatedAt: 0,
    seq: 0,
    kernel: {
      id: 'k-1',
      name: 'python3',
      status: 'none',
      info: null,
      lost: null,
      names: [],
      sizes: [],
      lostNames: [],
    },
    kernels: [{ id: 'k-1', parent: null, loss: null }],
    isNetworkAllowed: false,
    model: null,
    approval: null,
    imported: null,
    files: [],
    deletedFiles: [],
    cells: [],
    runs: [],
    rebuilds: [],
    ways: [],
    batch: null,
    queue: [],
    changes: [],
    executions: 0,
    codeNames: new Map(),
    widgets: {},
    verified: null,
  };
}

/** The runs that have not ended, oldest first. How many there can be is for `WorkLeases` to say. */
export function listActiveRuns({ runs }: Session): Run[] {
  return runs.filter(({ outcome }) => outcome === null);
}

/** The latest run that has not ended, or null. */
export function findActiveRun({ runs }: Session): Run | null {
  return runs.findLast(({ outcome }) => outcome === null) ?? null;
}

/** Whether a run, or ways, keep the user from changing cells: the runtime refuses that then, and the page does not offer it. */
export function isHeldByRun(session: Session): boolean {
  return findActiveRun(session) !== null || findActiveWays(session) !== null;
}

/** Whether a run, a rebuild or the user's cells are running, or cells wait for their turn. */
export function isBusy(session: Session): boolean {
  const isRunning = [session.batch, ...session.cells].some((each) => each?.status === 'running');
  return isRunning || session.queue.length > 0 || isHeldByRun(session) || findActiveRebuild(session) !== null;
}

export function findRun(session: Session, runId: string): Run | null {
  return session.runs.findLast((run) => run.id === runId) ?? null;
}

/** The run as it is now. Throws AppError `internal` where the session does not have it. */
export function readRun({ session, runId }: { session: Session; runId: string }): Run {
  const run = findRun(session, runId);
  if (!run) throw new AppError('internal', `There is no run ${runId} in this session.`);
  return run;
}

export function findStep(session: Session, runId: string, index: number): Step | undefined {
  return findRun(session, runId)?.steps.find((step) => step.index === index);
}

export function findCell(session: Session, cellId: string): Cell | null {
  return session.cells.findLast((cell) => cell.id === cellId) ?? null;
}

/** A cell as it is, or as it was when it was deleted. */
export function findEvenDeleted(session: Session, cellId: string): Cell | null {
  const isIt = ({ kind, cell }: CellChange) => kind === 'delete' && cell.id === cellId;
  return findCell(session, cellId) ?? session.changes.findLast(isIt)?.cell ?? null;
}

/** The cells by ID, to find many of them. */
export function indexCells({ cells }: Session): ReadonlyMap<string, Cell> {
  return new Map(cells.map((cell) => [cell.id, cell]));
}

/** The rebuild that has not ended, or null. */
export function findActiveRebuild(session: Session): Rebuild | null {
  return session.rebuilds.findLast((rebuild) => rebuild.status === 'running') ?? null;
}

/** Whether this kernel has run the cell, or was one that had. */
export function isAlive(cell: CellVersion, kernelId: string): boolean {
  return [cell.kernelId, cell.heldBy, cell.rebuilt?.kernelId].includes(kernelId);
}
