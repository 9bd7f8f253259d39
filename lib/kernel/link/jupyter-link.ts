/**
 * A connection to one kernel process, from its first reply until the process or the connection is gone.
 * Messages are read from the one ordered tap of `KernelConnection`; its futures are not relied on, as they
 * drop updates, swallow errors and may never settle.
 */
import { AppError } from '../../util/app-error.ts';
import { orAborted } from '../../util/or-aborted.ts';
import { Execution } from '../execution/execution.ts';
import { END_OF_INPUT } from '../execution/execution-inputs.ts';
import { OutputWidgets } from '../execution/output-widgets.ts';
import type { ResumedExecution } from '../execution/resumed-execution.ts';
import type { ExecuteOptions } from '../kernel.ts';
import type { Survivor } from '../server/survivor.ts';
import type { ExecuteRequest } from '../wire/execute-request.ts';
import type { JupyterAddress } from '../wire/jupyter-address.ts';
import { createSettings, LocatingClient } from '../wire/jupyter-api.ts';
import { type KernelMessage, toKernelMessage, toStringOr } from '../wire/kernel-message.ts';
import { SocketValve } from '../wire/socket-valve.ts';
import { CalmConnection } from './calm-connection.ts';
import {
  connectionLost,
  DROPPED,
  KERNEL_DIED,
  KERNEL_GONE,
  type KernelLoss,
  notReady,
  serverEnded,
  TOO_LONG,
  toLoss,
  UNKNOWN_END,
} from './kernel-loss.ts';
import { MessageNumbers } from './message-numbers.ts';
import { OpenRequests, type SentRequest } from './open-requests.ts';
import { Readiness } from './readiness.ts';

/** Implementations that send all output of a cell before its idle. */
const PUNCTUAL = /^(ipython|IRkernel)$/;

/** How long a link waits, milliseconds. */
const LINK_LIMITS_MS = {
  /** For the first answer of a kernel that starts. */
  ready: 60_000,
  /** For a server to let in the successor of a process that crashed. */
  recovery: 10_000,
  /** For a dropped connection to come back, which is tried after `reconnectDelay`. */
  reconnect: 30_000,
  reconnectDelay: 1_000,
  /** For what a kernel has shown, where its control channel is not served while code runs. */
  settle: 500,
  /** For a sign of life. */
  alive: 10_000,
};

interface LinkOptions {
  address: JupyterAddress;
  kernelId: string;
  kernelName: string;
  onLost: (loss: KernelLoss) => void;
  /** Resolves when the server has ended, to the reason if that is known: the kernel has ended with it. */
  exited: Promise<string | null>;
  /** Whether the server is about to end, and its end says why a process on it died. */
  isEnding?: (() => boolean) | undefined;
  /** Takes up the connection of a process that crashed. */
  before?: Pick<Survivor, 'clientId' | 'kernelSession' | 'execution'>;
}

