/**
 * The kernel port. Implementation: lib/kernel/jupyter-kernel.ts over `@jupyterlab/services`.
 * A Kernel stands for one session's kernel across restarts; its process may be replaced under it.
 */
import type { DisplayUpdate } from '../notebook/apply-output.ts';
import type { Output } from '../notebook/output.ts';
import type { WidgetUpdate } from '../notebook/widget-model.ts';
import type { CellEndStatus, InputReply, InputRequest } from '../protocol/cells/cell.ts';
import type { NextInput } from '../protocol/cells/next-input.ts';
import type { EventBody } from '../protocol/events/event.ts';
import type { CodeAnswer, CodeQuestion } from '../protocol/kernel/code-help.ts';
import type { KernelInfo, KernelStatus } from '../protocol/kernel/kernel-info.ts';
import type { KernelBack } from '../protocol/kernel/take-back.ts';
import type { PackageVersion } from '../protocol/verification/verification.ts';

/** What one execution shows: outputs, and changes to earlier outputs of any cell. */
export type OutputEvent =
  | { type: 'output'; output: Output }
  | { type: 'clear'; wait: boolean }
  | ({ type: 'update' } & DisplayUpdate)
  | { type: 'widget'; update: WidgetUpdate };

export interface ExecutionEnd {
  type: 'end';
  status: CellEndStatus;
  executionCount: number | null;
  reason?: string;
  /** Output is known to be missing; the last output says how many messages. */
  isIncomplete?: true;
  nextInput?: NextInput;
  /** `text/plain` form of the value of {@link ExecuteOptions.expression}; absent if the kernel sent none. */
  value?: string;
}

/** A question of the code, and its reply. `end` cancels questions without a reply. */
export type InputEvent = ({ type: 'input-request' } & InputRequest) | ({ type: 'input-reply' } & InputReply);

/**
 * Answers a question of the code; with null, `input()` raises EOFError. The signal aborts when the code no longer waits;
 * the answer is then ignored.
 */
export type InputHandler = (request: InputRequest, signal: AbortSignal) => Promise<string | null>;

/** Imports what forked kernels have imported when they start, as a cell does: without a shell, pandas would cut wide tables. In Python. */
export const IMPORTS_OF_FORKS = 'exec("with trap: import pandas", {"trap": get_ipython().builtin_trap})';

/** Where code in a box finds the workspace. */
export const WORKSPACE_IN_BOX = '/session';

/** A prompt with this prefix is a host call by `kernels/actbook`, not a question to the user. */
export const HOST_CALL_MARK = '\x10actbook-call\x10';

