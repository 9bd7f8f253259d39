/** The kernel port over a Jupyter server: one session's kernel, whose process may be replaced under it. */
import type { CodeAnswer, CodeQuestion } from '../protocol/kernel/code-help.ts';
import type { KernelInfo, KernelStatus } from '../protocol/kernel/kernel-info.ts';
import type { KernelBack } from '../protocol/kernel/take-back.ts';
import { AppError, toMessage } from '../util/app-error.ts';
import type { Execution } from './execution/execution.ts';
import { isStopped, refuseCode, toEnd } from './execution/execution-end.ts';
import { ExecutionTurns } from './execution/execution-turns.ts';
import { type Supervisor, superviseExecution } from './execution/supervise-execution.ts';
import type { JupyterKernelOptions } from './jupyter-kernel-options.ts';
import {
  type Checkpoints,
  type ExecuteOptions,
  type ExecutionEvent,
  type Kernel,
  type KernelPlace,
  type KernelStatusChange,
  WORKSPACE_IN_BOX,
} from './kernel.ts';
import { askAboutCode } from './link/ask-about-code.ts';
import { evaluateExpression } from './link/evaluate-expression.ts';
import type { JupyterLink } from './link/jupyter-link.ts';
import type { KernelLoss } from './link/kernel-loss.ts';
import { proveUsable } from './link/prove-usable.ts';
import { explainObstacles } from './pool/explain-obstacles.ts';
import {
  endProcess,
  forkProcess,
  type KernelProcess,
  recoverProcess,
  reopenProcess,
  restoreWorkspace,
  startBeside,
  startProcess,
  toSurvivor,
  wakeProcess,
} from './pool/kernel-process.ts';
import { listCheckpoints } from './pool/list-checkpoints.ts';
import { createProcessEndings } from './pool/process-endings.ts';
import { replaceProcess } from './pool/replace-process.ts';
import type { Survivor } from './server/survivor.ts';
import type { ExecuteRequest } from './wire/execute-request.ts';

export class JupyterKernel implements Kernel {
  #options: JupyterKernelOptions;
  readonly #listeners = new Set<(change: KernelStatusChange) => void>();
  /** Null while the process is being replaced, and when there is none. */
  #process: KernelProcess | null = null;
  #info: KernelInfo | null = null;
  #id = '';
  #status: KernelStatus = 'starting';
  #execution: Execution | null = null;
  #supervisor: Supervisor | null = null;
  readonly #turns = new ExecutionTurns();
  /** Resolves when no change of process is under way. */
  #settled: Promise<void> = Promise.resolve();
  /** The kernel that has its process now. */
  #heir: JupyterKernel | null = null;
  readonly #endings = createProcessEndings();
  #disposal: Promise<void> | null = null;

  private constructor(options: JupyterKernelOptions) {
    this.#options = options;
  }

