/** Misspelled options are named: one that is ignored, such as a limit or an address, does something else than what was asked. */
import type { VerifyFileOptions, VerifyOptions } from '../app/container.ts';
import { AppError } from '../util/app-error.ts';
import type {
  ActbookOptions,
  BranchOptions,
  JupyterAddress,
  ModelServer,
  RunOptions,
  SessionOptions,
  SteerOptions,
  WaysOptions,
} from './options.ts';

/** The compiler keeps these complete. */
type Known<T> = Readonly<Record<keyof T, true>>;

export const ACTBOOK_OPTIONS: Known<ActbookOptions> = {
  mcpServers: true,
  connections: true,
  model: true,
  kernels: true,
  python: true,
  sandbox: true,
  homeDir: true,
  user: true,
};

export const MODEL_SERVER: Known<ModelServer> = {
  baseUrl: true,
  apiKey: true,
  modelId: true,
  nativeTools: true,
  vision: true,
  contextTokens: true,
  prices: true,
};

export const JUPYTER_ADDRESS: Known<JupyterAddress> = { url: true, token: true };

export const SESSION_OPTIONS: Known<SessionOptions> = {
  title: true,
  kernelName: true,
  tools: true,
  hostTools: true,
};

export const RUN_OPTIONS: Known<RunOptions> = {
  files: true,
  tools: true,
  hostTools: true,
  schema: true,
  limits: true,
  onInput: true,
  agents: true,
  approval: true,
  onApproval: true,
  review: true,
  signal: true,
};

export const WAYS_OPTIONS: Known<WaysOptions> = {
  ways: true,
  files: true,
  tools: true,
  hostTools: true,
  schema: true,
  limits: true,
  review: true,
  signal: true,
};

export const BRANCH_OPTIONS: Known<BranchOptions> = { cellId: true, kernel: true };

export const STEER_OPTIONS: Known<SteerOptions> = { interrupt: true };

export const VERIFY_OPTIONS: Known<VerifyOptions> = {
  timeoutMs: true,
  isBackground: true,
  signal: true,
  onProgress: true,
};

export const VERIFY_FILE_OPTIONS: Known<Omit<VerifyFileOptions, 'path'>> = {
  ...VERIFY_OPTIONS,
  kernelName: true,
};

/** Throws AppError `bad-request` that names an option of `place` that is not known, and those that are. */
export function assertKnown<T extends object>(place: string, given: T | undefined, known: Known<T>): void {
  const unknown = Object.entries(given ?? {}).find(([key, value]) => value !== undefined && !(key in known));
  if (!unknown) return;
  const names = Object.keys(known).join(', ');
  throw new AppError('bad-request', `${place} has no option “${unknown[0]}”. It has ${names}.`);
}
