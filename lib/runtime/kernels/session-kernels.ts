/** One kernel per session, started when first needed and held under a lease; its status goes to the log. */
import { readInstalledPackages } from '../../execution/read-installed-packages.ts';
import type {
  ExecuteOptions,
  ExecutionEvent,
  Kernel,
  KernelProvider,
  KernelStatusChange,
} from '../../kernel/kernel.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import { SYSTEM } from '../../protocol/events/principal.ts';
import type { Session } from '../../session/session.ts';
import type { Lease, Store, Workspaces } from '../../store/store.ts';
import { AppError, isAppError } from '../../util/app-error.ts';
import { createTurns } from '../../util/turns.ts';
import type { SessionLogs } from '../events/session-logs.ts';
import { boundLateOutputs } from '../outputs/bound-late-outputs.ts';
import { boundOutputs, type PutBlob } from '../outputs/bound-outputs.ts';
import { joinWidgetUpdates } from '../outputs/join-widget-updates.ts';
import { createAsideId } from './aside-folders.ts';
import { createLayerKeeper, type LayerKeeper } from './create-layer-keeper.ts';
import { type MoveReasons, moveKernel, toLoss } from './move-kernel.ts';
import type { FolderLoss, SessionFolders } from './session-folders.ts';

export interface SessionKernelsDeps {
  store: Store;
  folders: SessionFolders;
  workspaces: Pick<Workspaces, 'copy' | 'open' | 'remove'>;
  kernels: KernelProvider;
  putBlob: PutBlob;
  logs: SessionLogs;
}

interface OwnDeps extends SessionKernelsDeps {
  layers: LayerKeeper;
}

/** A kernel to throw away. */
export interface AsideKernel {
  readonly kernel: Kernel;
  /** Ends it and removes its folder. */
  end(): Promise<void>;
}

export interface SessionKernels {
  /**
   * The session's kernel, started if need be: as the session is now. Throws AppError `kernel-unavailable` or `conflict`.
   */
  lease(session: Session): Promise<Kernel>;
  /** The same, for executions whose outputs nobody keeps: they come as they are, without bounds. */
  leaseUnbounded(session: Session): Promise<Kernel>;
  /** Makes the session's packages importable for such an execution, as {@link LayerKeeper.apply}; others have them anyway. */
  applyPackages: LayerKeeper['apply'];
  /**
   * Forks the session's kernel into that of another session, which has its folder and no kernel. Throws AppError `conflict` with
   * what keeps it from being forked. With `beforeCellId`, as it was before it last ran that cell.
   */
  fork(sessionId: string, branchId: string, beforeCellId?: string): Promise<Kernel>;
  /**
   * Forks the session's kernel into one that belongs to no session, in a copy of the folder, for code that is to change neither.
   * Null where it cannot be forked. `end` must be called.
   */
  forkAside(sessionId: string): Promise<AsideKernel | null>;
  /** Takes over the kernel that an earlier process left behind; false when there is none to be had. */
  recover(session: Session): Promise<boolean>;
  /** Ends the kernel when the folder it works in was removed or replaced; resolves to what happened, or null. */
  checkFolder(sessionId: string): Promise<FolderLoss | null>;
  /**
   * Changes files of the session's folder, whose path `change` is given, after {@link checkFolder}: a kernel in a folder that was
   * removed would not see them.
   */
  changeFolder<T>(sessionId: string, change: (root: string) => Promise<T>): Promise<T>;
  /** Throws AppError `conflict` when another process has the session's kernel. */
  requireOwn(sessionId: string): Promise<void>;
  /** The running kernel, or null. */
  find(sessionId: string): Promise<Kernel | null>;
  /** The same without waiting for one that starts. */
  findReady(sessionId: string): Promise<Kernel | null>;
  /** Code that the user stopped, and that does not react, is waited for no longer: that of the session, null for all. */
  insist(sessionId: string | null): void;
  /**
   * Ends the session's kernel. When it had one, the loss of its state is logged with the reason; null logs
   * nothing, for a session whose log is about to go.
   */
  close(sessionId: string, reason: string | null): Promise<void>;
  closeAll(reason: string): Promise<void>;
  /**
   * Gives the folder of a session, and its kernel with all variables, to another one, which gets rid of its own kernel as by
   * {@link close}; the first has the folder of the other then, and its log says `reason`. Nothing may run in either. Resolves to
   * whether there was a kernel to move.
   */
  move(fromSessionId: string, toSessionId: string, reasons: MoveReasons): Promise<boolean>;
}

