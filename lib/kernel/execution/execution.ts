/**
 * One `execute_request` from sending until reply **and** idle, as a state machine fed with messages.
 * Every way one of the two never arrives (lost request, lost tail, dead kernel) ends it too.
 */
import type { Output } from '../../notebook/output.ts';
import type { ExecuteOptions, ExecutionEnd, ExecutionEvent, LimitEvent, OutputEvent } from '../kernel.ts';
import {
  asksToExit,
  type KernelMessage,
  readExpression,
  toCount,
  toErrorOutput,
  toNextInput,
  toOutputEvent,
  toPageEvents,
} from '../wire/kernel-message.ts';
import { EventQueue } from './event-queue.ts';
import { ExecutionQuestions } from './execution-questions.ts';
import { OutputLoss, type OutputLossOptions } from './output-loss.ts';

type End = Omit<ExecutionEnd, 'type' | 'executionCount'>;
export type Interruption = End & { status: 'interrupted' | 'timed-out' };

/** Silence after sending before the kernel is asked whether the request was lost. */
const LOST_REQUEST_MS = 5_000;
/** Wait for idle after the reply before the kernel is asked whether idle was lost. */
const LOST_IDLE_MS = 1_000;
/** Wait for what some kernels (Deno, Julia) send after the idle of its cell. */
const STRAGGLER_MS = 250;
/** Time for a server to replay what the kernel did while the connection was down. */
const REPLAY_MS = 1_000;
/** Wait for the process to go after code that called `exit()`. */
const EXIT_MS = 5_000;

export interface ExecutionOptions
  extends Pick<ExecuteOptions, 'onInput' | 'onCall' | 'onLate'>,
    OutputLossOptions {
  silent: boolean;
  /** Display ids seen on this kernel process, shared by its executions. */
  displayIds: Set<string>;
  /** Whether all output of a cell comes before its idle. Default true. */
  isPunctual?: boolean;
  /** Called with true when more has arrived than is read, and with false when that was read. */
  onFull?: (isFull: boolean) => void;
  /** Asks the kernel for a sign of life; its answer is passed to `handleProbe`. */
  probe: () => void;
  /** What becomes of an event before it is passed on: an Output widget may take it. */
  route: (event: OutputEvent) => OutputEvent[];
  /** Resolves once what the kernel has shown by now has arrived. */
  settle: () => Promise<unknown>;
  /** Sends the kernel an `input_reply`. */
  replyInput: (requestId: string, value: string) => void;
}

export class Execution {
  readonly #options: Omit<ExecutionOptions, 'onInput' | 'onCall'>;
  readonly #queue: EventQueue<ExecutionEvent>;
  readonly #questions: ExecutionQuestions;
  #started: () => void = () => {};
  #ended: () => void = () => {};
  #hasStarted = false;
  #isConcluding = false;
  /** The kernel has answered a request sent after this one: what is missing now is lost. */
  #isSettled = false;
  #isSettling = false;
  #isEnded = false;
  readonly #loss: OutputLoss;
  #receivedCount = 0;
  #executionCount: number | null = null;
  #hasShownError = false;
  #interruption: Interruption | null = null;
  #timer: NodeJS.Timeout;

