/** What the parts of one run share. */
import type { ExecutionContext } from '../execution/execution-context.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { LanguageModel, Model } from '../model/model.ts';
import type { EventBody } from '../protocol/events/event.ts';
import type { Limits } from '../protocol/run-limits.ts';
import type { AskedPart } from '../protocol/runs/agent-ask.ts';
import type { Session } from '../session/session.ts';
import type { PromptOptions } from './prompt/prompt.ts';

export interface RunContext extends ExecutionContext {
  readonly model: Model;
  /** Reads the work before the answer is given. */
  readonly reviewer: LanguageModel | null;
  readonly screening: Screening;
  /** What the user keeps for certain tasks. */
  readonly skills: Skills | null;
  /** Forks the kernel for code that is to leave nothing behind; resolves to null where that cannot be. */
  readonly forkKernel: () => Promise<{ readonly kernel: Kernel; end(): Promise<void> } | null>;
  /** Hands parts of the task to other agents; null where nobody can. */
  readonly askAgents: AskAgents | null;
  readonly limits: Limits;
  readonly prompt: PromptOptions;
  /** How long the run has taken, and may take, milliseconds. */
  readonly clock: { readonly elapsedMs: number; readonly limitMs: number };
  /** Takes events that arrive on their own, after the end of their cell; they are folded at the next step. */
  readonly onLate: (body: EventBody) => void;
  /** Runs what the user wants to run before the next step. The run's time stops meanwhile. */
  readonly letUserRun: () => Promise<void>;
  readonly cellStop: CellStop;
}

/** Stops the cell that a run is running, at the user's word. The run continues. */
export interface CellStop {
  /** A signal for a cell that begins: aborts as `signal` does, and when that cell is stopped. */
  begin(signal: AbortSignal): AbortSignal;
  /** Does nothing while no cell runs. */
  stop(): void;
}

/** What one agent that is asked may use. */
export type AgentLimits = Pick<Limits, 'maxSteps' | 'maxTokens' | 'maxCost' | 'runTimeoutMs'>;

/**
 * Has other agents do parts of a task side by side, each on a branch of the kernel, and brings back what they are to return. Yields
 * `agent-start` and `agent-end` for each that the session does not have yet, and never rejects for what became of an agent.
 */
export type AskAgents = (asked: {
  readonly runId: string;
  readonly step: number;
  readonly parts: readonly AskedPart[];
  readonly limits: AgentLimits;
  readonly signal: AbortSignal;
}) => AsyncIterable<EventBody>;

/** What the app looks for in the answer of a language model before it is given. */
export interface Screening {
  /** Numbers that are in no output. Default on. */
  readonly numbers: 'on' | 'off';
  /** Cells that do not work from a clean start. Without it, nothing is run for that. */
  readonly verify?: VerifyWork | undefined;
}

/**
 * Runs the notebook from a clean start. Null where that is not to be done before an answer: it cannot be repeated, or it would
 * take longer than `limitMs`. Never rejects. Resolves when the session has what came of it, and after `limitMs`.
 */
export type VerifyWork = (
  session: Session,
  options: { limitMs: number; signal: AbortSignal },
) => Promise<unknown> | null;

/** Instructions that the user keeps for certain tasks. Made by `lib/app/create-skills.ts`. */
export interface Skills {
  /** By name; what cannot be used is left out. */
  list(): Promise<readonly { readonly name: string; readonly description: string }[]>;
  /**
   * The instructions of a skill (`monthly-report`), or a file beside them (`monthly-report/terms.md`). Throws AppError
   * `not-found` or `too-large`, a sentence for the model.
   */
  read(path: string): Promise<string>;
}

type Needed = 'session' | 'runId' | 'model' | 'kernel' | 'signal';
type Optional =
  | keyof ExecutionContext
  | 'reviewer'
  | 'screening'
  | 'skills'
  | 'askAgents'
  | 'forkKernel'
  | 'prompt'
  | 'onLate';

/**
 * What `runAgent` is given of it. `session` is live: it has the run's `run-start`, what others do meanwhile, and each event that
 * the run yields before the next one is asked for. `signal` cancels the run at any moment.
 */
export type RunInput = Pick<RunContext, Needed> &
  Partial<Pick<RunContext, Exclude<Optional, Needed>>> & {
    /** How long the run has taken in a process that crashed, milliseconds: it continues where that one left it. */
    resumedAfterMs?: number | undefined;
    /**
     * Runs what the user wants to run, between two steps. Called before each step; must not reject. `onBegin` is called if
     * there is anything to run.
     */
    runWaiting?: (onBegin: () => void) => Promise<void>;
    /** What the user has written down for the agent. Default: nothing. */
    readContext?: () => Promise<string>;
    /** Calls the listener, until the returned function is called, when somebody says something that stops the running cell. */
    onInterrupt?: (listener: () => void) => () => void;
  };

/** The run's prompts, in the form that its model takes. */
export function toPromptOptions({ prompt, model }: RunContext): PromptOptions {
  return { ...prompt, nativeTools: model.nativeTools };
}