export function createSessionKernels(given: SessionKernelsDeps): SessionKernels {
  const deps: OwnDeps = { ...given, layers: createLayerKeeper(given.logs, given.kernels) };
  const kernels = new Map<string, Promise<Kernel>>();
  /** Ends that the log of a session is told of its kernel. */
  const unfollow = new Map<string, () => void>();
  /** A kernel holds the session's lease until it has ended: the next one starts after that. */
  const inTurn = createTurns();

  async function recover(session: Session): Promise<boolean> {
    const sessionId = session.id;
    const held = toLease(sessionId);
    await deps.store.claimLease(held);
    const workspace = await deps.folders.open(sessionId);
    const kernel = await deps.kernels.recover(toOptions(session, workspace)).catch(() => null);
    if (!kernel) {
      await deps.store.releaseLease(held);
      return false;
    }
    kernels.set(sessionId, Promise.resolve(kernel));
    await deps.folders.follow(sessionId);
    unfollow.set(sessionId, follow(kernel, sessionId, deps));
    const change = { status: 'idle', info: kernel.info, reason: RECOVERED } as const;
    await deps.logs.writerOf(sessionId, SYSTEM).write(toEvent(change));
    return true;
  }

  async function fork(sessionId: string, branchId: string, beforeCellId?: string): Promise<Kernel> {
    const parent = await find(sessionId);
    if (!parent) throw new AppError('conflict', 'This notebook has no kernel that is running.');
    const kernel = await forkKernel(deps, parent, branchId, beforeCellId);
    kernels.set(branchId, Promise.resolve(kernel));
    unfollow.set(branchId, follow(kernel, branchId, deps));
    return kernel;
  }

  async function requireOwn(sessionId: string): Promise<void> {
    if (!kernels.has(sessionId)) await inTurn(sessionId, () => proveFree(deps, sessionId));
  }

  async function close(sessionId: string, reason: string | null): Promise<void> {
    const starting = kernels.get(sessionId);
    kernels.delete(sessionId);
    if (starting) deps.folders.forget(sessionId);
    unfollow.delete(sessionId);
    await inTurn(sessionId, async () => {
      const kernel = await starting?.catch(() => null);
      if (kernel) await end(deps, sessionId, kernel, reason);
    });
  }

  const find = async (sessionId: string) => (await kernels.get(sessionId)?.catch(() => null)) ?? null;

  function hand(kernel: Kernel, fromId: string, toId: string): void {
    unfollow.get(fromId)?.();
    unfollow.delete(fromId);
    kernels.delete(fromId);
    kernels.set(toId, Promise.resolve(kernel));
    unfollow.set(toId, follow(kernel, toId, deps));
  }

  const checkFolder = (sessionId: string) =>
    deps.folders.check(sessionId, (loss) => close(sessionId, FOLDER_LOSSES[loss]));

  async function lease(session: Session): Promise<Kernel> {
    const sessionId = session.id;
    await checkFolder(sessionId);
    const present = kernels.get(sessionId);
    if (present) return present;
    const starting = inTurn(sessionId, () => start(deps, session, (end) => unfollow.set(sessionId, end)));
    kernels.set(sessionId, starting);
    // By then, the entry may be that of a later start.
    starting.catch(() => kernels.get(sessionId) === starting && kernels.delete(sessionId));
    return starting;
  }

  return {
    insist: (sessionId) => {
      const wanted = [...kernels].filter(([id]) => sessionId === null || id === sessionId);
      // A kernel that starts runs no code yet; one that failed to start is reported to whoever asked for it.
      for (const [, kernel] of wanted) kernel.then((each) => each.insist()).catch(() => {});
    },
    lease: async (session) => {
      const check = () => checkFolder(session.id);
      return withBoundOutputs(await lease(session), session.id, deps, check);
    },
    leaseUnbounded: lease,
    applyPackages: deps.layers.apply,
    checkFolder,
    changeFolder: async (sessionId, change) => {
      await checkFolder(sessionId);
      return deps.folders.inTurn(sessionId, async () => change(await deps.folders.open(sessionId)));
    },
    fork,
    forkAside: async (sessionId) => forkAside(deps, await find(sessionId), sessionId),
    recover,
    requireOwn,
    find,
    findReady: async (sessionId) =>
      (await Promise.race([kernels.get(sessionId), null]).catch(() => null)) ?? null,
    close,
    move: (...places) => moveKernel({ ...deps, find, close, hand }, ...places),
    closeAll: async (reason) => {
      await Promise.all([...kernels.keys()].map((sessionId) => close(sessionId, reason)));
    },
  };
}

