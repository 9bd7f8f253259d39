/** The sole reader of the environment, with read-model-config.ts. Everything else is handed a {@link Config}. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { ApprovalMode } from '../protocol/runs/run.ts';
import { AppError } from '../util/app-error.ts';
import { findSetupDir } from './find-setup-dir.ts';
import { type ConnectionConfig, readConnectionConfig } from './read-connection-config.ts';
import { type ModelConfig, readModelConfig } from './read-model-config.ts';

export interface Config {
  /** Checkout or package root: `kernels/` and `.next/` are here. */
  rootDir: string;
  /** Where the setup puts `.venv` and uv: the checkout, or the user's cache folder. */
  setupDir: string;
  /** All state: database, blobs, workspaces. `ACTBOOK_HOME`, default `~/.actbook`. */
  homeDir: string;
  /** Interpreter of the kernel environment. `ACTBOOK_PYTHON`, default the `.venv` that the setup makes. */
  python: string;
  /** What kernels see of our environment: where things are, how users write and see charts, nothing that may be secret. */
  kernelEnv: Record<string, string>;
  /** What the kernel of the user's own notebook sees: all of our environment but our secrets. */
  notebookEnv: Record<string, string>;
  /** An existing Jupyter server to use instead of a child process. */
  jupyter: { url: string; token: string } | null;
  /** Which model servers there are; with none, the built-in analyst answers. */
  models: ModelConfig;
  /** Connections to databases. */
  connections: ConnectionConfig;
  /** Whether sessions run in boxes. `ACTBOOK_SANDBOX`, default on; nothing but `off` turns it off. */
  sandbox: 'on' | 'off';
  /** How boxes start: forked from a process that has imported all, where that works. `ACTBOOK_SANDBOX_START`, default fork; nothing but `bwrap` changes it. */
  box: 'fork' | 'bwrap';
  /** Whether a notebook is verified by itself after an answered question. `ACTBOOK_VERIFY`, default on; nothing but `off` turns it off. */
  verify: 'on' | 'off';
  /** Whether an answer with numbers that are in no output goes back to its model, once. `ACTBOOK_NUMBERS`, default on; nothing but `off` turns it off. */
  numbers: 'on' | 'off';
  /** Memory of all boxes together, bytes. `ACTBOOK_SANDBOX_MEMORY_MB`; by default it leaves room on the machine. */
  allMemoryBytes: number | undefined;
  /** How long kernels outlive a crash of the app, for the next start to find, seconds. `ACTBOOK_KERNEL_GRACE_S`. */
  graceS: number;
  /** The least approval that code of programs needs which use Actbook by MCP: `never` (default), `risky`, or `always`. `ACTBOOK_MCP_APPROVAL`. */
  programApproval: ApprovalMode;
  /** An `mcp.json` whose servers all sessions can use. `ACTBOOK_MCP_CONFIG`. */
  mcpConfig: string | null;
  /** Whether spans go to a collector, which the standard `OTEL_EXPORTER_OTLP_ENDPOINT` names. */
  exportsSpans: boolean;
  /** Estimated tokens one prompt may take unless a run says otherwise. `ACTBOOK_PROMPT_TOKENS`. */
  promptTokens: number | undefined;
  /** How long the cells of a scheduled run may take, milliseconds. `ACTBOOK_SCHEDULE_HOURS`, default a day. */
  scheduleMs: number;
  host: string;
  port: number;
  /** Largest accepted upload, bytes. */
  maxUploadBytes: number;
}

const KERNEL_VARIABLES =
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TEMP|TMP|SYSTEMROOT|WINDIR|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|USERPROFILE|JUPYTER_PATH|ACTBOOK_CHART_STYLE)$/i;

