/** The composition root: one per process, for the web app and the command line alike. */
import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import type { Container } from './container.ts';
import { createSandbox, type Sandbox } from './create-sandbox.ts';
import { EXAMPLES } from './examples.ts';
import { exportSession, renderShared } from './export/export-session.ts';
import { createPageRenderer } from './export/html/page-renderer.ts';
import { createSharedPages } from './export/shared-pages.ts';
import { importNotebookFile } from './import-notebook-file.ts';
import { findSlirp } from './kernel/box/find-slirp.ts';
import { createJupyterKernels, type JupyterKernelsOptions } from './kernel/jupyter-kernels.ts';
import type { KernelProvider } from './kernel/kernel.ts';
import { createAnalyst } from './model/analyst/analyst.ts';
import { createModels } from './model/create-models.ts';
import type { Model } from './model/model.ts';
import { openOutput } from './runtime/open-output.ts';
import { createRuntime } from './runtime/runtime.ts';
import { createShares } from './runtime/shares.ts';
import { createFileBlobs } from './store/file-blobs.ts';
import { createSqliteStore } from './store/sqlite-store.ts';
import { createWorkspaces } from './store/workspaces.ts';
import { openTelemetry } from './telemetry/open-telemetry.ts';
import type { Toolbox } from './tools/host-tool.ts';
import { type McpServers, readMcpConfig } from './tools/mcp-config.ts';
import { createMcpToolbox } from './tools/mcp-toolbox.ts';
import { AppError } from './util/app-error.ts';
import { VERSION } from './version.ts';

export interface ContainerOptions {
  /** For a process that stays: what an earlier one left unfinished goes on where it can. */
  takesOver?: boolean;
  /** Models of the caller's own, before the configured ones. */
  models?: readonly Model[];
  /** Kernels of the caller's own, in place of ours; whoever gives them answers for their isolation. */
  kernels?: KernelProvider;
  /** In place of the servers in `config.mcpConfig`. */
  mcpServers?: McpServers | undefined;
  /** The home goes with the process. */
  isTemporary?: boolean;
}