async function proveFree({ store }: OwnDeps, sessionId: string): Promise<void> {
  await store.claimLease(toLease(sessionId));
  await store.releaseLease(toLease(sessionId));
}

async function forkKernel(
  { store, folders, logs, kernels }: OwnDeps,
  parent: Kernel,
  branchId: string,
  beforeCellId: string | undefined,
): Promise<Kernel> {
  const held = toLease(branchId);
  await store.claimLease(held);
  try {
    const session = await logs.readSession(branchId);
    const kernel = await folders.inTurn(branchId, async () =>
      kernels.forks.fork(parent, toOptions(session, await folders.open(branchId)), beforeCellId),
    );
    await folders.follow(branchId);
    return kernel;
  } catch (error) {
    await store.releaseLease(held);
    throw error;
  }
}

async function forkAside(
  deps: OwnDeps,
  parent: Kernel | null,
  sessionId: string,
): Promise<AsideKernel | null> {
  if (!parent) return null;
  const { workspaces, kernels } = deps;
  const session = await deps.logs.readSession(sessionId);
  const folderId = createAsideId();
  const remove = () => workspaces.remove(folderId);
  try {
    await workspaces.copy(sessionId, folderId);
    const { name: _, ...options } = toOptions(session, await workspaces.open(folderId));
    const kernel = await kernels.forks.fork(parent, options);
    const bound = withBoundOutputs(kernel, sessionId, deps, async () => null);
    return { kernel: bound, end: () => kernel.dispose().finally(remove) };
  } catch (error) {
    await remove();
    if (isAppError(error)) return null;
    throw error;
  }
}

async function start(
  deps: OwnDeps,
  session: Session,
  onFollow: (unfollow: () => void) => void,
): Promise<Kernel> {
  const { store, folders, logs } = deps;
  const sessionId = session.id;
  const record = (change: KernelStatusChange) => logs.writerOf(sessionId, SYSTEM).write(toEvent(change));
  await store.claimLease(toLease(sessionId));
  let kernel: Kernel | null = null;
  try {
    await record({ status: 'starting' });
    kernel = await folders.inTurn(sessionId, async () => {
      const workspace = await folders.open(sessionId);
      return deps.kernels.start(toOptions(session, workspace));
    });
    // Only now: a sandbox that was started before its session brings a folder of its own.
    await folders.follow(sessionId);
    onFollow(follow(kernel, sessionId, deps));
    await record({ status: 'idle', info: kernel.info });
    notePackages(logs, sessionId, kernel).catch(() => {});
    return kernel;
  } catch (error) {
    await kernel?.dispose();
    // The log may be what failed; the session must not stay locked for that.
    await record({ status: 'none' }).catch(() => {});
    await store.releaseLease(toLease(sessionId));
    throw error;
  }
}

