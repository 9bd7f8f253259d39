/** The package's connection to a kernel, and the requests that are made over it. */
import { KernelMessage as JupyterMessage, KernelConnection } from '@jupyterlab/services';
import { isWithin } from '../../util/is-within.ts';
import type { ExecuteRequest } from '../wire/execute-request.ts';
import { EXPRESSION_NAME, type KernelMessage } from '../wire/kernel-message.ts';

/** Longest silence of what a kernel publishes, once it has answered, before it counts as cut off. */
const SILENCE_MS = 10_000;

/** Wait for what a kernel publishes before it is asked again. */
const NUDGE_MS = 250;

/** Its fire-and-forget promises are caught: they end the process when they reject. */
export class CalmConnection extends KernelConnection {
  /** Messages on `iopub` so far. */
  #publishedCount = 0;
  /** Session ids that were ours before. */
  readonly #formerIds = new Set<string>();
  /** What `#publishedCount` was when the connection was last created again because of silence. */
  #countBefore = -1;

  constructor(options: ConstructorParameters<typeof KernelConnection>[0]) {
    super(options);
    this.anyMessage.connect((_, { msg, direction }) => {
      if (direction === 'recv' && msg.channel === 'iopub') this.#publishedCount += 1;
    });
  }

  override async requestKernelInfo(): Promise<JupyterMessage.IInfoReplyMsg | undefined> {
    return super.requestKernelInfo().catch(() => undefined);
  }

  override async reconnect(): Promise<void> {
    try {
      await super.reconnect();
    } catch {
      // The connection status says the same.
    }
  }

  /** Whether the message is about a request that was sent from here, or about none. */
  isOwn({ parentId, parentSession }: KernelMessage): boolean {
    if (parentSession === '') return true;
    // The server asks a new kernel for its info under the session id of the client, and keeps the reply to itself.
    // Messages that jupyter_client sends have the session id in their own id.
    if (parentId.startsWith(`${parentSession}_`)) return false;
    return parentSession === this.clientId || this.#formerIds.has(parentSession);
  }

  sendExecute(msgId: string, request: ExecuteRequest): void {
    const { code, silent = false, stopOnError = true, onInput, onCall, expression, cellId } = request;
    const message = JupyterMessage.createMessage({
      msgType: 'execute_request',
      channel: 'shell',
      session: this.clientId,
      msgId,
      ...(cellId === undefined ? {} : { metadata: { cellId } }),
      content: {
        code,
        silent,
        store_history: !silent,
        allow_stdin: onInput !== undefined || onCall !== undefined,
        stop_on_error: stopOnError,
        user_expressions: expression === undefined ? {} : { [EXPRESSION_NAME]: expression },
      },
    });
    this.sendShellMessage(message, true).done.catch(() => {});
  }

  /** Resolves when it was answered, and what was published before has arrived; rejects when it never will be. */
  async askInfo(channel: 'shell' | 'control'): Promise<void> {
    await this.#sendInfoRequest(channel).done;
  }

  /**
   * As `askInfo` on `shell`, but resolves to false when the kernel answers and nothing that it publishes arrives: it is
   * then listened to again. Deno's cuts a client off for good that is slow to take a large message.
   */
  async probe(): Promise<boolean> {
    const future = this.#sendInfoRequest('shell');
    const answered = new Promise<void>((resolve) => {
      future.onReply = () => resolve();
    });
    await Promise.race([answered, future.done]);
    const isHeard = await this.#isHeard(future.done);
    if (!isHeard) await this.#listenAnew();
    return isHeard;
  }

  async #isHeard(done: Promise<unknown>): Promise<boolean> {
    let count = -1;
    while (count !== this.#publishedCount) {
      count = this.#publishedCount;
      if (await isWithin(SILENCE_MS, done)) return true;
    }
    return false;
  }

  /** Not twice for the same silence: there may be kernels that publish nothing. */
  async #listenAnew(): Promise<void> {
    if (this.#countBefore === this.#publishedCount) return;
    this.#countBefore = this.#publishedCount;
    this.#formerIds.add(this.clientId);
    // The server gives the channels of a client back to it, broken as they are.
    Reflect.set(this, '_clientId', crypto.randomUUID());
    await this.reconnect();
    await this.#untilHeard();
  }

  /** A server may be connected before it has subscribed to what the kernel publishes, which loses what comes until then. */
  async #untilHeard(): Promise<void> {
    const before = this.#publishedCount;
    const end = performance.now() + SILENCE_MS;
    let isOver = false;
    while (!isOver && this.#publishedCount === before && performance.now() < end)
      isOver = await isWithin(
        NUDGE_MS,
        this.askInfo('control').catch(() => {}),
      );
  }

  #sendInfoRequest(channel: 'shell' | 'control') {
    const message = JupyterMessage.createMessage({
      msgType: 'kernel_info_request',
      channel: 'shell',
      session: this.clientId,
      content: {},
    });
    // The protocol allows this request on both channels, the package's types on one.
    Reflect.set(message, 'channel', channel);
    return this.sendShellMessage(message, channel === 'shell');
  }

  /** Returns the id under which the reply comes. */
  sendQuestion(type: 'complete_request' | 'inspect_request', content: Record<string, unknown>): string {
    const message = JupyterMessage.createMessage({
      msgType: 'kernel_info_request',
      channel: 'shell',
      session: this.clientId,
      content: {},
    });
    // The package's types have a message for each type, and its methods answer by futures.
    Object.assign(message.header, { msg_type: type });
    Object.assign(message, { content });
    this.sendShellMessage(message, true).done.catch(() => {});
    return message.header.msg_id;
  }

  sendInput(requestId: string, kernelSession: string, value: string): void {
    const { header } = JupyterMessage.createMessage({
      msgType: 'input_request',
      channel: 'stdin',
      msgId: requestId,
      session: kernelSession,
      content: { prompt: '', password: false },
    });
    this.sendInputReply({ status: 'ok', value }, header);
  }

  /** As a front end that shows the widget would: the kernel's copy follows. */
  sendWidgetState(commId: string, state: Record<string, unknown>): void {
    const message = JupyterMessage.createMessage({
      msgType: 'comm_msg',
      channel: 'shell',
      session: this.clientId,
      content: { comm_id: commId, data: {} },
    });
    Object.assign(message.content.data, { method: 'update', state, buffer_paths: [] });
    this.sendShellMessage(message, false).done.catch(() => {});
  }
}
