/** One kernel per session, started when first needed and held under a lease; its status goes to the log. */
import type { Kernel, KernelProvider, KernelStatusChange, StartKernelOptions } from '../kernel/kernel.ts';
import type { EventBody } from '../protocol/event.ts';
import type { Session } from '../session/session.ts';
import type { Store, Workspaces } from '../store/store.ts';
import type { Turns } from '../util/turns.ts';
import { boundLateOutputs } from './bound-late-outputs.ts';
import { boundOutputs } from './bound-outputs.ts';
import type { EventWriter } from './event-writer.ts';
import { joinWidgetUpdates } from './join-widget-updates.ts';

export interface SessionKernelsDeps {
  store: Store;
  workspaces: Workspaces;
  kernels: KernelProvider;
  putBlob(bytes: Uint8Array): Promise<string>;
  writerOf(sessionId: string): EventWriter;
  /** Files come and go in turn with the start of a kernel, which may put another folder in the workspace's place. */
  inWorkspace: Turns;
}

type LeaseOptions = Omit<StartKernelOptions, 'workspace' | 'name'>;

export interface SessionKernels {
  /**
   * The session's kernel, started if need be; `network` counts for a start. Throws AppError `kernel-unavailable`
   * or `conflict`.
   */
  lease(sessionId: string, options: LeaseOptions): Promise<Kernel>;
  /** The same, for executions whose outputs nobody keeps: they come as they are, without bounds. */
  leaseUnbounded(sessionId: string, options: LeaseOptions): Promise<Kernel>;
  /** Takes over the kernel that an earlier process left behind; false when there is none to be had. */
  recover(sessionId: string, options: LeaseOptions): Promise<boolean>;
  /** Throws AppError `conflict` when another process has the session's kernel. */
  requireOwn(sessionId: string): Promise<void>;
  /** The running kernel, or null. */
  find(sessionId: string): Promise<Kernel | null>;
  /** The same without waiting for one that starts. */
  findReady(sessionId: string): Promise<Kernel | null>;
  /**
   * Ends the session's kernel. When it had one, the loss of its state is logged with the reason; null logs
   * nothing, for a session whose log is about to go.
   */
  close(sessionId: string, reason: string | null): Promise<void>;
  closeAll(reason: string): Promise<void>;
}