const FOLDER_LOSSES: Record<FolderLoss, string> = {
  removed:
    'The folder of this notebook was removed from the disk. Variables and files that code wrote are lost; files that you added are back. Run it again.',
  replaced:
    'The folder of this notebook was replaced on the disk. Variables are lost; files that you added and that were missing are back. Run it again.',
};
const RECOVERED = 'Actbook was restarted and found the kernel again, with its variables.';

function toLease(sessionId: string): Lease {
  return { kind: 'kernel', sessionId };
}

/** A kernel as the session wants it. */
function toOptions({ id, kernel, isNetworkAllowed }: Session, workspace: string) {
  return { name: id, kernelName: kernel.name, network: isNetworkAllowed, workspace };
}

function toEvent(change: KernelStatusChange): EventBody {
  return { type: 'kernel-status', ...change };
}

/** The kernel, where `check` says before each execution what became of its folder. */
function withBoundOutputs(
  kernel: Kernel,
  sessionId: string,
  { putBlob, folders, layers }: OwnDeps,
  check: () => Promise<FolderLoss | null>,
): Kernel {
  async function* unlessCut(
    execute: () => AsyncIterable<ExecutionEvent>,
    { isResumed, signal }: ExecuteOptions,
  ): AsyncGenerator<ExecutionEvent> {
    const loss = await check();
    if (loss) throw new AppError('kernel-died', FOLDER_LOSSES[loss]);
    // Code that is running already would be waited for.
    if (!isResumed) await layers.apply(sessionId, kernel, signal);
    const canChangeFolder = kernel.info?.isolation === 'none';
    if (canChangeFolder) folders.beginCell(sessionId);
    try {
      yield* execute();
    } finally {
      if (canChangeFolder) await folders.endCell(sessionId);
    }
  }

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
    get folder() {
      return kernel.folder;
    },
    execute: (code, { onLate, ...options } = {}) => {
      const late = onLate && { onLate: boundLateOutputs(onLate, putBlob) };
      const events = unlessCut(() => kernel.execute(code, { ...options, ...late }), options);
      return boundOutputs(joinWidgetUpdates(events), putBlob);
    },
    evaluate: (expression) => kernel.evaluate(expression),
    ask: (question) => kernel.ask(question),
    interrupt: () => kernel.interrupt(),
    insist: () => kernel.insist(),
    extend: (byMs) => kernel.extend(byMs),
    restart: (reason) => kernel.restart(reason),
    dispose: () => kernel.dispose(),
    onStatus: (listener) => kernel.onStatus(listener),
  };
}

async function end(
  { store, logs }: OwnDeps,
  sessionId: string,
  kernel: Kernel,
  reason: string | null,
): Promise<void> {
  await kernel.dispose();
  if (reason !== null) await logs.writerOf(sessionId, SYSTEM).writeAtLast([toLoss(reason)]);
  await store.releaseLease(toLease(sessionId));
}

/** The session may be deleted while its kernel reports: then there is no log to write to. Returns what ends this. */
function follow(kernel: Kernel, sessionId: string, { logs, layers }: OwnDeps): () => void {
  return kernel.onStatus((change) => {
    layers.forget(kernel);
    const written = logs.writerOf(sessionId, SYSTEM).writeAtLast([toEvent(change)]);
    // A change with `info` means that a new process is ready.
    written.then(() => (change.info ? notePackages(logs, sessionId, kernel) : undefined)).catch(() => {});
  });
}

/**
 * Notes, for a new process of a session's kernel, when it has other packages than the notebook was verified with: the
 * verification is outdated then. Where the versions cannot be read or stored, nothing is known of them.
 */
async function notePackages(logs: SessionLogs, sessionId: string, kernel: Kernel): Promise<void> {
  const { verified } = await logs.readSession(sessionId);
  const known = verified?.installed;
  const names = verified?.verification.kernel.installed?.map(({ name }) => name);
  if (!known || !names) return;
  const packages = await readInstalledPackages(kernel, names);
  if (packages && JSON.stringify(packages) !== JSON.stringify(known))
    await logs.writerOf(sessionId, SYSTEM).write({ type: 'kernel-packages', packages });
}
