/** The composition root: one per process, for the web app and the command line alike. */
import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { VERSION } from '../config/version.ts';
import { type ExportOptions, exportSession, renderShared } from '../export/export-session.ts';
import { createPageRenderer } from '../export/html/page-renderer.ts';
import { createSharedPages, type SharedPages } from '../export/shared-pages.ts';
import { removeBranchLeftovers } from '../kernel/box/branch-folders.ts';
import { findSlirp } from '../kernel/box/find-slirp.ts';
import type { JupyterKernelsOptions } from '../kernel/jupyter-kernels.ts';
import type { KernelProvider } from '../kernel/kernel.ts';
import { removeWarmLeftovers } from '../kernel/pool/warm-folders.ts';
import { createMcpEndpoint } from '../mcp/server/create-mcp-endpoint.ts';
import type { Model } from '../model/model.ts';
import type { ConnectionInput } from '../protocol/connections/connection.ts';
import { LOCAL_USER, type Principal, SYSTEM } from '../protocol/events/principal.ts';
import { ENTRIES_OF_PAGE } from '../protocol/sessions/entries-of-page.ts';
import type { SessionEntries } from '../protocol/sessions/session-summary.ts';
import { removeAsideLeftovers } from '../runtime/kernels/aside-folders.ts';
import { openOutput } from '../runtime/outputs/open-output.ts';
import { createRuntime, type Runtime } from '../runtime/runtime.ts';
import type { NewFile } from '../runtime/sessions/session-files.ts';
import { createShares, type Shares } from '../runtime/sessions/shares.ts';
import { type Clock, createSystemClock } from '../schedules/clock.ts';
import { createFileBlobs } from '../store/files/file-blobs.ts';
import { createWorkspaces } from '../store/files/workspaces.ts';
import { backUp } from '../store/sqlite/back-up.ts';
import { createSqliteStore } from '../store/sqlite/sqlite-store.ts';
import type { Workspaces } from '../store/store.ts';
import { openTelemetry } from '../telemetry/open-telemetry.ts';
import type { Toolbox } from '../tools/host-tool.ts';
import { type McpServers, readMcpConfig } from '../tools/mcp-config.ts';
import { createMcpToolbox } from '../tools/mcp-toolbox.ts';
import { AppError } from '../util/app-error.ts';
import { toDiskError } from '../util/to-disk-error.ts';
import { createTurns } from '../util/turns.ts';
import type { ConnectionDesk, Container } from './container.ts';
import { createConnectionsDesk, createDatabaseToolbox, joinToolboxes } from './create-connections-desk.ts';
import { createHomeContext } from './create-home-context.ts';
import { createKernels } from './create-kernels.ts';
import { createSandbox, type Sandbox } from './create-sandbox.ts';
import { createScheduleDesk } from './create-schedule-desk.ts';
import { createServerDesk } from './create-server-desk.ts';
import { createSkills } from './create-skills.ts';
import { createVerifiers } from './create-verifiers.ts';
import { describeDamage } from './describe-damage.ts';
import { EXAMPLES } from './examples.ts';
import { importNotebookFile } from './import-notebook-file.ts';

/** How many boxes bubblewrap makes before boxes are forked: a command mostly has one session, a program may have many. */
const BOXES_BEFORE_FORK = 2;

export interface ContainerOptions {
  /** Whether this process stays: what an earlier one left unfinished continues where it can. */
  recovers?: boolean;
  /** Models of the caller's own, before the configured ones. */
  models?: readonly Model[];
  /** Kernels of the caller's own, in place of ours; whoever gives them answers for their isolation. */
  kernels?: KernelProvider;
  /** MCP servers that are used instead of those in `config.mcpConfig`. */
  mcpServers?: McpServers | undefined;
  /** Connections to databases that are used instead of those in the home. */
  connections?: Readonly<Record<string, ConnectionInput>> | undefined;
  /** The clock that schedules go by. Default: the system's. */
  clock?: Clock;
  /** The home goes with the process. */
  isTemporary?: boolean;
  /** Who uses it. Default: the local user. */
  by?: Principal;
}

