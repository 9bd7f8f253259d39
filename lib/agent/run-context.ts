/** What the parts of one run share. */
import type { InputHandler, Kernel } from '../kernel/kernel.ts';
import type { Model } from '../model/model.ts';
import type { EventBody } from '../protocol/event.ts';
import type { Limits } from '../protocol/run.ts';
import type { Session } from '../session/session.ts';
import type { HostTool } from '../tools/host-tool.ts';
import type { ApprovalHandler } from './approval-handler.ts';
import type { PromptOptions } from './prompt.ts';
import type { ReadBlob } from './read-images.ts';

export interface RunContext {
  readonly runId: string;
  readonly model: Model;
  /** Reads the work before the answer is given. */
  readonly reviewer: Model | null;
  readonly kernel: Kernel;
  readonly limits: Limits;
  readonly prompt: PromptOptions;
  /** How long the run has gone on, and may go on, milliseconds. */
  readonly clock: { readonly elapsedMs: number; readonly limitMs: number };
  /** Aborts on cancellation and at the run's deadline. */
  readonly signal: AbortSignal;
  /** Answers what the code asks; without it, asking is an error in the code. */
  readonly onInput: InputHandler | undefined;
  /** Asks people for their approval; without it, whatever needs one is refused. */
  readonly onApproval: ApprovalHandler | undefined;
  /** Functions of this process that the code may call. */
  readonly hostTools: readonly HostTool[];
  /** Reads stored bytes, for images. */
  readonly readBlob: ReadBlob | undefined;
  /** What is missing among them, and why: sentences. */
  readonly toolProblems: readonly string[];
  /** Takes events that arrive on their own, after the end of their cell; they are folded at the next step. */
  readonly onLate: (body: EventBody) => void;
  /** The fold of every event yielded so far; replaced as events pass. */
  session: Session;
}

/** The run's prompts, in the form that its model takes. */
export function toPromptOptions({ prompt, model }: RunContext): PromptOptions {
  return { ...prompt, nativeTools: model.nativeTools };
}