  /** Resolves once the code runs and can be interrupted, or has ended. */
  readonly started = new Promise<void>((resolve) => {
    this.#started = () => {
      this.#hasStarted = true;
      resolve();
    };
  });
  readonly ended = new Promise<void>((resolve) => {
    this.#ended = resolve;
  });

  constructor({ onInput, onCall, ...options }: ExecutionOptions) {
    this.#options = options;
    this.#queue = new EventQueue(options.onFull);
    this.#loss = new OutputLoss(options);
    this.#questions = new ExecutionQuestions({
      onInput,
      onCall,
      sendReply: options.replyInput,
      emit: (event) => this.#queue.push(event),
      settle: options.settle,
    });
    this.#timer = setTimeout(options.probe, LOST_REQUEST_MS);
  }

  get events(): AsyncIterable<ExecutionEvent> {
    return this.#queue;
  }

  /** Whether the kernel has begun with the code. */
  get hasStarted(): boolean {
    return this.#hasStarted;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Content of the `execute_reply`, or null when none came. */
  get reply(): Record<string, unknown> | null {
    return this.#loss.reply?.content ?? null;
  }

  /** Whether messages wait because their reader is behind: the kernel may have answered already. */
  get isHeld(): boolean {
    return this.#queue.isFull;
  }

  /** Messages that were handled so far. */
  get receivedCount(): number {
    return this.#receivedCount;
  }

  /** What the code asks of users and of us. */
  get questions(): Pick<ExecutionQuestions, 'whileWaiting' | 'reopen'> {
    return this.#questions;
  }

  /** Takes a message whose parent is this request. After the end only what it shows counts. */
  handle(message: KernelMessage): void {
    this.#receivedCount += 1;
    this.#questions.confirm();
    if (message.type === 'input_request') this.#questions.take(message);
    else if (this.#isEnded) {
      if (message.channel === 'iopub') this.#handleOutput(message);
    } else if (message.type === 'execute_reply') this.#handleReply(message);
    else if (message.type === 'status') this.#handleStatus(message);
    else if (message.type === 'execute_input') this.#handleInput(message.content);
    else if (message.channel === 'iopub') this.#handleOutput(message);
  }

  /** The connection was lost and is back: what it may have swallowed is sent again. */
  handleReconnect(): void {
    setTimeout(() => this.#questions.resend(), REPLAY_MS);
  }

  /** The kernel answered a request sent after this one: what has not arrived by now never will. */
  handleProbe(isHeard = true): void {
    if (this.#isEnded) return;
    if (!isHeard) this.handleDrop(SILENT);
    this.#isSettled = true;
    if (this.reply) this.#conclude(this.reply);
    else {
      const reason = [this.#interruption?.reason, this.#loss.explainEnd()].filter(Boolean).join(' ');
      this.end({ status: this.#interruption?.status ?? 'aborted', reason });
    }
  }

  /** Messages that were on their way may be lost. `cause` begins a sentence that says why. */
  handleDrop(cause: string): void {
    this.#loss.cause = cause;
  }

  /** It was begun by an earlier process, which may have taken some of its messages with it. */
  handleResume(): void {
    this.handleDrop('Actbook was restarted');
    this.#started();
  }

  /** From now on an error means: stopped by us, for this reason. A time limit outranks a stop. */
  interruptAs(interruption: Interruption): void {
    if (this.#interruption?.status !== 'timed-out') this.#interruption = interruption;
    this.#loss.wasInterrupted = true;
    this.#questions.cancel();
  }

  /** Tells the reader when the code will be interrupted. */
  announceLimit(limit: Omit<LimitEvent, 'type'>): void {
    if (!this.#isEnded) this.#queue.push({ type: 'limit', ...limit });
  }

  /** Tells the reader that the code does not react to interrupts. */
  announceStuck(): void {
    if (!this.#isEnded) this.#queue.push({ type: 'unresponsive' });
  }

  /** The kernel process is gone. */
  handleDeath(reason: string): void {
    const exited = this.reply !== null && asksToExit(this.reply);
    this.end({ status: 'kernel-died', reason: exited ? EXITED : reason });
  }

  end(end: End): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearTimeout(this.#timer);
    this.#questions.end();
    this.#queue.push({ type: 'end', executionCount: this.#executionCount, ...end });
    this.#queue.close();
    this.#started();
    this.#ended();
  }

  #handleInput(content: Record<string, unknown>): void {
    this.#executionCount = toCount(content.execution_count) ?? this.#executionCount;
    this.#started();
  }

  #handleStatus(message: KernelMessage): void {
    const state = message.content.execution_state;
    if (state === 'busy') {
      this.#loss.busy = message;
      // The reply takes another channel and may come first: the timer then waits for idle.
      if (!this.reply) clearTimeout(this.#timer);
      // A silent request has no execute_input: busy is the last sign before its code runs.
      if (this.#options.silent) this.#started();
    }
    if (state !== 'idle') return;
    this.#loss.idle = message;
    if (this.reply) this.#conclude(this.reply);
  }

  #handleReply(message: KernelMessage): void {
    this.#loss.reply = message;
    this.#started();
    clearTimeout(this.#timer);
    if (this.#loss.idle) this.#conclude(message.content);
    else this.#timer = setTimeout(this.#options.probe, LOST_IDLE_MS);
  }

  #handleOutput(message: KernelMessage): void {
    const event = toOutputEvent(message);
    if (!event) return;
    if (event.type === 'output') this.#noteOutput(event.output);
    this.#emit(event, message.bytes);
  }

  #emit(event: OutputEvent, bytes = 0): void {
    for (const routed of this.#options.route(event)) {
      if (this.#isEnded) this.#options.onLate?.(routed);
      else this.#queue.push(routed, bytes);
    }
  }

  /** Deno's kernel reports code that it cannot read in its reply alone. */
  #showError(reply: Record<string, unknown>): void {
    const output = this.#interruption || this.#options.silent ? null : toErrorOutput(reply);
    if (output) this.#queue.push({ type: 'output', output });
  }

  #noteOutput(output: Output): void {
    this.#hasShownError ||= output.output_type === 'error';
    if (output.output_type === 'execute_result') this.#executionCount ??= output.execution_count;
    if (!('displayId' in output) || output.displayId === undefined) return;
    const { displayId, data, metadata, digest } = output;
    // Showing a known id again also changes where it is shown already.
    if (this.#options.displayIds.has(displayId)) {
      this.#emit({ type: 'update', displayId, data, metadata, digest });
    }
    this.#options.displayIds.add(displayId);
  }

  #conclude(reply: Record<string, unknown>): void {
    if (this.#isConcluding) return;
    clearTimeout(this.#timer);
    if (!this.#isSettled && (this.#loss.count() ?? 0) > 0) {
      // It may only be late: threads do not send messages in the order of their numbers, and channels race.
      if (!this.#isSettling) this.#options.probe();
      this.#isSettling = true;
      return;
    }
    this.#isConcluding = true;
    for (const event of toPageEvents(reply)) this.#queue.push(event);
    if (this.#options.isPunctual === false && !this.#hasShownError) this.#showError(reply);
    const nextInput = toNextInput(reply);
    const value = readExpression(reply);
    const isUnanswered = reply.ename === 'EOFError' && this.#questions.wasUnanswered;
    const end = {
      ...(isUnanswered ? { reason: UNANSWERED } : {}),
      ...this.#withLoss(toEnd(reply, this.#interruption)),
      ...(nextInput ? { nextInput } : {}),
      ...(value === null ? {} : { value }),
    };
    // After `exit()` the process goes and a new one comes: waiting keeps the next cell out of the dying one.
    if (asksToExit(reply)) this.#timer = setTimeout(() => this.end(end), EXIT_MS);
    else if (this.#options.isPunctual === false) this.#timer = setTimeout(() => this.end(end), STRAGGLER_MS);
    else this.end(end);
  }

  #withLoss(end: End): End {
    const output = this.#options.silent ? null : this.#loss.describe();
    if (output) this.#queue.push({ type: 'output', output });
    const reason = [end.reason, this.#loss.describeDoubt()].filter(Boolean).join(' ');
    return { ...end, ...(reason ? { reason } : {}), ...(output ? { isIncomplete: true } : {}) };
  }
}

const SILENT = 'The kernel’s messages stopped arriving';
const UNANSWERED = 'Nobody was there to answer the code’s question.';
const EXITED = 'The code ended the kernel, as exit() does. All variables were lost.';

function toEnd(reply: Record<string, unknown>, interruption: Interruption | null): End {
  const isOk = reply.status === 'ok';
  if (interruption && (!isOk || interruption.status === 'timed-out')) return interruption;
  if (isOk) return { status: 'ok' };
  return reply.status === 'error' ? { status: 'error' } : { status: 'aborted' };
}