  static async #create(
    options: JupyterKernelOptions,
    open: (onLost: (loss: KernelLoss) => void) => Promise<KernelProcess>,
  ): Promise<JupyterKernel> {
    const kernel = new JupyterKernel(options);
    await kernel.#adopt(await open(kernel.#handleLoss));
    kernel.#status = 'idle';
    return kernel;
  }

  /** Resolves when the kernel is ready to execute. Throws AppError `kernel-unavailable`. */
  static start(options: JupyterKernelOptions): Promise<JupyterKernel> {
    return JupyterKernel.#create(options, async (onLost) => {
      options.warm?.handOver(onLost);
      return options.warm?.process ?? startProcess(options, onLost);
    });
  }

  /** Resolves to the kernel that an earlier process left behind. Throws AppError `kernel-unavailable`. */
  static async recover(options: JupyterKernelOptions, survivor: Survivor): Promise<JupyterKernel> {
    const server = await options.connect();
    const kernel = await JupyterKernel.#create(options, (onLost) => recoverProcess(server, survivor, onLost));
    options.onChange(survivor);
    return kernel;
  }

  /** Resolves to a fork of another kernel, in `folder` of that one's server. Throws AppError `conflict`. */
  static fork(
    options: JupyterKernelOptions,
    parent: JupyterKernel,
    folder: string,
    beforeCellId?: string,
  ): Promise<JupyterKernel> {
    return JupyterKernel.#create(options, (onLost) =>
      parent.#whenIdle((process) => forkProcess(process, folder, onLost, beforeCellId)),
    );
  }

  /** See `KernelProvider.startBeside`. */
  async startBeside(own: Partial<JupyterKernelOptions>): Promise<JupyterKernel> {
    const options = { ...this.#options, ...own };
    const before = await this.#getProcess();
    return JupyterKernel.#create(options, (onLost) => startBeside(before, options.workspace, onLost));
  }

  /** Resolves to what keeps it from being forked; each as a part of a sentence. */
  async findForkObstacles(): Promise<string[]> {
    const { isolation, languageInfo } = this.info;
    if (isolation === 'remote') return ['its server, which is not one of Actbook’s'];
    if (languageInfo.name !== 'python') return [`its language, ${languageInfo.name}`];
    return this.#whenIdle(
      async ({ api, kernelId }) => (await api.forkKernel(kernelId, null)).obstacles,
    ).catch((error: unknown) => [toMessage(error)]);
  }

  /** See `KernelForks.listCheckpoints`. */
  listCheckpoints(): Promise<Checkpoints> {
    return listCheckpoints(this.#process);
  }

  /** See `KernelForks.wake`. */
  wake(back: KernelBack, reason: string): Promise<void> {
    return this.#whenIdle(async (before) => {
      const woken = await wakeProcess(before, back.cellId, this.#options.workspace, this.#handleLoss);
      await this.#takeIn(woken, reason, back);
    });
  }

  /** See `KernelProvider.replace`. */
  async takeOver(other: JupyterKernel, reason: string): Promise<void> {
    const release = await this.#turns.take();
    const taken = other.#process;
    other.#heir = this;
    other.#process = null;
    const taking = taken ? this.#takeIn(taken, reason) : Promise.reject(new AppError('conflict', SHUT_DOWN));
    await taking.finally(release);
  }

  #takeIn(process: KernelProcess, reason: string, back?: KernelBack): Promise<void> {
    const swap = async () => {
      const left = this.#endings.leave(this.#process, reason);
      // Threads of one whose fork takes its place run until it ends, and what they hold is written then.
      if (back) await left;
      return process;
    };
    return this.#replace(reason, swap, back);
  }

  /** Runs `act` between two executions. Throws AppError `conflict` if code is running or the process has ended. */
  async #whenIdle<T>(act: (process: KernelProcess) => Promise<T>): Promise<T> {
    const patience = AbortSignal.timeout(PATIENCE_MS);
    const release = await this.#turns.take(patience);
    try {
      if (patience.aborted) throw new AppError('conflict', explainObstacles(['code that is running']));
      if (!this.#process) throw new AppError('conflict', explainObstacles(['its end']));
      return await act(this.#process);
    } finally {
      release();
    }
  }

  get folder(): string | null {
    if (this.info.isolation === 'none' || this.info.isolation === 'remote') return null;
    return this.#process?.folder ?? WORKSPACE_IN_BOX;
  }

  get id(): string {
    return this.#id;
  }

  get status(): KernelStatus {
    return this.#status === 'idle' && this.#execution ? 'busy' : this.#status;
  }

  get info(): KernelInfo {
    if (!this.#info) throw new AppError('internal', 'The kernel has not started yet.');
    return this.#info;
  }

  async *execute(
    code: string,
    options: ExecuteOptions = {},
  ): AsyncGenerator<ExecutionEvent, void, undefined> {
    const release = await this.#turns.take(options.signal);
    try {
      const refused = refuseCode(code, options.signal);
      if (refused) yield refused;
      else yield* this.#executeInTurn(code, options);
    } finally {
      release();
    }
  }

  async evaluate(expression: string): Promise<string | null> {
    const release = await this.#turns.take();
    try {
      const { link, info } = await this.#getProcess();
      return await evaluateExpression(link, info.languageInfo.name, expression);
    } finally {
      release();
    }
  }

  async ask(question: CodeQuestion): Promise<CodeAnswer | null> {
    const process = this.#process;
    const release = process && this.#turns.takeIfFree();
    if (!release) return null;
    const interrupt = () => process.api.interruptKernel(process.kernelId);
    return askAboutCode(process.link, question, interrupt).finally(release);
  }

  interrupt(): Promise<void> {
    this.#supervisor?.retry();
    return this.#interrupt();
  }

  async #interrupt(): Promise<void> {
    if (!this.#process || !this.#execution) return;
    const { api, link, kernelId } = this.#process;
    this.#execution.interruptAs({ status: 'interrupted' });
    await api.interruptKernel(kernelId);
    // An event loop that waits in a top-level `await` notices the interrupt only when a message wakes it.
    link.probe();
  }

  insist(): void {
    this.#supervisor?.insist();
  }

  extend(byMs: number): boolean {
    return this.#supervisor?.extend(byMs) ?? false;
  }

  restart(reason = 'The kernel was restarted: all variables were lost.'): Promise<void> {
    return this.#replace(reason, () => this.#startAnew(reason));
  }

  async moveTo(place: KernelPlace): Promise<void> {
    this.#options = { ...this.#options, workspace: place.workspace };
    await this.#options.onMove(place);
    if (this.#process) this.#options.onChange(toSurvivor(this.#process));
  }

  dispose(): Promise<void> {
    this.#disposal ??= this.#dispose();
    return this.#disposal;
  }

  onStatus(listener: (change: KernelStatusChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #dispose(): Promise<void> {
    this.#listeners.clear();
    const process = this.#process;
    this.#process = null;
    this.#status = 'none';
    if (process) await endProcess(process, SHUT_DOWN);
    // A process that is still starting goes with its server, or on a shared one is ended when it is adopted.
    else await this.#options.endServer?.();
    await this.#settled;
    await this.#endings.wait();
    await this.#options.onDisposed();
  }

  async *#executeInTurn(
    code: string,
    { signal, timeoutMs, ...options }: ExecuteOptions,
  ): AsyncGenerator<ExecutionEvent, void, undefined> {
    let link: JupyterLink;
    try {
      const process = await this.#getProcess();
      await restoreWorkspace(process, this.#options.workspace);
      ({ link } = process);
    } catch (error) {
      yield toEnd('kernel-died', toMessage(error));
      return;
    }
    const running = this.#begin(link, { code, ...options }, { signal, timeoutMs });
    try {
      for await (const event of running.execution.events) {
        yield isStopped(event) ? await proveUsable(link, event, (reason) => this.restart(reason)) : event;
      }
    } finally {
      // Does nothing after the end: this is for a reader that left before.
      running.supervisor.stop({ status: 'interrupted' });
      await running.execution.ended;
      running.finish();
    }
  }

  #begin(link: JupyterLink, request: ExecuteRequest, limits: Pick<ExecuteOptions, 'signal' | 'timeoutMs'>) {
    const onSend = (id: string, messageId: string) => {
      if (this.#process) this.#options.onChange(toSurvivor(this.#process, { id, messageId }));
    };
    const execution = link.execute({ ...request, onSend });
    this.#execution = execution;
    const supervisor = superviseExecution({
      execution,
      ...limits,
      interrupt: () => this.#interrupt(),
      restart: (reason) => this.restart(reason),
      isAlive: () => link.isAlive(),
    });
    this.#supervisor = supervisor;
    const finish = () => {
      supervisor.release();
      this.#execution = null;
      this.#supervisor = null;
    };
    return { execution, supervisor, finish };
  }

  #startAnew(reason: string): Promise<KernelProcess> {
    const before = this.#process;
    this.#process = null;
    before?.link.close({ kind: 'gone', reason });
    return replaceProcess({
      before,
      end: (process, delayMs) => this.#endings.end(process, reason, delayMs),
      start: async () => {
        if (this.#disposal) throw new AppError('kernel-unavailable', SHUT_DOWN);
        return startProcess(this.#options, this.#handleLoss, this.#info);
      },
      endServer: this.#options.endServer,
    });
  }

  /** The process, once no change of it is under way; a new one when the last has ended. */
  async #getProcess(): Promise<KernelProcess> {
    let settled: Promise<void> | null = null;
    while (settled !== this.#settled) {
      settled = this.#settled;
      await settled;
    }
    if (!this.#process)
      await this.restart('The kernel had ended and was started again: all variables were lost.');
    if (!this.#process) throw new AppError('kernel-unavailable', SHUT_DOWN);
    return this.#process;
  }

  /** Puts another process in place, one change at a time, and reports it. */
  #replace(reason: string, open: () => Promise<KernelProcess>, back?: KernelBack): Promise<void> {
    const replaced = this.#settled.then(async () => {
      if (this.#disposal) throw new AppError('kernel-unavailable', SHUT_DOWN);
      this.#report({ status: 'restarting', reason });
      try {
        await this.#adopt(await open());
      } catch (error) {
        this.#report({ status: 'dead', stateLost: true, reason: toMessage(error) });
        throw error;
      }
      this.#report({ status: 'idle', info: this.info, stateLost: true, ...(back && { back }), reason });
    });
    this.#settled = replaced.catch(() => {});
    return replaced;
  }

  async #adopt(process: KernelProcess): Promise<void> {
    if (this.#disposal) await endProcess(process, SHUT_DOWN);
    if (process.link.loss) throw new AppError('kernel-unavailable', process.link.loss.reason);
    this.#process = process;
    this.#info = process.info;
    this.#id = process.kernelId;
    this.#options.onChange(toSurvivor(process));
  }

  readonly #handleLoss = (loss: KernelLoss): void => {
    if (this.#heir) this.#heir.#handleLoss(loss);
    const process = this.#process;
    // A link lost before it was adopted fails the change that opened it.
    if (this.#disposal || !process?.link.loss) return;
    this.#process = null;
    if (loss.kind === 'restarted') {
      const reopen = () => reopenProcess(process, this.#options.workspace, this.#handleLoss);
      // What fails is reported as a status, and tried again by the next execution.
      void this.#replace(loss.reason, reopen).catch(() => {});
    } else {
      void endProcess(process, loss.reason);
      this.#report({ status: 'dead', stateLost: true, reason: loss.reason });
    }
  };

  #report(change: KernelStatusChange): void {
    if (this.#disposal) return;
    this.#status = change.status;
    for (const listener of this.#listeners) listener(change);
  }
}

/** Longest wait for what is not a cell, such as the page's look at a variable, before a fork is refused, milliseconds. */
const PATIENCE_MS = 1_000;
const SHUT_DOWN = 'The kernel was shut down.';
