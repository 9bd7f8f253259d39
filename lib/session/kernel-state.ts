/** A session's kernel as folded: what it holds, what was lost with it, and cells run again for that. */
import type { KernelInfo, KernelStatus } from '../protocol/kernel/kernel-info.ts';
import type { KernelName } from '../protocol/kernel/kernel-name.ts';
import type { KernelBack } from '../protocol/kernel/take-back.ts';

export const MAX_SIZES = 500;

export interface KernelState {
  /** The present one of `Session.kernels`. Another takes its place whenever the variables are lost. */
  readonly id: string;
  readonly name: string;
  readonly status: KernelStatus;
  readonly info: KernelInfo | null;
  /** Why variables were lost; null when nothing was lost, or all is back that was known to be lost. */
  readonly lost: string | null;
  /** What code has defined in the present process, as of the last cell that ended. */
  readonly names: readonly KernelName[];
  /** Rows and columns that tables and lists had in any process, each number once; the last {@link MAX_SIZES}. The model was shown them. */
  readonly sizes: readonly number[];
  /** What is gone while `lost` says so: names of former processes that the present one has not. */
  readonly lostNames: readonly KernelName[];
}

/** A kernel process that the session has or had. */
export interface SessionKernel {
  /** Unique in the session. Every fold of its log gives the same ID. */
  readonly id: string;
  /** ID of the kernel whose place it took, or with `back` of the one that it is a fork of; null for the first. */
  readonly parent: string | null;
  /** ID of the session whose kernel it is a fork of, with all variables. */
  readonly forkOf?: string;
  /** It began as what its parent was before it ran a cell. */
  readonly back?: KernelBack;
  /** Why it ended, and what was defined in it; null before that. */
  readonly loss: { readonly reason: string; readonly names: readonly KernelName[] } | null;
}

/** A run of a cell, again, and its place among `Session.executions`. */
export interface RebuildStep {
  readonly cellId: string;
  readonly order: number;
  readonly isOther: boolean;
  /** Of the cell; absent for its last run. */
  readonly version?: number | undefined;
}

/** Cells that the present kernel had not run, run again because the user wanted their variables back. */
export interface Rebuild {
  readonly cellIds: readonly string[];
  /** How many of them have run again. */
  readonly done: number;
  readonly status: 'running' | 'ok' | 'failed' | 'stopped';
  readonly reason?: string | undefined;
  /** Names to bring back; once it has ended, those that are back, as they were then, and those that are not. */
  readonly wanted: readonly KernelName[];
  readonly back: readonly KernelName[];
  readonly missing: readonly KernelName[];
  /** The kernel that ran them. */
  readonly kernelId: string;
  /** How many runs the session had when it began. */
  readonly runCount: number;
  /** They bring back what a kernel was before it ran a cell. */
  readonly backTo?: KernelBack & { readonly reason: string };
  /** They run in a kernel that takes the place of the present one once all have ended well. */
  readonly beside?: {
    /** What has run there so far: no effect of the present kernel's yet. */
    readonly steps: readonly RebuildStep[];
    /** What was lost before, and stays so. */
    readonly lost: string | null;
  };
  /** `Session.executions` when it began. Each of its cells counts there too, once it has run. */
  readonly executions: number;
}