/** Opens the state under `config.homeDir` and writes the end of what an earlier process left unfinished. */
export async function createContainer(config: Config, options: ContainerOptions = {}): Promise<Container> {
  const { recovers = false, isTemporary = false, by = LOCAL_USER } = options;
  const { homeDir, models: modelConfig, jupyter: _, notebookEnv: __, connections: ___, ...rest } = config;
  const telemetry = await openTelemetry({ exports: config.exportsSpans });
  const workspacesDir = await createWorkspacesDir(homeDir, recovers);
  const store = await createSqliteStore(toDatabasePath(homeDir), { isTemporary });
  const blobs = createFileBlobs(join(homeDir, 'blobs'), store.holdBlobs);
  const folderTurns = createTurns();
  const workspaces = createWorkspaces(workspacesDir, folderTurns);
  const sandbox = createSandbox(config);
  const kernelOptions = toKernelOptions(config, { workspacesDir, folderTurns, recovers });
  const kernels = options.kernels ?? createKernels(kernelOptions, sandbox);
  const { toolbox, connections } = await createTools(config, options, workspaces);
  const homeContext = createHomeContext(homeDir);
  const { models, servers } = createServerDesk(modelConfig, options.models);
  const runtime = createRuntime({
    ...rest,
    by,
    store,
    blobs,
    workspaces,
    kernels,
    models,
    review: modelConfig.review,
    toolbox,
    recovers,
    readHomeContext: homeContext.read,
    skills: createSkills(homeDir),
    verifyWork: (session, limits) => verifyWork(session, limits),
    onEvents: (events) => [telemetry.observe, observe].forEach((each) => void each(events)),
  });
  const shares = createShares(store);
  const exporting = { ...config, blobs, renderPage: createPageRenderer() };
  const sharedPages = openSharedPages(runtime, exporting);
  const closing = new AbortController();
  const verifying = { ...config, runtime: runtime.as(SYSTEM), blobs, kernels, closing: closing.signal };
  const { settle, observe, verifyWork, ...verifiers } = createVerifiers(verifying);
  const clock = options.clock ?? createSystemClock();
  const { settleSchedules, ...scheduling } = createScheduleDesk({ ...verifying, ...verifiers, store, clock });
  await runtime.recover();

  return withMcp({
    config: { homeDir, ...rest },
    runtime,
    store,
    blobs,
    workspaces,
    listConfigured: models.listConfigured,
    servers,
    connections,
    homeContext,
    listModels: models.list,
    review: modelConfig.review,
    examples: EXAMPLES,
    closing: closing.signal,
    version: VERSION,
    listSessions: runtime.summaries.listSessions,
    listEntries: (...asked) => listEntries(runtime, ...asked),
    getSession: runtime.summaries.getSession,
    addExample: async (sessionId, exampleId) =>
      runtime.sessions.addFile(sessionId, openExample(join(config.rootDir, 'examples'), exampleId)),
    importNotebook: (file) => importNotebookFile(file, { ...config, runtime, turns: folderTurns }),
    ...createSandboxDesk(sandbox, runtime),
    openOutput: async (sessionId, cellId) =>
      openOutput(await runtime.sessions.read(sessionId), cellId, blobs.get),
    exportSession: async (sessionId, format) =>
      exportSession(await runtime.sessions.read(sessionId), format, exporting),
    ...verifiers,
    ...scheduling,
    shares,
    readShared: (token) => readShared(token, runtime, shares, sharedPages),
    keepWarm: kernels.keepWarm,
    keepWarmApart: kernels.keepWarmApart,
    describeDamage: () => describeDamage(toDatabasePath(homeDir), closing.signal),
    backUp: async () =>
      void (await backUp(toDatabasePath(homeDir), join(homeDir, 'backups'), { signal: closing.signal })),
    dispose: async () => {
      // First of all: what starts would be waited for, and a process that is killed while it closes is to leave nothing behind.
      kernels.stopStarting();
      closing.abort();
      await runtime.dispose();
      await Promise.all([kernels.dispose(), toolbox.dispose(), settle(), settleSchedules()]);
      await store.dispose();
      await telemetry.dispose();
    },
  });
}

/** Other agents come in by the same functions as everyone else. */
function withMcp(container: Omit<Container, 'answerMcp'>): Container {
  return { ...container, answerMcp: createMcpEndpoint(container) };
}

async function readShared(
  token: string,
  { summaries }: Pick<Runtime, 'summaries'>,
  shares: Shares,
  pages: SharedPages,
): Promise<string | null> {
  const sessionId = await shares.find(token);
  const summary = sessionId === null ? null : await summaries.getSession(sessionId);
  return summary && pages.read(summary.id, summary.lastSeq);
}

