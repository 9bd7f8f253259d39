/** What one execution asks over the stdin channel: questions for the user, and calls that are meant for us. */

import type { InputRequest } from '../../protocol/cells/cell.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import type { HostCallHandler, HostEvent, InputEvent, InputHandler } from '../kernel.ts';
import { type KernelMessage, toHostCall, toInputRequest } from '../wire/kernel-message.ts';
import { ExecutionCalls } from './execution-calls.ts';
import { ExecutionInputs } from './execution-inputs.ts';

/** Longest id of a request: ipykernel's have 72 characters. It goes into the log. */
const MAX_ID_LENGTH = 200;

export interface ExecutionQuestionsOptions {
  onInput: InputHandler | undefined;
  onCall: HostCallHandler | undefined;
  /** Sends an `input_reply`. */
  sendReply: (requestId: string, value: string) => void;
  emit: (event: InputEvent | HostEvent) => void;
  /** Resolves once what the kernel has shown by now has arrived. */
  settle: () => Promise<unknown>;
}

export class ExecutionQuestions {
  readonly #settle: () => Promise<unknown>;
  readonly #inputs: ExecutionInputs;
  readonly #calls: ExecutionCalls;
  /** How many wait for the user. */
  #waiting = 0;
  #onWaiting: (isWaiting: boolean) => void = () => {};

  constructor({ emit, settle, sendReply, onInput, onCall }: ExecutionQuestionsOptions) {
    const onWaiting = (isWaiting: boolean) => this.#countWaiting(isWaiting ? 1 : -1);
    const tell = (body: EventBody) => emit({ type: 'report', body });
    this.#settle = settle;
    this.#inputs = new ExecutionInputs({ onInput, sendReply, emit, onWaiting });
    this.#calls = new ExecutionCalls({ onCall, sendReply, tell, onWaiting });
  }

  /** Whether nobody answered one of the questions. */
  get wasUnanswered(): boolean {
    return this.#inputs.wasUnanswered;
  }

  /** Calls `listener` when the code begins to wait for the user, and when it no longer does. */
  whileWaiting(listener: (isWaiting: boolean) => void): void {
    this.#onWaiting = listener;
    if (this.#waiting > 0) listener(true);
  }

  /** Takes an `input_request`. A question may overtake the output before it, which takes another socket. */
  take(message: KernelMessage): void {
    if (message.id.length > MAX_ID_LENGTH) return;
    const call = toHostCall(message);
    if (call === null) void this.#settle().then(() => this.#inputs.ask(toInputRequest(message)));
    else this.#calls.take(message.id, call);
  }

  /** Questions and calls that an earlier process had reported, and nobody has answered. */
  reopen(requests: readonly InputRequest[], callIds: readonly string[]): void {
    this.#inputs.reopen(requests);
    for (const callId of callIds) this.#calls.take(callId, null);
  }

  cancel(): void {
    this.#inputs.cancel();
    this.#calls.cancel();
  }

  confirm(): void {
    this.#inputs.confirm();
    this.#calls.confirm();
  }

  resend(): void {
    this.#inputs.resend();
    this.#calls.resend();
  }

  end(): void {
    this.#onWaiting = () => {};
    this.#inputs.end();
    this.#calls.end();
  }

  #countWaiting(change: number): void {
    this.#waiting += change;
    if (this.#waiting === Math.max(change, 0)) this.#onWaiting(change > 0);
  }
}
