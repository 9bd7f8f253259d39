/** A kernel process on a Jupyter server, ready to execute in its workspace. */
import { existsSync } from 'node:fs';
import { mkdir, realpath } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { type KernelInfo, LanguageInfo } from '../../protocol/kernel/kernel-info.ts';
import { AppError } from '../../util/app-error.ts';
import { isModestJson } from '../../util/is-modest-json.ts';
import { isWithin } from '../../util/is-within.ts';
import { type StartKernelOptions, WORKSPACE_IN_BOX } from '../kernel.ts';
import { enterWorkspace } from '../link/enter-workspace.ts';
import { JupyterLink } from '../link/jupyter-link.ts';
import type { KernelLoss } from '../link/kernel-loss.ts';
import { numberMessages } from '../link/number-messages.ts';
import { OWN_KERNEL } from '../server/installed-kernels.ts';
import type { RunningServer } from '../server/jupyter-server.ts';
import type { Survivor } from '../server/survivor.ts';
import { createJupyterApi, type JupyterApi, type KernelSpecSummary } from '../wire/jupyter-api.ts';
import { toStringOr } from '../wire/kernel-message.ts';
import { explainMissing, explainObstacles } from './explain-obstacles.ts';

export interface KernelProcessOptions extends StartKernelOptions {
  /** The server to start on. Called for each new process, as the one before may have ended. */
  connect: () => Promise<RunningServer>;
}

export interface KernelProcess {
  /** The id the server knows it by. */
  kernelId: string;
  server: RunningServer;
  api: JupyterApi;
  link: JupyterLink;
  info: KernelInfo;
  /** Where code finds the workspace, if it is a branch in the box of another kernel. */
  folder?: string | undefined;
}

/** The net below all obstacles that are known: longest wait for a branch to run nothing, milliseconds. */
const ANSWER_MS = 5_000;

type OnLost = (loss: KernelLoss) => void;

/**
 * Starts a kernel and connects to it. `known` is what a process of the same kernel had reported: the server then need
 * not be asked for its specifications. Throws AppError `kernel-unavailable`, leaving nothing behind.
 */
export async function startProcess(
  options: KernelProcessOptions,
  onLost: OnLost,
  known: KernelInfo | null = null,
): Promise<KernelProcess> {
  // Code may have deleted it. A foreign server's folders, whose parents are not here either, are not ours to make.
  await mkdir(options.workspace, { mode: 0o700 }).catch(() => {});
  const server = await options.connect();
  const api = createJupyterApi(server);
  const spec = known ? toSpec(known) : await findSpec(api, server, options.kernelName);
  const path = await toServerPath(server, options.workspace);
  const kernelId = await api.startKernel(spec.name, path).catch((cause: unknown) => {
    throw isInstalledElsewhere(spec, server) ? toNotStarted(spec, server, cause) : cause;
  });
  return openOrEnd({ server, api, kernelId, spec, workspace: options.workspace, onLost });
}

/** Whether the kernel is one that the user installed, on a server of ours. A remote server says itself what is wrong. */
function isInstalledElsewhere({ language }: KernelSpecSummary, { isolation }: RunningServer): boolean {
  return isolation !== 'remote' && language.toLowerCase() !== 'python';
}

function toNotStarted(
  { displayName }: KernelSpecSummary,
  { isolation }: RunningServer,
  cause: unknown,
): AppError {
  const place = isolation === 'none' ? '' : ' in the sandbox';
  const sentence = `The kernel “${displayName}” did not start: its program is missing${place} or fails immediately. See docs/languages.md for what a kernel needs.`;
  return new AppError('kernel-unavailable', sentence, { cause });
}

/** Connects to the process that a survivor describes. Throws AppError `kernel-unavailable`, and leaves it as it is. */
export async function recoverProcess(
  server: RunningServer,
  { kernelId, info, folder, ...before }: Survivor,
  onLost: OnLost,
): Promise<KernelProcess> {
  const { exited, isEnding } = server;
  const options = { address: server, kernelId, kernelName: info.name, onLost, exited, isEnding };
  const link = await JupyterLink.open({ ...options, before });
  return { server, api: createJupyterApi(server), kernelId, link, info, folder };
}