/**
 * Reads the configuration and removes secrets from `env`, so that no child process inherits them.
 * A malformed number falls back to its default. Throws AppError `bad-request` for a models file that cannot be read, and for
 * a port that cannot be.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const rootDir = resolve(import.meta.dirname, '../..');
  const setupDir = findSetupDir(rootDir, env);
  const homeDir = resolve(env.ACTBOOK_HOME || join(homedir(), '.actbook'));
  const models = readModelConfig(env, homeDir);
  const keys = models.providers.flatMap(({ apiKeyEnv }) => apiKeyEnv ?? []);
  const own = ['OPENAI_API_KEY', 'JUPYTER_TOKEN', ...keys];
  const connections = readConnectionConfig(env, homeDir, own);
  const secrets = [...own, ...connections.variables];
  const config: Config = {
    rootDir,
    setupDir,
    homeDir,
    python: env.ACTBOOK_PYTHON || venvPython(rootDir, setupDir),
    kernelEnv: readKernelEnv(env, secrets),
    // The exporter reads its own variables, so this one stays in ours.
    notebookEnv: readNotebookEnv(env, [...secrets, 'OTEL_EXPORTER_OTLP_HEADERS']),
    jupyter: readJupyter(env),
    models,
    connections,
    sandbox: env.ACTBOOK_SANDBOX === 'off' ? 'off' : 'on',
    box: env.ACTBOOK_SANDBOX_START === 'bwrap' ? 'bwrap' : 'fork',
    verify: env.ACTBOOK_VERIFY === 'off' ? 'off' : 'on',
    numbers: env.ACTBOOK_NUMBERS === 'off' ? 'off' : 'on',
    allMemoryBytes: Math.floor(toNumber(env.ACTBOOK_SANDBOX_MEMORY_MB, 0) * 1024 * 1024) || undefined,
    graceS: toNumber(env.ACTBOOK_KERNEL_GRACE_S, 60),
    programApproval: readProgramApproval(env.ACTBOOK_MCP_APPROVAL),
    mcpConfig: env.ACTBOOK_MCP_CONFIG ? resolve(env.ACTBOOK_MCP_CONFIG) : null,
    exportsSpans: readExportsSpans(env),
    promptTokens: readPromptTokens(env.ACTBOOK_PROMPT_TOKENS),
    // A timer cannot be longer.
    scheduleMs: Math.min(Math.ceil(toNumber(env.ACTBOOK_SCHEDULE_HOURS, 24) * 3_600_000), 2 ** 31 - 1),
    host: env.ACTBOOK_HOST || '127.0.0.1',
    port: readPort(env.ACTBOOK_PORT),
    maxUploadBytes: toNumber(env.ACTBOOK_MAX_UPLOAD_MB, 500) * 1000 ** 2,
  };
  for (const name of secrets) delete env[name];
  return config;
}

/** The same for a program that has the library in it: its environment stays as it is. */
export function readHostConfig(): Config {
  return readConfig({ ...process.env });
}

/** A package's environment is named by its pins, as bin/setup/python-environment.mjs says too. */
function venvPython(rootDir: string, setupDir: string): string {
  const pins = () => readFileSync(join(rootDir, 'kernels/requirements.txt'));
  const hash = () => createHash('sha256').update(pins()).digest('hex').slice(0, 8);
  const folder = join(setupDir, setupDir === rootDir ? '.venv' : `.venv-${hash()}`);
  return process.platform === 'win32' ? join(folder, 'Scripts', 'python.exe') : join(folder, 'bin', 'python');
}

function readKernelEnv(env: NodeJS.ProcessEnv, secrets: readonly string[]): Record<string, string> {
  const kernelEnv: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || !KERNEL_VARIABLES.test(name) || secrets.includes(name)) continue;
    kernelEnv[name] = value;
  }
  return kernelEnv;
}

function readNotebookEnv(env: NodeJS.ProcessEnv, secrets: readonly string[]): Record<string, string> {
  const rest = Object.entries(env).filter(([name]) => !secrets.includes(name));
  return Object.fromEntries(rest.map(([name, value]) => [name, value ?? '']));
}

function readJupyter(env: NodeJS.ProcessEnv): Config['jupyter'] {
  return env.JUPYTER_SERVER_URL ? { url: env.JUPYTER_SERVER_URL, token: env.JUPYTER_TOKEN ?? '' } : null;
}

function readExportsSpans(env: NodeJS.ProcessEnv): boolean {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT;
  return Boolean(endpoint) && env.OTEL_SDK_DISABLED !== 'true';
}

/** Throws AppError `bad-request`: at another port than the one that was chosen, nobody would look. */
function readPort(value: string | undefined): number {
  const port = toNumber(value, 8899);
  if (Number.isInteger(port) && port < 65536) return port;
  throw new AppError('bad-request', `ACTBOOK_PORT takes a number from 0 to 65535, not “${value}”.`);
}

/** Throws AppError `bad-request`: a misspelled word would ask for nothing. */
function readProgramApproval(value: string | undefined): ApprovalMode {
  const { data } = ApprovalMode.safeParse(value || 'never');
  if (data) return data;
  throw new AppError('bad-request', `ACTBOOK_MCP_APPROVAL takes never, risky, or always, not “${value}”.`);
}

/** Fewer than a thousand do not hold the instructions. */
function readPromptTokens(value: string | undefined): number | undefined {
  const promptTokens = Math.floor(toNumber(value, 0));
  return promptTokens < 1000 ? undefined : promptTokens;
}

function toNumber(value: string | undefined, fallback: number): number {
  const parsed = Number(value);
  return value && Number.isFinite(parsed) && parsed >= 0 ? parsed : fallback;
}