export interface HostCallContext {
  /** Names the call in its execution. */
  requestId: string;
  /** Aborts when the code no longer waits; the answer is then ignored. */
  signal: AbortSignal;
  /** Emits an event with those of the execution. After its end, the event is dropped. */
  tell: (body: EventBody) => void;
  /** Stops the cell's clock while `work` waits for the user. */
  whileAsking: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * Answers a call of the code; `request` is the text after the mark, or null for a call that an earlier process
 * received and did not answer.
 */
export type HostCallHandler = (request: string | null, context: HostCallContext) => Promise<string>;

/** What the handler of a host call reports. */
export interface HostEvent {
  type: 'report';
  body: EventBody;
}

/** The execution will be interrupted at `stopsAt`, milliseconds since 1970, after an extension by `extendedMs` if set. */
export interface LimitEvent {
  type: 'limit';
  stopsAt: number;
  extendedMs?: number;
}

/** The code was interrupted as the user asked, and has not reacted for seconds. It runs on, until it does or is given up. */
export interface UnresponsiveEvent {
  type: 'unresponsive';
}

/** What one execution causes, in order. `end` is always the last and always comes. */
export type ExecutionEvent =
  | OutputEvent
  | InputEvent
  | HostEvent
  | LimitEvent
  | UnresponsiveEvent
  | ExecutionEnd;

export interface ExecuteOptions {
  /** A name under which a later process finds this execution if this process crashes. */
  id?: string;
  /** The cell of the notebook whose code this is (JupyterLab's `cellId`): the kernel may keep a checkpoint from before it. */
  cellId?: string | undefined;
  /** An earlier process started the execution: it is followed to its end and never started again. */
  isResumed?: boolean;
  /** With `isResumed`: questions that were already reported and have no answer yet. They are asked again. */
  openInputs?: readonly InputRequest[];
  /** With `isResumed`: calls that were already reported and have no end yet, by `requestId`. */
  openCalls?: readonly string[];
  /**
   * Interrupts the execution; the events still run to `end`. A kernel that does not react is restarted after seconds,
   * unless the reason is `PATIENT_STOP`: then the execution is waited for, until its time limit or {@link Kernel.insist}.
   */
  signal?: AbortSignal | undefined;
  /** Wall time, without waiting for input, before the execution is interrupted and ends `timed-out`, milliseconds. */
  timeoutMs?: number | undefined;
  /** Answers `input()` and `getpass()`. Without it they raise StdinNotImplementedError (protocol: `allow_stdin`). */
  onInput?: InputHandler | undefined;
  /** Answers host calls. Without it they raise an error in the code. */
  onCall?: HostCallHandler | undefined;
  /** Runs without touching history, counter or outputs (protocol: `silent`). */
  silent?: boolean;
  /** Whether an error aborts requests that are queued behind this one in the kernel. Default true. */
  stopOnError?: boolean;
  /**
   * Evaluated after code that ended well, in the same request (protocol: `user_expressions`): its value is in `end`. Kernels
   * that answer no expressions tell none, and neither does code that failed.
   */
  expression?: string | undefined;
  /** Called with what arrives after `end`, from threads or tasks the code started, while the kernel process lives. */
  onLate?: ((event: OutputEvent) => void) | undefined;
}

export interface KernelStatusChange {
  status: KernelStatus;
  info?: KernelInfo;
  /** True when the variables of the previous process are lost. */
  stateLost?: boolean;
  /** The process is what the kernel was before it ran a cell: with `stateLost`, what it lost is only what came later. */
  back?: KernelBack;
  reason?: string;
}

export interface Kernel {
  readonly id: string;
  readonly status: KernelStatus;
  readonly info: KernelInfo;
  /** Where code in a box finds the workspace; null without a box. */
  readonly folder: string | null;
  /** Runs code. One execution at a time: a second call waits for the first to end. Leaving the loop early interrupts. */
  execute(code: string, options?: ExecuteOptions): AsyncIterable<ExecutionEvent>;
  /**
   * Evaluates one expression outside the notebook and resolves to its `text/plain` form, or null if it raised or the
   * kernel's language does not support it (protocol: silent `user_expressions`, for R and Deno a silent display).
   */
  evaluate(expression: string): Promise<string | null>;
  /**
   * Asks about code that is being written (protocol: `complete_request`, `inspect_request`). Null at once when the
   * kernel is busy, or when it does not answer within seconds.
   */
  ask(question: CodeQuestion): Promise<CodeAnswer | null>;
  interrupt(): Promise<void>;
  /** An execution that was stopped with `PATIENT_STOP` is not waited for any longer: a kernel that does not react is restarted. */
  insist(): void;
  /** Gives the running execution more time before its `timeoutMs`. False when none runs under a limit. */
  extend(byMs: number): boolean;
  /** New process, empty namespace. Emits `restarting`, then `idle` with `stateLost`. */
  restart(reason?: string): Promise<void>;
  /**
   * Its workspace was renamed to this path, and a later process finds it under this name from now on. Nothing runs meanwhile.
   * Absent where a kernel cannot follow.
   */
  moveTo?(place: KernelPlace): Promise<void>;
  /** Shuts the process down and releases the connection. Idempotent. */
  dispose(): Promise<void>;
  /** Called on every status change that outlives one execution: starting, idle, restarting, dead. Returns the remover. */
  onStatus(listener: (change: KernelStatusChange) => void): () => void;
}

/** See {@link StartKernelOptions}. */
export type KernelPlace = Required<Pick<StartKernelOptions, 'name' | 'workspace'>>;

export interface StartKernelOptions {
  /** A file-safe name under which a later process finds this kernel if this process crashes. */
  name?: string;
  kernelName: string;
  /** Absolute path of the session's workspace: the kernel's working directory. */
  workspace: string;
  /** Gives the code internet access in a box. Default false. */
  network?: boolean;
  /**
   * Whether it shares nothing with kernels of other boxes that is drawn when Python starts, such as the seed of `hash()`: it comes
   * from no process that theirs come from. Its start takes longer. Default false; without boxes it has no effect.
   */
  isApart?: boolean;
}

/** Cells of which a kernel knows what it was before it ran them. */
export interface Checkpoints {
  /** Oldest first; `bytes`: what it holds that the kernel has changed since, as of the end of the cell. */
  checkpoints: { cellId: string; bytes: number }[];
  /** A sentence that says why there is none before this cell, or null where there is one. */
  explainMissing(cellId: string): string | null;
  /** A sentence that says why there will be none before later cells either, or null. */
  off: string | null;
}

/** Forks kernels while they live: a port of its own, so that machines that fork in another way fit it. */
export interface KernelForks {
  /**
   * Resolves to a sentence that names what keeps the kernel from being forked now, or to null where a fork is as good as the kernel
   * itself. Nothing is forked.
   */
  explainRefusal(kernel: Kernel): Promise<string | null>;
  /**
   * Resolves to another kernel with all that this one has in its memory: variables, imports, random state. It works in `workspace`,
   * and both go on independently; started again, it begins again in a place of its own. Throws AppError `conflict` with a sentence that
   * names the obstacles; this kernel then is as it was. With `beforeCellId`, the other one has what this one had before it last ran
   * that cell, which can be had once, and not any more after {@link wake}.
   */
  fork(kernel: Kernel, options: StartKernelOptions, beforeCellId?: string): Promise<Kernel>;
  /** What of the kernel's past can be had again. Nothing is changed. */
  listCheckpoints(kernel: Kernel): Promise<Checkpoints>;
  /**
   * The kernel becomes again what it was before it last ran the cell, also if it has crashed since; its folder stays as it is. Its
   * listeners get a `stateLost` with `back`. Throws AppError `conflict` with a sentence that says why there is no
   * checkpoint; the kernel then is as it was.
   */
  wake(kernel: Kernel, back: KernelBack, reason: string): Promise<void>;
}

/** The packages of a session, besides those that all kernels have. */
export interface PackageRequest {
  /** All that it wants, as pip takes them: `lifelines`, `lifelines>=0.30`. No addresses and no paths. */
  wanted: readonly string[];
  /** Exact versions that stay where they can. */
  present: readonly PackageVersion[];
  /** Whether a package that all kernels have stays as it is where a wanted one asks for another version of it. */
  keepsBase: boolean;
}

export interface LayerOptions {
  signal?: AbortSignal | undefined;
  /** Called with a sentence for the user. */
  onProgress?: ((sentence: string) => void) | undefined;
}

/** A folder of packages that never changes. */
export interface PackageLayer {
  /** Without those that all kernels have. */
  packages: PackageVersion[];
  /** Of the folder; empty for no packages. */
  name: string;
}

/** Packages that kernels import after their own, installed from outside their boxes. */
export interface PackageLayers {
  /**
   * Finds exact versions that fit what all kernels have, and installs them. Throws AppError `bad-request` with a sentence that names
   * what cannot be had, and `conflict` where only a package that all kernels have is in the way: its `details` are a
   * {@link BaseConflict}.
   */
  find(request: PackageRequest, options?: LayerOptions): Promise<PackageLayer>;
  /** The layer of exact versions, installed again where its folder is gone. Throws AppError `bad-request`. */
  open(packages: readonly PackageVersion[], options?: LayerOptions): Promise<PackageLayer>;
  /** Where the kernel finds a layer, and the folder of all layers; null where the kernel can have none. */
  locate(kernel: Kernel, layer: PackageLayer): { path: string; root: string } | null;
}

/** Starts kernels and ends everything it started. Implementation: lib/kernel/jupyter-kernels.ts. */
export interface KernelProvider {
  start(options: StartKernelOptions): Promise<Kernel>;
  /**
   * Starts a kernel next to one of this provider, on its server, with nothing defined. It must be disposed of, unless it takes the
   * place of that one by {@link replace}. Throws AppError `kernel-unavailable`; the other one is as it was in any case.
   */
  startBeside(kernel: Kernel): Promise<Kernel>;
  /**
   * The kernel becomes what the one that was started beside it is, and what it was before ends. Its listeners get a `stateLost`
   * with the reason. The other one must not be used any more.
   */
  replace(kernel: Kernel, beside: Kernel, reason: string): Promise<void>;
  /** The kernel of this name that an earlier process left behind when it crashed, or null. */
  recover(options: StartKernelOptions & { name: string }): Promise<Kernel | null>;
  /** Names of the kernels that an earlier process may have left behind. */
  listSurvivors(): string[];
  /** The first step of `dispose`: kernels that are starting are given up, none start any more, and those that run end with this process, even in a crash. */
  stopStarting(): void;
  /** Forks kernels that this provider started. */
  readonly forks: KernelForks;
  /** Absent where packages cannot be added, as on somebody else's Jupyter server. */
  readonly packages?: PackageLayers | undefined;
  listSpecs(): Promise<{ name: string; displayName: string; language: string }[]>;
  /** Prepares what makes later kernels start fast, in the background. For a serving process. */
  keepWarm(): void;
  /** The same for kernels that are apart (`isApart`), once `keepWarm` was called: one is about to be asked for. */
  keepWarmApart(): void;
  dispose(): Promise<void>;
}