/**
 * Forks a kernel into another one on its server, which works in `folder` there: as it is, or as it was before it last ran a cell. Throws AppError `conflict` with what keeps it from
 * being forked, and `kernel-unavailable`.
 */
export async function forkProcess(
  before: KernelProcess,
  folder: string,
  onLost: OnLost,
  cellId?: string,
): Promise<KernelProcess> {
  const { api, server, kernelId } = before;
  const { id, obstacles } = await (cellId === undefined
    ? api.forkKernel(kernelId, folder)
    : api.wakeCheckpoint(kernelId, cellId, folder, true));
  const explain = cellId === undefined ? explainObstacles : explainMissing;
  if (id === null) throw new AppError('conflict', explain(obstacles));
  const inOtherFolder = server.isolation === 'none' ? {} : { folder };
  const options = { ...before, kernelId: id, spec: toSpec(before.info), workspace: folder, onLost };
  const forked = { ...(await openOrEnd(options)), ...inOtherFolder };
  await proveAnswers(forked, explain);
  return forked;
}

/**
 * Starts what a kernel was before it ran a cell, in the same folder, with that one still there if it has not crashed. Throws AppError
 * `conflict` with why it cannot be had, and `kernel-unavailable`.
 */
export async function wakeProcess(
  before: KernelProcess,
  cellId: string,
  workspace: string,
  onLost: OnLost,
): Promise<KernelProcess> {
  const { api, server } = before;
  const place = server.isolation === 'none' ? workspace : (before.folder ?? WORKSPACE_IN_BOX);
  const { id, obstacles } = await api.wakeCheckpoint(before.kernelId, cellId, place);
  if (id === null) throw new AppError('conflict', explainMissing(obstacles));
  const options = { ...before, kernelId: id, spec: toSpec(before.info), workspace, onLost };
  const woken = { ...(await openOrEnd(options)), folder: before.folder };
  await proveAnswers(woken, explainMissing);
  return woken;
}

/** Starts another process on the server of this one, in its folder. Throws AppError `kernel-unavailable`, with this one as it was. */
export async function startBeside(
  before: KernelProcess,
  workspace: string,
  onLost: OnLost,
): Promise<KernelProcess> {
  const { api, server, folder } = before;
  const spec = toSpec(before.info);
  // The server starts none in the folder of a branch.
  const path = folder === undefined ? await toServerPath(server, workspace) : '';
  const kernelId = await api.startKernel(spec.name, path);
  const started = await openOrEnd({ server, api, kernelId, spec, workspace, onLost });
  if (folder === undefined) return started;
  await enterWorkspace(started.link, spec.language, folder);
  return { ...started, folder };
}

/** Ends a fork that runs nothing. Throws AppError `conflict` then. */
async function proveAnswers(
  forked: KernelProcess,
  explain: (obstacles: readonly string[]) => string,
): Promise<void> {
  if (await isWithin(ANSWER_MS, forked.link.execute({ code: '', silent: true }).ended)) return;
  await endProcess(forked, 'The branch did not answer.');
  throw new AppError('conflict', explain(['code that keeps its copy from answering']));
}

/** What a later process needs to recover this one. */
export function toSurvivor(
  { server, kernelId, link, info, folder }: KernelProcess,
  execution: Survivor['execution'] = null,
): Survivor {
  const { exited: _, isEnding: __, ...address } = server;
  const token = server.scratch === null ? '' : server.token;
  return { server: { ...address, token }, kernelId, ...link.identity, info, execution, folder };
}

/** Connects to the process the server put in place of a dead one, under the same id. */
export async function reopenProcess(
  before: KernelProcess,
  workspace: string,
  onLost: OnLost,
): Promise<KernelProcess> {
  return openOrEnd({ ...before, spec: toSpec(before.info), workspace, onLost });
}