/** Opens the state under `config.homeDir` and writes the end of what an earlier process left unfinished. */
export async function createContainer(config: Config, options: ContainerOptions = {}): Promise<Container> {
  const { takesOver = false, isTemporary = false } = options;
  const { homeDir, models: modelConfig, jupyter, notebookEnv: _, ...rest } = config;
  const telemetry = await openTelemetry({ exports: config.exportsSpans });
  const workspacesDir = join(homeDir, 'workspaces');
  await mkdir(workspacesDir, { recursive: true, mode: 0o700 });
  const store = await createSqliteStore(join(homeDir, 'actbook.db'), { isTemporary });
  const blobs = createFileBlobs(join(homeDir, 'blobs'), store.holdBlobs);
  const workspaces = createWorkspaces(workspacesDir);
  const { rootDir } = config;
  const sandbox = createSandbox(config);
  const survivorsDir = join(homeDir, 'kernels');
  const kernels =
    options.kernels ?? createKernels({ ...config, workspacesDir, survivorsDir, external: jupyter }, sandbox);
  const toolbox = await createToolbox(config, options);
  const models = createModels(modelConfig, options.models ?? [], createAnalyst());
  const { review } = modelConfig;
  const runtime = createRuntime({
    ...{ ...rest, store, blobs, workspaces, kernels, models, review, toolbox, takesOver },
    onEvents: telemetry.observe,
  });
  const shares = createShares(store);
  const exporting = { blobs, rootDir, renderPage: createPageRenderer() };
  const sharedPages = createSharedPages((sessionId, onRead) =>
    renderShared(async () => {
      const session = await runtime.readSession(sessionId);
      onRead(session.seq);
      return session;
    }, exporting),
  );
  const closing = new AbortController();
  await runtime.recover();

  return {
    config: { homeDir, ...rest },
    runtime,
    store,
    blobs,
    workspaces,
    models: models.configured,
    listModels: models.list,
    review,
    examples: EXAMPLES,
    closing: closing.signal,
    listSessions: store.listSessions,
    getSession: (sessionId) => store.getSession(sessionId),
    addExample: (sessionId, exampleId) => {
      const example = EXAMPLES.find((each) => each.id === exampleId);
      if (!example) throw new AppError('bad-request', `There is no example “${exampleId}”.`);
      const source = createReadStream(join(rootDir, 'examples', example.file));
      return runtime.addFile(sessionId, { name: example.file, source, credit: example.credit });
    },
    importNotebook: (file) => importNotebookFile(file, { ...config, runtime }),
    readSandbox: async () => {
      const { isolation, failure, isAgreed } = await sandbox.check();
      return { isolation, failure, isAgreed };
    },
    consentToNoSandbox: async (isAgreed) => {
      if (isAgreed) return sandbox.agree();
      await sandbox.withdraw();
      await runtime.closeKernels(CONSENT_WITHDRAWN);
    },
    allowNetwork: async (sessionId, isAllowed) => {
      // Where code has the network anyway, nothing is needed to give it.
      if (isAllowed && (await sandbox.check()).isolation === 'box') findSlirp();
      await runtime.allowNetwork(sessionId, isAllowed);
    },
    openOutput: async (sessionId, cellId) =>
      openOutput(await runtime.readSession(sessionId), cellId, blobs.get),
    exportSession: async (sessionId, format) =>
      exportSession(await runtime.readSession(sessionId), format, exporting),
    shares,
    readShared: async (token) => {
      const sessionId = await shares.find(token);
      const summary = sessionId === null ? null : await store.getSession(sessionId);
      return summary && sharedPages.read(summary.id, summary.lastSeq);
    },
    keepWarm: kernels.keepWarm,
    dispose: async () => {
      // First of all, so that a process that is killed while it closes leaves nothing behind.
      kernels.bind();
      closing.abort();
      await runtime.dispose();
      await Promise.all([kernels.dispose(), toolbox.dispose()]);
      await store.dispose();
      await telemetry.dispose();
    },
  };
}

async function createToolbox({ mcpConfig }: Config, { mcpServers }: ContainerOptions): Promise<Toolbox> {
  const servers = mcpServers ?? (mcpConfig === null ? {} : await readMcpConfig(mcpConfig));
  return createMcpToolbox(servers, {
    appVersion: VERSION,
    onFailure: (name, log) =>
      console.error(`The MCP server “${name}” failed. It wrote:\n${toPlainText(log)}`),
  });
}

/** What a program wrote must not command the terminal. */
function toPlainText(log: string): string {
  return log.replaceAll(/[^\P{Cc}\n\t]/gu, '').trimEnd();
}

const CONSENT_WITHDRAWN =
  'You took back your consent to run code without isolation, so all kernels were ended: variables are gone.';

/** Kernels in boxes, and without one only while none can be made and a person's consent stands. */
function createKernels(options: JupyterKernelsOptions, sandbox: Sandbox): KernelProvider {
  const kernels = createJupyterKernels(options);
  if (options.sandbox === 'off' || options.external) return kernels;
  let unboxed: KernelProvider | null = null;

  async function choose(): Promise<KernelProvider> {
    const { isolation, error } = await sandbox.check();
    if (isolation === null && error) throw error;
    if (isolation !== 'none') return kernels;
    unboxed ??= createJupyterKernels({ ...options, sandbox: 'off' });
    return unboxed;
  }

  return {
    start: async (start) => (await choose()).start(start),
    recover: async (start) => (await choose()).recover(start),
    listSurvivors: kernels.listSurvivors,
    bind: () => {
      unboxed?.bind();
      kernels.bind();
    },
    listSpecs: async () => (await choose()).listSpecs(),
    // Where code cannot be isolated, nothing is started before a person has agreed.
    keepWarm: () => {
      void sandbox
        .check()
        .then(({ isolation }) => isolation === 'box' && kernels.keepWarm())
        .catch(() => {});
    },
    dispose: async () => {
      await unboxed?.dispose();
      await kernels.dispose();
    },
  };
}
