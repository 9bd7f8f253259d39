/** What one execution calls of us over the stdin channel: put to a handler, answered to the kernel. */
import type { EventBody } from '../../protocol/events/event.ts';
import type { HostCallHandler } from '../kernel.ts';
import { END_OF_INPUT } from './execution-inputs.ts';

export interface ExecutionCallsOptions {
  onCall: HostCallHandler | undefined;
  /** Sends an `input_reply`. */
  sendReply: (requestId: string, value: string) => void;
  /** Passes an event on among those of the execution. */
  tell: (body: EventBody) => void;
  /** Called when a call begins to wait for the user, and when it no longer does. */
  onWaiting: (isWaiting: boolean) => void;
}

export class ExecutionCalls {
  readonly #options: Omit<ExecutionCallsOptions, 'onCall'>;
  #onCall: HostCallHandler | undefined;
  /** Several at once when threads call. */
  readonly #open = new Map<string, AbortController>();
  readonly #cancelled: string[] = [];
  /** Answers that the kernel has perhaps not received. */
  readonly #unconfirmed = new Map<string, string>();

  constructor({ onCall, ...options }: ExecutionCallsOptions) {
    this.#onCall = onCall;
    this.#options = options;
  }

  /** Puts a call to the handler, see there. */
  take(requestId: string, request: string | null): void {
    const { sendReply, tell } = this.#options;
    const onCall = this.#onCall;
    if (!onCall) {
      sendReply(requestId, END_OF_INPUT);
      return;
    }
    const controller = new AbortController();
    this.#open.set(requestId, controller);
    const { signal } = controller;
    const whileAsking = <T>(work: () => Promise<T>) => this.#whileAsking(work);
    onCall(request, { requestId, signal, tell, whileAsking }).then(
      (value) => this.#answer(requestId, value),
      () => this.#answer(requestId, END_OF_INPUT),
    );
  }

  /** The code is being interrupted: it does not wait any more. */
  cancel(): void {
    this.#unconfirmed.clear();
    for (const [requestId, controller] of this.#open) {
      controller.abort();
      this.#cancelled.push(requestId);
    }
    this.#open.clear();
  }

  /** A message of this execution came: the kernel continues. */
  confirm(): void {
    this.#unconfirmed.clear();
  }

  /** Sends replies again after a dropped connection. A reply that comes twice is thrown away in the kernel. */
  resend(): void {
    for (const [requestId, value] of this.#unconfirmed) this.#options.sendReply(requestId, value);
  }

  /** The execution has ended: threads that still wait get an error. */
  end(): void {
    this.cancel();
    this.#onCall = undefined;
    for (const requestId of this.#cancelled) this.#options.sendReply(requestId, END_OF_INPUT);
  }

  #answer(requestId: string, value: string): void {
    if (!this.#open.delete(requestId)) return;
    this.#unconfirmed.set(requestId, value);
    this.#options.sendReply(requestId, value);
  }

  async #whileAsking<T>(work: () => Promise<T>): Promise<T> {
    this.#options.onWaiting(true);
    try {
      return await work();
    } finally {
      this.#options.onWaiting(false);
    }
  }
}