export function createSessionKernels(deps: SessionKernelsDeps): SessionKernels {
  const kernels = new Map<string, Promise<Kernel>>();
  /** Kernels on their way out. */
  const closings = new Map<string, Promise<void>>();

  async function start(sessionId: string, options: LeaseOptions): Promise<Kernel> {
    const { store, workspaces, writerOf } = deps;
    const writer = writerOf(sessionId);
    const record = (change: KernelStatusChange) => writer.write(toEvent(change));
    await store.claimLease({ kind: 'kernel', sessionId });
    let kernel: Kernel | null = null;
    try {
      await record({ status: 'starting' });
      kernel = await deps.inWorkspace(sessionId, async () =>
        deps.kernels.start({ ...options, name: sessionId, workspace: await workspaces.open(sessionId) }),
      );
      follow(sessionId, kernel);
      await record({ status: 'idle', info: kernel.info });
      return kernel;
    } catch (error) {
      await kernel?.dispose();
      // The log may be what failed; the session must not stay locked for that.
      await record({ status: 'none' }).catch(() => {});
      await store.releaseLease({ kind: 'kernel', sessionId });
      throw error;
    }
  }

  function follow(sessionId: string, kernel: Kernel): void {
    const writer = deps.writerOf(sessionId);
    // The session may be deleted while its kernel reports: then there is no log to write to.
    kernel.onStatus((change) => void writer.write(toEvent(change)).catch(() => {}));
  }

  async function recover(sessionId: string, options: LeaseOptions): Promise<boolean> {
    const lease = { kind: 'kernel', sessionId } as const;
    await deps.store.claimLease(lease);
    const workspace = await deps.workspaces.open(sessionId);
    const kernel = await deps.kernels.recover({ ...options, name: sessionId, workspace }).catch(() => null);
    if (!kernel) {
      await deps.store.releaseLease(lease);
      return false;
    }
    kernels.set(sessionId, Promise.resolve(kernel));
    follow(sessionId, kernel);
    const change = { status: 'idle', info: kernel.info, reason: RECOVERED } as const;
    await deps.writerOf(sessionId).write(toEvent(change));
    return true;
  }

  async function requireOwn(sessionId: string): Promise<void> {
    if (kernels.has(sessionId)) return;
    await closings.get(sessionId);
    const lease = { kind: 'kernel', sessionId } as const;
    await deps.store.claimLease(lease);
    await deps.store.releaseLease(lease);
  }

  async function close(sessionId: string, reason: string | null): Promise<void> {
    const starting = kernels.get(sessionId);
    if (!starting) return closings.get(sessionId);
    kernels.delete(sessionId);
    const closing = end(sessionId, starting, reason).finally(() => closings.delete(sessionId));
    closings.set(sessionId, closing);
    return closing;
  }

  async function end(sessionId: string, starting: Promise<Kernel>, reason: string | null): Promise<void> {
    const kernel = await starting.catch(() => null);
    if (!kernel) return;
    await kernel.dispose();
    if (reason !== null) {
      await deps
        .writerOf(sessionId)
        .write({ type: 'kernel-status', status: 'none', stateLost: true, reason });
    }
    await deps.store.releaseLease({ kind: 'kernel', sessionId });
  }

  function open(sessionId: string, options: LeaseOptions): Promise<Kernel> {
    const present = kernels.get(sessionId);
    if (present) return present;
    // The one before holds the lease until it has ended.
    const closed = closings.get(sessionId)?.catch(() => {});
    const starting = closed ? closed.then(() => start(sessionId, options)) : start(sessionId, options);
    kernels.set(sessionId, starting);
    starting.catch(() => kernels.delete(sessionId));
    return starting;
  }

  return {
    lease: async (sessionId, options) => withBoundOutputs(await open(sessionId, options), deps.putBlob),
    leaseUnbounded: open,
    recover,
    requireOwn,
    find: async (sessionId) => (await kernels.get(sessionId)?.catch(() => null)) ?? null,
    findReady: (sessionId) =>
      Promise.race([kernels.get(sessionId), null]).then(
        (kernel) => kernel ?? null,
        () => null,
      ),
    close,
    closeAll: async (reason) => {
      await Promise.all([...kernels.keys()].map((sessionId) => close(sessionId, reason)));
    },
  };
}

const RECOVERED = 'Actbook was restarted and found the kernel again, with its variables.';

/** A kernel as the session wants it. */
export function toLeaseOptions({ kernel, isNetworkAllowed }: Session): LeaseOptions {
  return { kernelName: kernel.name, network: isNetworkAllowed };
}

function toEvent(change: KernelStatusChange): EventBody {
  return { type: 'kernel-status', ...change };
}

function withBoundOutputs(kernel: Kernel, putBlob: SessionKernelsDeps['putBlob']): Kernel {
  return {
    get id() {
      return kernel.id;
    },
    get status() {
      return kernel.status;
    },
    get info() {
      return kernel.info;
    },
    execute: (code, { onLate, ...options } = {}) => {
      const late = onLate && { onLate: boundLateOutputs(onLate, { putBlob }) };
      const events = joinWidgetUpdates(kernel.execute(code, { ...options, ...late }));
      return boundOutputs(events, { putBlob });
    },
    evaluate: (expression) => kernel.evaluate(expression),
    ask: (question) => kernel.ask(question),
    interrupt: () => kernel.interrupt(),
    extend: (byMs) => kernel.extend(byMs),
    restart: (reason) => kernel.restart(reason),
    dispose: () => kernel.dispose(),
    onStatus: (listener) => kernel.onStatus(listener),
  };
}