export class JupyterLink {
  readonly #options: LinkOptions;
  readonly #connection: CalmConnection;
  readonly #executions = new Map<string, Execution>();
  readonly #requests = new OpenRequests();
  readonly #displayIds = new Set<string>();
  readonly #numbers = new MessageNumbers();
  readonly #valve = new SocketValve();
  readonly #outputWidgets = new OutputWidgets((commId, state) =>
    this.#connection.sendWidgetState(commId, state),
  );
  #kernelSession = '';
  /** Messages received so far. */
  #messageCount = 0;
  #info: Record<string, unknown> | null = null;
  #loss: KernelLoss | null = null;
  #resumed: ResumedExecution | null = null;
  readonly #readiness = new Readiness(() => void this.#connection.askInfo('shell').catch(() => {}));
  #deadline: NodeJS.Timeout | undefined;

  private constructor(options: LinkOptions) {
    this.#options = options;
    const serverSettings = createSettings(options.address, () => this.#dropTooLong(), this.#valve);
    this.#connection = new CalmConnection({
      model: { id: options.kernelId, name: options.kernelName },
      serverSettings,
      kernelAPIClient: new LocatingClient({
        serverSettings,
        isOver: () => this.#loss !== null,
        onLost: (place) => this.lose(toLoss(place)),
      }),
      handleComms: false,
      ...(options.before ? { clientId: options.before.clientId } : {}),
    });
    if (options.before) this.#resumeExecution(options.before);
    // Nobody awaits it: readiness is read from the tap.
    this.#connection.info.catch(() => {});
    this.#connection.anyMessage.connect((_, { msg, direction }) => {
      if (direction === 'recv') this.#receive(toKernelMessage(msg));
    });
    this.#connection.connectionStatusChanged.connect((_, status) => this.#handleConnection(status));
    this.#connection.statusChanged.connect((_, status) => {
      if (status === 'dead') this.lose(KERNEL_GONE);
    });
    // The server may end before the kernel has answered, which nobody else would notice then.
    void options.exited.then((reason) => this.lose(serverEnded(reason, this.#info !== null)));
  }

  /** Resolves once the kernel has answered. Throws AppError `kernel-unavailable` when it does not. */
  static async open(options: LinkOptions): Promise<JupyterLink> {
    const link = new JupyterLink(options);
    const limitMs = options.before ? LINK_LIMITS_MS.recovery : LINK_LIMITS_MS.ready;
    const timer = setTimeout(() => link.lose(notReady(limitMs)), limitMs);
    await link.#readiness.reached;
    clearTimeout(timer);
    if (link.#loss) throw new AppError('kernel-unavailable', link.#loss.reason);
    return link;
  }

  get loss(): KernelLoss | null {
    return this.#loss;
  }

  /** Content of the `kernel_info_reply`. */
  get info(): Record<string, unknown> {
    return this.#info ?? {};
  }

  /** What the next process must know to take up this connection. */
  get identity(): { clientId: string; kernelSession: string } {
    return { clientId: this.#connection.clientId, kernelSession: this.#kernelSession };
  }

  execute(request: ExecuteRequest): Execution {
    if (request.isResumed) return this.#resume(request);
    const messageId = crypto.randomUUID();
    const execution = this.#follow(messageId, request);
    if (this.#loss) execution.handleDeath(this.#loss.reason);
    else {
      if (request.id !== undefined) request.onSend?.(request.id, messageId);
      this.#connection.sendExecute(messageId, request);
    }
    return execution;
  }

  /** Null when one before has no answer yet, or there is nobody to ask. `before` is executed first. */
  ask(
    about: 'complete' | 'inspect',
    content: Record<string, unknown>,
    before: ExecuteRequest | null,
  ): SentRequest | null {
    if (this.#loss || this.#requests.size > 0) return null;
    if (before) this.execute(before);
    return this.#requests.add(this.#connection.sendQuestion(`${about}_request`, content));
  }

  /** Messages of its request go to the execution, which is the request's own or another's. */
  #follow(
    messageId: string,
    request: Pick<ExecuteRequest, 'silent' | 'onLate' | 'onInput' | 'onCall'>,
  ): Execution {
    const { silent = false, onLate, onInput, onCall } = request;
    const before = this.#numbers.mark();
    const execution = new Execution({
      silent,
      displayIds: this.#displayIds,
      isPunctual: PUNCTUAL.test(toStringOr(this.#info?.implementation, '')),
      countMissing: (from, to) => this.#numbers.countMissing(from ?? before, to),
      probe: () => this.probe(),
      onFull: (isFull) => this.#valve.set(isFull),
      route: (event) => this.#outputWidgets.route(event, messageId),
      onInput,
      onCall,
      onLate,
      settle: () => this.#settle(),
      replyInput: (requestId, value) => this.#replyInput(requestId, value),
    });
    this.#executions.set(messageId, execution);
    if (!onLate) void execution.ended.then(() => this.#executions.delete(messageId));
    return execution;
  }

  /** Follows what an earlier process began, from the first message on that the server kept. */
  #resumeExecution({ kernelSession, execution }: NonNullable<LinkOptions['before']>): void {
    this.#kernelSession = kernelSession;
    this.#info = {};
    if (!execution) return;
    const { promise: handlers, resolve: bind } =
      Promise.withResolvers<Pick<ExecuteOptions, 'onInput' | 'onCall'>>();
    const followed = this.#follow(execution.messageId, {
      onLate: (event) => this.#resumed?.onLate?.(event),
      onInput: async (request, signal) => (await handlers).onInput?.(request, signal) ?? null,
      onCall: async (request, context) => (await handlers).onCall?.(request, context) ?? END_OF_INPUT,
    });
    followed.handleResume();
    this.#resumed = { id: execution.id, execution: followed, bind };
  }

  #resume({ id, openInputs = [], openCalls = [], onLate, onInput, onCall }: ExecuteRequest): Execution {
    const left = this.#resumed?.id === id ? this.#resumed : null;
    const execution = left?.execution ?? this.#follow('', {});
    if (left) {
      left.onLate = onLate;
      left.bind({ onInput, onCall });
      execution.questions.reopen(openInputs, openCalls);
    } else execution.end({ status: 'aborted', reason: UNKNOWN_END });
    return execution;
  }

  /**
   * Sends the kernel a harmless request. It wakes an event loop that sleeps on an interrupt, and its answer
   * settles every execution sent before it, as a kernel answers in order.
   */
  probe(): void {
    if (this.#loss) return;
    const sentBefore = [...this.#executions.values()];
    const settle = (isHeard: boolean) => sentBefore.forEach((each) => void each.handleProbe(isHeard));
    this.#connection.probe().then(settle, () => {});
  }

  /**
   * Asks for a sign of life on the control channel, which ipykernel serves in a thread of its own, so that busy
   * code does not keep it from answering. Resolves to true also while the connection is down: nobody can know.
   */
  async isAlive(): Promise<boolean> {
    if (this.#loss || this.#connection.connectionStatus !== 'connected') return true;
    const heardBefore = this.#messageCount;
    this.#connection.askInfo('control').catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, LINK_LIMITS_MS.alive));
    return this.#messageCount > heardBefore;
  }

  /** The control channel is served while code runs, and its status comes after the outputs sent before. */
  #settle(): Promise<unknown> {
    const answered = this.#connection.askInfo('control').catch(() => {});
    return orAborted(answered, AbortSignal.timeout(LINK_LIMITS_MS.settle));
  }

  /** Ends the link: executions end as `kernel-died`, and the owner is notified. Only the first call counts. */
  lose(loss: KernelLoss): void {
    if (this.#loss || (loss.kind === 'restarted' && this.#options.isEnding?.())) return;
    this.close(loss);
    this.#options.onLost(loss);
  }

  /** A message that was not taken leaves a gap: the cell it came from must not pass for complete. */
  #dropTooLong(): void {
    for (const execution of this.#executions.values()) execution.end({ status: 'aborted', reason: TOO_LONG });
  }

  /** As `lose`, without telling the owner. */
  close(loss: KernelLoss): void {
    if (this.#loss) return;
    this.#loss = loss;
    clearTimeout(this.#deadline);
    for (const execution of this.#executions.values()) {
      if (loss.kind === 'unreachable') execution.end({ status: 'aborted', reason: loss.reason });
      else execution.handleDeath(loss.reason);
    }
    this.#requests.close();
    this.#connection.dispose();
    this.#readiness.reach();
  }

  #receive(message: KernelMessage): void {
    if (this.#loss) return;
    this.#messageCount += 1;
    if (message.channel === 'iopub') this.#readiness.notePublished();
    const isOwn = this.#connection.isOwn(message);
    if (message.session === this.#kernelSession) this.#numbers.note(message, isOwn);
    const state = message.type === 'status' ? message.content.execution_state : null;
    // The server speaks here, not the kernel: these have no parent.
    if (state === 'restarting') this.lose(KERNEL_DIED);
    else if (state === 'dead') this.lose(KERNEL_GONE);
    else if (message.type === 'kernel_info_reply') this.#receiveInfo(message);
    else this.#receiveForExecution(message);
  }

  #receiveForExecution(message: KernelMessage): void {
    const execution = this.#executions.get(message.parentId);
    this.#requests.handle(message);
    if (execution) execution.handle(message);
    // A thread of an execution that nobody follows any more: it must not wait forever.
    else if (message.type === 'input_request') this.#replyInput(message.id, END_OF_INPUT);
  }

  #replyInput(requestId: string, value: string): void {
    if (!this.#loss) this.#connection.sendInput(requestId, this.#kernelSession, value);
  }

  #receiveInfo({ session, content }: KernelMessage): void {
    this.#info = { ...content, ...this.#info };
    this.#kernelSession ||= session;
    // Seen after a dropped connection: the kernel was replaced while nobody listened.
    if (session !== this.#kernelSession) this.lose(KERNEL_DIED);
    else this.#readiness.noteAnswer();
  }

  #handleConnection(status: string): void {
    if (this.#loss) return;
    if (status === 'connected') {
      clearTimeout(this.#deadline);
      this.#deadline = undefined;
      if (this.#options.before) this.#readiness.reach();
      if (this.#info) void this.#reconcile();
      for (const execution of this.#executions.values()) execution.handleReconnect();
      return;
    }
    for (const execution of this.#executions.values()) execution.handleDrop(DROPPED);
    const lost = () => this.lose(connectionLost(LINK_LIMITS_MS.reconnect));
    this.#deadline ??= setTimeout(lost, LINK_LIMITS_MS.reconnect);
    // The package gives up at once when a proxy says goodbye (close codes 1000 and 1001).
    if (status === 'disconnected') setTimeout(() => this.#reconnect(), LINK_LIMITS_MS.reconnectDelay);
  }

  #reconnect(): void {
    if (!this.#loss && this.#connection.connectionStatus === 'disconnected')
      void this.#connection.reconnect();
  }

  /** After a reconnect the server replays what it kept; whatever is open after that was lost. */
  async #reconcile(): Promise<void> {
    await this.#connection.requestKernelInfo();
    this.probe();
  }
}
