/**
 * Everything that can be done in Actbook: the one front for the web app, the command line and the library. It leases
 * kernels, drives the agent, stamps and appends events; everything it knows about a session is read from its log.
 */
import type { Skills, VerifyWork } from '../agent/run-context.ts';
import type { KernelProvider } from '../kernel/kernel.ts';
import type { Models } from '../model/model.ts';
import type { Event } from '../protocol/events/event.ts';
import { LOCAL_USER, type Principal, SYSTEM } from '../protocol/events/principal.ts';
import type { ApprovalMode, Reviewer } from '../protocol/runs/run.ts';
import type { Blobs, Store, Workspaces } from '../store/store.ts';
import type { Toolbox } from '../tools/host-tool.ts';
import { limitCalls } from '../util/limit-calls.ts';
import { createCellEditor } from './cells/cell-editor.ts';
import { createCellRunner } from './cells/cell-runner.ts';
import { type Cells, createCells } from './cells/cells.ts';
import type { FollowSession } from './events/follow-sessions.ts';
import { outwaitLock } from './events/outwait-lock.ts';
import { createSessionLogs, type Summaries } from './events/session-logs.ts';
import { createKernelControls, type KernelControls } from './kernel-controls.ts';
import { createInputDesk } from './kernels/input-desk.ts';
import { createInputs, type Inputs } from './kernels/inputs.ts';
import { createPackageDesk } from './kernels/package-desk.ts';
import { createSessionFolders } from './kernels/session-folders.ts';
import { createSessionKernels } from './kernels/session-kernels.ts';
import { createSessionTools } from './kernels/session-tools.ts';
import { createSessionWork } from './kernels/session-work.ts';
import type { Workbench } from './kernels/workbench.ts';
import { askAgents } from './runs/ask-agents.ts';
import { joinContexts } from './runs/join-contexts.ts';
import { recover } from './runs/recover.ts';
import { createRunDriver } from './runs/run-driver.ts';
import { createRuns, type Runs } from './runs/runs.ts';
import { branchSession } from './sessions/branch-session.ts';
import type { PutUpload } from './sessions/session-files.ts';
import { createSessionRemoval } from './sessions/session-removal.ts';
import { createSessions, type Sessions } from './sessions/sessions.ts';
import { createWays, type WaysControls } from './ways/ways.ts';
import { createWaysDriver } from './ways/ways-driver.ts';

export interface RuntimeDeps {
  /** Who uses it. Default: the local user. */
  by?: Principal;
  store: Store;
  blobs: Blobs;
  workspaces: Workspaces;
  kernels: KernelProvider;
  models: Models;
  /** How answers are reviewed where nobody says; null: not at all. */
  review?: Reviewer | null;
  /** Whether an answer with numbers that are in no output goes back to its model. Default on. */
  numbers?: 'on' | 'off';
  /** The least approval that code needs which a program (`Principal.via`) runs for the user. Default `never`. */
  programApproval?: ApprovalMode;
  /** Runs the notebook of a run from a clean start before its answer is given. Default: nothing does. */
  verifyWork?: VerifyWork;
  /** What the user has written down for the agent in all notebooks. Default: nothing. */
  readHomeContext?: () => Promise<string>;
  /** Instructions that the user keeps for certain tasks. Default: none. */
  skills?: Skills;
  maxUploadBytes: number;
  /** The length of a prompt for runs that do not say, instead of the default. */
  promptTokens?: number | undefined;
  /** Host tools that all sessions have. Default: none. */
  toolbox?: Toolbox;
  /**
   * Whether `recover` takes over the kernels and runs that a process left when it crashed. Without it they are left to
   * a process that does: this one would end them with itself.
   */
  recovers?: boolean;
  /** Called with each session's events in order, once they are stored. Must not throw. */
  onEvents?: (events: readonly Event[]) => void;
}

export interface Runtime {
  /** Who does what is done by this object. */
  readonly by: Principal;
  /** The same runtime for what another principal does. */
  as(by: Principal): Runtime;
  readonly summaries: Summaries;
  readonly follow: FollowSession;
  readonly sessions: Sessions;
  readonly runs: Runs;
  readonly ways: WaysControls;
  readonly cells: Cells;
  readonly kernels: KernelControls;
  readonly inputs: Inputs;
  /** Writes the end of runs and kernels whose process is gone. Call at start and now and then. */
  recover(): Promise<void>;
  /** Cancels runs and closes kernels; resolves when all of it is in the log. */
  dispose(): Promise<void>;
}

const CLOSED = 'Actbook was closed, so the variables of its kernel are gone.';

export function createRuntime(deps: RuntimeDeps): Runtime {
  const { store, blobs, workspaces } = deps;
  const logs = createSessionLogs(store, deps.onEvents);
  const folders = createSessionFolders({ blobs, workspaces, logs });
  const putBlob = (bytes: Uint8Array) => outwaitLock(() => blobs.put(bytes));
  const kernels = createSessionKernels({ ...deps, putBlob, logs, folders });
  const bench: Workbench = {
    store,
    blobs,
    workspaces,
    models: deps.models,
    provider: deps.kernels,
    logs,
    work: createSessionWork(store, logs),
    kernels,
    packages: createPackageDesk({ logs, kernels, provider: deps.kernels }),
    desk: createInputDesk(),
    tools: createSessionTools(deps.toolbox),
    programApproval: deps.programApproval ?? 'never',
  };
  const runner = createCellRunner(bench);
  const driver = createRunDriver(bench, {
    runWaiting: runner.runWaiting,
    readContext: (sessionId) => joinContexts([deps.readHomeContext?.(), own.sessions.readContext(sessionId)]),
    skills: deps.skills,
    askAgents: (sessionId, models, asked) =>
      askAgents(bench, { driver, remove: (id) => removal.delete(id) }, { sessionId, models, asked }),
    screening: { numbers: deps.numbers ?? 'on', verify: deps.verifyWork },
  });
  const removal = createSessionRemoval({
    ...bench,
    endWork: (sessionId) => own.kernels.endWork(sessionId),
    forget: (sessionId) => {
      logs.forget(sessionId);
      bench.tools.forget(sessionId);
    },
  });
  const putStream = limitCalls(blobs.putStream, MAX_UPLOADS, TOO_MANY_UPLOADS);
  const putUpload: PutUpload = (source) => putStream(source, deps.maxUploadBytes);
  const shared = { ...deps, driver, cells: runner };
  const waysDriver = createWaysDriver(bench, driver);

  function as(by: Principal): Runtime {
    const bound = { ...bench, by };
    return {
      by,
      as,
      summaries: logs.summaries,
      follow: logs.follow,
      sessions: createSessions(bound, { putUpload, removal }),
      runs: createRuns(bound, shared),
      ways: createWays(bound, {
        ...shared,
        driver: waysDriver,
        branch: async (sessionId) => (await branchSession(bound, sessionId, { mayBeEmpty: true })).id,
        remove: removal.delete,
      }),
      cells: createCells(createCellEditor(bound), runner, by),
      kernels: createKernelControls(bound, runner),
      inputs: createInputs(bound),
      recover: () => recover(bench, { ...shared, resumeWays: waysDriver.resume }),
      dispose,
    };
  }

  async function dispose(): Promise<void> {
    await own.kernels.closeAll(CLOSED);
    await logs.flush();
  }

  /** What Actbook does by itself. */
  const own = as(SYSTEM);
  return as(deps.by ?? LOCAL_USER);
}

/** Files that may arrive at the same time. */
const MAX_UPLOADS = 16;
const TOO_MANY_UPLOADS = 'Too many files are being added at the same time. Try this one again in a moment.';