function toSpec({ name, displayName, languageInfo }: KernelInfo): KernelSpecSummary {
  return { name, displayName, language: languageInfo.name };
}

/** Ends the process; a server that is gone has ended it already. */
export async function endProcess({ link, api, kernelId }: KernelProcess, reason: string): Promise<void> {
  link.close({ kind: 'gone', reason });
  // A server that is just restarting the kernel fails the first request.
  await api
    .shutdownKernel(kernelId)
    .catch(() => api.shutdownKernel(kernelId))
    .catch(() => {});
}

interface OpenOptions {
  server: RunningServer;
  api: JupyterApi;
  kernelId: string;
  spec: KernelSpecSummary;
  workspace: string;
  onLost: OnLost;
}

async function openOrEnd(options: OpenOptions): Promise<KernelProcess> {
  try {
    return await openProcess(options);
  } catch (error) {
    await options.api.shutdownKernel(options.kernelId).catch(() => {});
    throw error;
  }
}

async function openProcess(options: OpenOptions): Promise<KernelProcess> {
  const { server, api, kernelId, spec, onLost } = options;
  const { exited, isEnding } = server;
  const kernelName = spec.name;
  const link = await JupyterLink.open({ address: server, kernelId, kernelName, onLost, exited, isEnding });
  if (server.rootDir === null) {
    await enterWorkspace(link, spec.language, options.workspace);
    await numberMessages(link, spec.language);
  }
  if (link.loss) throw new AppError('kernel-unavailable', link.loss.reason);
  return { server, api, kernelId, link, info: toKernelInfo(link.info, spec, server) };
}

async function findSpec(
  api: JupyterApi,
  { isolation }: RunningServer,
  name: string,
): Promise<KernelSpecSummary> {
  if (isolation !== 'remote' && name === OWN_KERNEL.name) return OWN_KERNEL;
  const specs = await api.listSpecs();
  const spec = specs.find((each) => each.name === name);
  if (spec) return spec;
  const names = specs.map((each) => each.name).join(', ') || 'none';
  throw new AppError('kernel-unavailable', `There is no kernel named "${name}". Installed: ${names}.`);
}

/** A folder as the server's API writes it: relative to its root, with slashes. Of a foreign server, the root. */
async function toServerPath({ rootDir }: RunningServer, workspace: string): Promise<string> {
  if (rootDir === null) return '';
  return relative(rootDir, await realpath(workspace))
    .split(sep)
    .join('/');
}

/** Puts back a working directory that code deleted: in one that is gone, not even a file can be written. */
export async function restoreWorkspace(
  { server, link, info }: KernelProcess,
  workspace: string,
): Promise<void> {
  // A folder in a box cannot be deleted, and one on a foreign server is not ours.
  if (server.isolation !== 'none' || existsSync(workspace)) return;
  await mkdir(workspace, { recursive: true, mode: 0o700 });
  await enterWorkspace(link, info.languageInfo.name, workspace);
}

const MAX_LANGUAGE_INFO_LENGTH = 16_000;
const MAX_NAME_LENGTH = 200;

function toKernelInfo(
  reply: Record<string, unknown>,
  spec: KernelSpecSummary,
  { isolation, sandboxStart }: RunningServer,
): KernelInfo {
  const fallback = { name: spec.language, version: '' };
  const isModest = isModestJson(reply.language_info, MAX_LANGUAGE_INFO_LENGTH);
  return {
    name: spec.name,
    displayName: spec.displayName,
    languageInfo: (isModest && LanguageInfo.safeParse(reply.language_info).data) || fallback,
    implementation: `${toStringOr(reply.implementation, '')} ${toStringOr(reply.implementation_version, '')}`
      .trim()
      .slice(0, MAX_NAME_LENGTH),
    isolation,
    ...(sandboxStart ? { sandboxStart } : {}),
  };
}
