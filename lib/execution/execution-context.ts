import type { InputHandler, Kernel } from '../kernel/kernel.ts';
import type { ReadBlob } from '../notebook/blob-ref.ts';
import type { ConnectionDescription } from '../protocol/connections/connection.ts';
import type { Session } from '../session/session.ts';
import type { HostTool } from '../tools/host-tool.ts';
import type { ApprovalHandler } from './approval-handler.ts';

/** What running a cell of a run in its kernel takes. */
export interface ExecutionContext {
  readonly runId: string;
  readonly kernel: Kernel;
  /** Aborts on cancellation and at the run's deadline. */
  readonly signal: AbortSignal;
  /** Answers what the code asks; without it, asking is an error in the code. */
  readonly onInput: InputHandler | undefined;
  /** Asks users for their approval; without it, whatever needs one is refused. */
  readonly onApproval: ApprovalHandler | undefined;
  /** Functions of this process that the code may call. */
  readonly hostTools: readonly HostTool[];
  /** Which host tools are missing, and why: sentences. */
  readonly toolProblems: readonly string[];
  /** What the model is shown of databases that these functions ask. */
  readonly connections: readonly ConnectionDescription[];
  /** Reads stored bytes, for images and long outputs. */
  readonly readBlob: ReadBlob | undefined;
  /** Another one after each event. */
  readonly session: Session;
}