/** What a list of sessions shows: the first `limit`, how many there are, and the trash. */
async function listEntries(
  { summaries, sessions }: Pick<Runtime, 'summaries' | 'sessions'>,
  search = '',
  limit = ENTRIES_OF_PAGE,
): Promise<SessionEntries> {
  const [first, discarded] = await Promise.all([
    summaries.listFirstSessions(search, limit),
    sessions.listDiscarded(),
  ]);
  return { ...first, discarded };
}

async function createWorkspacesDir(homeDir: string, recovers: boolean): Promise<string> {
  const path = join(homeDir, 'workspaces');
  await mkdir(path, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    const closed = `${homeDir} cannot be created or written. Change its permissions, or keep the data in another folder (ACTBOOK_HOME).`;
    throw toDiskError(error) ?? new AppError('disk-failed', closed, { cause: error });
  });
  const removals = [removeWarmLeftovers, removeBranchLeftovers, removeAsideLeftovers];
  if (recovers) await Promise.all(removals.map((remove) => remove(path)));
  return path;
}

function toKernelOptions(
  config: Config,
  { recovers, ...own }: Pick<JupyterKernelsOptions, 'workspacesDir' | 'folderTurns'> & { recovers: boolean },
) {
  return {
    ...config,
    ...own,
    survivorsDir: join(config.homeDir, 'kernels'),
    packages: { folder: join(config.homeDir, 'packages'), env: config.notebookEnv },
    external: config.jupyter,
    boxesBeforeFork: recovers ? 0 : BOXES_BEFORE_FORK,
  };
}

/** What the user can ask and decide about the isolation of code. */
function createSandboxDesk(
  sandbox: Sandbox,
  runtime: Runtime,
): Pick<Container, 'readSandbox' | 'consentToNoSandbox' | 'allowNetwork'> {
  return {
    readSandbox: async () => {
      const { isolation, failure, limitsFailure, isAgreed } = await sandbox.check();
      return { isolation, failure, limitsFailure, isAgreed };
    },
    consentToNoSandbox: async (isAgreed) => {
      if (isAgreed) return sandbox.agree();
      await sandbox.withdraw();
      await runtime.kernels.closeAll(CONSENT_WITHDRAWN);
    },
    allowNetwork: async (sessionId, isAllowed) => {
      // If code has the network anyway, nothing is needed to give it.
      if (isAllowed && (await sandbox.check()).isolation === 'box') findSlirp();
      await runtime.kernels.allowNetwork(sessionId, isAllowed);
    },
  };
}

function toDatabasePath(homeDir: string): string {
  return join(homeDir, 'actbook.db');
}

function openSharedPages(runtime: Runtime, exporting: ExportOptions): SharedPages {
  return createSharedPages((sessionId, onRead) =>
    renderShared(async () => {
      const session = await runtime.sessions.read(sessionId);
      onRead(session.seq);
      return session;
    }, exporting),
  );
}

function openExample(dir: string, exampleId: string): NewFile {
  const example = EXAMPLES.find((each) => each.id === exampleId);
  if (!example) throw new AppError('bad-request', `There is no example “${exampleId}”.`);
  return {
    name: example.file,
    source: createReadStream(join(dir, example.file)),
    credit: example.credit,
  };
}

/** What code can call in all sessions. The toolbox ends what both have started. */
async function createTools(
  config: Config,
  options: ContainerOptions,
  workspaces: Workspaces,
): Promise<{ toolbox: Toolbox; connections: ConnectionDesk }> {
  const desk = createConnectionsDesk(config, options.connections);
  const toolboxes = [await createMcpTools(config, options), createDatabaseToolbox(desk, workspaces)];
  return { toolbox: joinToolboxes(toolboxes), connections: desk.connections };
}

async function createMcpTools({ mcpConfig }: Config, { mcpServers }: ContainerOptions): Promise<Toolbox> {
  const servers = mcpServers ?? (mcpConfig === null ? {} : await readMcpConfig(mcpConfig));
  return createMcpToolbox(servers, {
    appVersion: VERSION,
    onFailure: (name, log) =>
      console.error(`The MCP server “${name}” failed. It wrote:\n${toPlainText(log)}`),
  });
}

/** Removes control characters: what a program wrote must not command the terminal. */
function toPlainText(log: string): string {
  return log.replaceAll(/[^\P{Cc}\n\t]/gu, '').trimEnd();
}

const CONSENT_WITHDRAWN =
  'You withdrew your consent to run code without isolation, so all kernels ended and their variables were lost.';
