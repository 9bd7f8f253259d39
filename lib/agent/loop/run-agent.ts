/**
 * The agent's loop: the model acts, the kernel executes, the model reads the outputs, until it answers or
 * something stops it (CodeAct: Wang et al. 2024, https://arxiv.org/abs/2402.01030).
 */
import type { InputHandler, Kernel, KernelStatusChange } from '../kernel/kernel.ts';
import type { Model } from '../model/model.ts';
import type { EventBody } from '../protocol/event.ts';
import type { Outcome } from '../protocol/run.ts';
import { applyEvent } from '../session/apply-event.ts';
import { findRun, type Session } from '../session/session.ts';
import type { HostTool } from '../tools/host-tool.ts';
import { AppError, isAppError, toMessage } from '../util/app-error.ts';
import type { ApprovalHandler } from './approval-handler.ts';
import { awaitKernel } from './await-kernel.ts';
import { defineHostTools } from './define-host-tools.ts';
import { defineTools, findMissingTools } from './define-tools.ts';
import { createLateEvents, type LateEvents } from './late-events.ts';
import { prepareKernel } from './prepare-kernel.ts';
import type { PromptOptions } from './prompt.ts';
import type { ReadBlob } from './read-images.ts';
import { requirePython } from './require-python.ts';
import { resumeStep } from './resume-step.ts';
import type { RunContext } from './run-context.ts';
import { createRunDeadline } from './run-deadline.ts';
import { runStep } from './run-step.ts';
import { cancelled, findStop, timedOut } from './stop-conditions.ts';
import { sumUp, sumUpLate } from './sum-up.ts';
import { warnOfBudgets } from './warn-of-budgets.ts';

export interface RunAgentOptions {
  /** The folded session; `run-start` of this run is already in it. */
  session: Session;
  runId: string;
  /** How long the run has gone on in a process that crashed, milliseconds: it is taken up where that one left it. */
  resumedAfterMs?: number;
  model: Model;
  /** Reads the work before the answer is given; may be the same. */
  reviewer?: Model | null;
  kernel: Kernel;
  /** Cancels the run at any moment: the model call, the cell, or between them. */
  signal: AbortSignal;
  prompt?: PromptOptions;
  /** Answers what the code asks; without it, asking is an error in the code. */
  onInput?: InputHandler;
  /** Asks people for their approval; without it, whatever needs one is refused. */
  onApproval?: ApprovalHandler;
  /** Functions of this process that the code may call. */
  hostTools?: readonly HostTool[];
  /** What is missing among them, and why: sentences for people and the model. */
  toolProblems?: readonly string[];
  /** Tells, until the returned function is called, what people say to the run, as events that are in the log already. */
  onSteer?: (listener: (body: EventBody) => void) => () => void;
  /** Reads stored bytes; without it, images that are stored are not sent to the model. */
  readBlob?: ReadBlob;
  /** Takes events that arrive after `run-end`, from threads that the run's cells started. */
  onLate?: (body: EventBody) => void;
}

/**
 * Yields every event the run causes, `run-end` last and exactly once, whatever happens. The caller stamps and
 * stores them; only `kernel-status` comes from elsewhere. Throws only for an unknown run.
 */
export async function* runAgent(options: RunAgentOptions): AsyncGenerator<EventBody> {
  const { runId, kernel, signal } = options;
  const run = findRun(options.session, runId);
  if (!run) throw new AppError('internal', `There is no run ${runId} in this session.`);
  const deadline = createRunDeadline(run.limits.runTimeoutMs, options.resumedAfterMs);
  const late = createLateEvents(options.onLate);
  const context: RunContext = {
    runId,
    model: options.model,
    reviewer: options.reviewer ?? null,
    kernel,
    limits: run.limits,
    prompt: options.prompt ?? {},
    clock: deadline,
    signal: AbortSignal.any([signal, deadline.signal]),
    session: options.session,
    onInput: options.onInput,
    onApproval: options.onApproval,
    hostTools: options.hostTools ?? [],
    readBlob: options.readBlob,
    toolProblems: options.toolProblems ?? [],
    onLate: late.take,
  };
  const stopListening = foldKernelStatus(context);
  const stopHearing = options.onSteer?.((body) => {
    context.session = applyEvent(context.session, body);
  });
  let outcome: Outcome | null = null;
  try {
    requirePython(kernel, options.model.info);
    const isResumed = options.resumedAfterMs !== undefined;
    for await (const event of runSteps(context, late, isResumed)) {
      if (event.type === 'run-end') outcome = event.outcome;
      else {
        context.session = applyEvent(context.session, event);
        if (event.type === 'cell-limit') deadline.extend(event.extendedMs ?? 0);
        yield event;
      }
    }
  } catch (error) {
    outcome = toFailure(error);
  } finally {
    deadline.clear();
    stopListening();
    stopHearing?.();
  }
  // An abort explains every failure that followed from it, but takes no answer back.
  if (outcome?.status !== 'answered') {
    if (signal.aborted) outcome = cancelled();
    else if (deadline.signal.aborted) {
      outcome = timedOut(deadline.limitMs);
      yield* sumUpLate(context, signal, outcome);
    }
  }
  yield* late.end();
  yield { type: 'run-end', runId, outcome: outcome ?? toFailure('The run ended without an outcome.') };
}

/** The runner logs the kernel's status; the next prompt needs it too, without waiting for the log. */
function foldKernelStatus(context: RunContext): () => void {
  const { kernel } = context;
  const fold = (change: KernelStatusChange) => {
    context.session = applyEvent(context.session, { type: 'kernel-status', ...change });
  };
  fold({ status: kernel.status, info: kernel.info });
  return kernel.onStatus(fold);
}

async function* runSteps(
  context: RunContext,
  late: LateEvents,
  isResumed: boolean,
): AsyncGenerator<EventBody> {
  const { runId, kernel, signal } = context;
  const outcome = isResumed ? yield* resumeStep(context) : null;
  if (outcome && !isUnheard(context, outcome)) {
    yield { type: 'run-end', runId, outcome };
    return;
  }
  const stepsDone = findRun(context.session, runId)?.steps.length ?? 0;
  let epoch: number | null = null;
  for (let step = stepsDone + 1; !signal.aborted; step++) {
    yield* late.drain();
    if (kernel.status === 'dead' || kernel.status === 'restarting') await awaitKernel(context);
    if (epoch !== context.session.kernel.epoch) {
      await prepareKernel(context);
      yield* defineHostTools(context);
    }
    epoch = context.session.kernel.epoch;
    const tools = findMissingTools(context.session, runId);
    if (tools !== null) yield* defineTools(context, tools);
    const stop = findStop(context.session, runId);
    if (stop) yield* sumUp(context, stop);
    else yield* warnOfBudgets(context);
    const outcome = stop ?? (signal.aborted ? null : yield* runStep(context, step));
    if (outcome && !isUnheard(context, outcome)) {
      yield { type: 'run-end', runId, outcome };
      return;
    }
  }
}

/** Whether an answer was given before the model heard what the person said last, and there is room to go on. */
function isUnheard({ session, runId, signal }: RunContext, outcome: Outcome): boolean {
  const run = findRun(session, runId);
  const lastStep = run?.steps.at(-1)?.index ?? 0;
  const isTold = run?.steers.some(({ step }) => step >= lastStep) ?? false;
  return isTold && outcome.status === 'answered' && !signal.aborted && !findStop(session, runId);
}

function toFailure(error: unknown): Outcome {
  return { status: 'failed', code: isAppError(error) ? error.code : 'internal', message: toMessage(error) };
}
