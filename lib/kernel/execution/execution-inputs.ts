/** What one execution asks with `input()` and `getpass()`: put to a handler, answered to the kernel, reported as events. */
import type { InputRequest } from '../../protocol/cells/cell.ts';
import type { InputEvent, InputHandler } from '../kernel.ts';

/** As an answer it makes ipykernel's `input()` and `getpass()` raise EOFError. */
export const END_OF_INPUT = '\x04';

/** Code that asks on and on, though nobody answers, must not fill the log. */
const MAX_REQUESTS = 500;

export interface ExecutionInputsOptions {
  onInput: InputHandler | undefined;
  /** Sends an `input_reply`. */
  sendReply: (requestId: string, value: string) => void;
  emit: (event: InputEvent) => void;
  /** Called when a question opens, and when it is open no more. */
  onWaiting: (isWaiting: boolean) => void;
}

export class ExecutionInputs {
  readonly #options: Omit<ExecutionInputsOptions, 'onInput'>;
  #onInput: InputHandler | undefined;
  /** Usually one; several when threads ask. */
  readonly #open = new Map<string, AbortController>();
  readonly #cancelled: string[] = [];
  /** The last answer, until the kernel shows that it continued. */
  #unconfirmed: { requestId: string; value: string } | null = null;
  #requests = 0;
  #wasUnanswered = false;

  constructor({ onInput, ...options }: ExecutionInputsOptions) {
    this.#onInput = onInput;
    this.#options = options;
  }

  /** Whether nobody answered one of the questions. */
  get wasUnanswered(): boolean {
    return this.#wasUnanswered;
  }

  ask(request: InputRequest): void {
    const { sendReply, emit } = this.#options;
    const onInput = this.#onInput;
    this.#requests += 1;
    if (!onInput || this.#requests > MAX_REQUESTS) {
      sendReply(request.requestId, END_OF_INPUT);
      return;
    }
    emit({ type: 'input-request', ...request });
    this.#put(request, onInput);
  }

  /** Puts questions again that an earlier process had reported. */
  reopen(requests: readonly InputRequest[]): void {
    const onInput = this.#onInput;
    if (!onInput) return;
    for (const request of requests) this.#put(request, onInput);
  }

  #put(request: InputRequest, onInput: InputHandler): void {
    const controller = new AbortController();
    this.#open.set(request.requestId, controller);
    this.#options.onWaiting(true);
    onInput(request, controller.signal).then(
      (value) => this.#answer(request, value),
      () => this.#answer(request, null),
    );
  }

  /** The code is being interrupted: whoever is asked need not answer any more. */
  cancel(): void {
    this.#unconfirmed = null;
    for (const [requestId, controller] of this.#open) {
      controller.abort();
      this.#cancelled.push(requestId);
      this.#close(requestId, null, 'nobody');
    }
  }

  /** A message of this execution came: the kernel has the answer, or will never need it. */
  confirm(): void {
    this.#unconfirmed = null;
  }

  /** Sends an answer again after a dropped connection, which may have lost it. One that comes twice is thrown away by ipykernel. */
  resend(): void {
    if (this.#unconfirmed) this.#options.sendReply(this.#unconfirmed.requestId, this.#unconfirmed.value);
  }

  /** The execution has ended. A thread that still waits for an answer would take the next execution's. */
  end(): void {
    // The execution may be kept for long, and must not keep all that its handler knows.
    this.#onInput = undefined;
    this.#unconfirmed = null;
    for (const controller of this.#open.values()) controller.abort();
    for (const requestId of [...this.#open.keys(), ...this.#cancelled]) {
      this.#options.sendReply(requestId, END_OF_INPUT);
    }
    this.#open.clear();
  }

  #answer({ requestId, password }: InputRequest, value: string | null): void {
    if (!this.#open.has(requestId)) return;
    this.#wasUnanswered ||= value === null;
    this.#unconfirmed = { requestId, value: value ?? END_OF_INPUT };
    this.resend();
    this.#close(requestId, password ? null : value, value === null ? 'nobody' : 'human');
  }

  #close(requestId: string, value: string | null, from: 'human' | 'nobody'): void {
    this.#open.delete(requestId);
    this.#options.emit({ type: 'input-reply', requestId, value, from });
    this.#options.onWaiting(false);
  }
}
