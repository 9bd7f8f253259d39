/** A session as a program works with it: a notebook with a kernel and files of its own. */
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { Container, VerifyOptions } from '../app/container.ts';
import { checkOutPath } from '../files/check-out-path.ts';
import { checkWritten } from '../files/check-written.ts';
import { replaceFile, stampFile } from '../files/replace-file.ts';
import type { LayerOptions } from '../kernel/kernel.ts';
import type { Event } from '../protocol/events/event.ts';
import type { PackageChange, PackagesReply } from '../protocol/kernel/session-packages.ts';
import type { TakeBack } from '../protocol/kernel/take-back.ts';
import type { RunRequest } from '../protocol/runs/run.ts';
import type { Branch } from '../protocol/sessions/branch.ts';
import type { Verification } from '../protocol/verification/verification.ts';
import type { Notebook } from '../session/notebook/to-notebook.ts';
import type { Session } from '../session/session.ts';
import { AppError } from '../util/app-error.ts';
import { hasCode } from '../util/has-code.ts';
import { type ActbookRun, createActbookRun, type RunResult } from './actbook-run.ts';
import { type ActbookWays, createActbookWays } from './actbook-ways.ts';
import { assertKnown, BRANCH_OPTIONS, RUN_OPTIONS, VERIFY_OPTIONS, WAYS_OPTIONS } from './assert-known.ts';
import { assertOpen } from './assert-open.ts';
import type { BranchOptions, FileContent, RunOptions, WaysOptions } from './options.ts';

export interface ActbookSession {
  readonly id: string;
  /**
   * Adds a file to the kernel's working directory, by path or by content. A file with the same name is replaced.
   * Returns the name. Throws AppError `bad-request` for an invalid name and a path where there is no file, `too-large` above
   * 500 MB.
   */
  addFile(file: string | FileContent): Promise<string>;
  /** A file of the working directory, also one that code wrote. Throws AppError `not-found`. */
  readFile(name: string): Promise<Uint8Array>;
  /**
   * Starts a run and returns at once. Throws AppError `conflict` while another is running in this session, `bad-request`
   * for an invalid task.
   */
  run(task: string, options?: RunOptions): Promise<ActbookRun>;
  /** Runs a task to its end. */
  ask(task: string, options?: RunOptions): Promise<RunResult>;
  /**
   * Gives one task to several agents, each in a branch of the notebook, and returns at once: docs/branches.md has the rules.
   * Throws AppError `conflict` while anything runs in this session, `bad-request` for limits that cannot be split.
   */
  tryWays(task: string, options?: WaysOptions): Promise<ActbookWays>;
  /**
   * A second session that continues from this one, at its end or from a cell, with a copy of its files; where the kernel can be
   * forked, with all variables. Throws AppError `not-found` for a cell that is not there, `too-large` above 2 GB of files, and
   * `conflict`, with the reason, if `kernel` is `live` and there can be no fork.
   */
  branch(options?: BranchOptions): Promise<ActbookBranch>;
  /**
   * Takes a cell back with its effect on variables, and with it what ran later: the kernel is again what it was before. Resolves
   * when cells that run again for that have ended. The notebook and its files stay as they are. Throws AppError `not-found` for a cell that is
   * not there, `conflict` while anything runs in this session, for a cell that has not run, and if a cell failed that ran again.
   */
  takeBack(cellId: string): Promise<TakeBack>;
  /**
   * Adds packages that all runs and cells of the session can import, or removes them: docs/packages.md has the rules. Throws AppError
   * `bad-request` with a sentence that names what cannot be had, and `conflict` where a package that all kernels have is in the way.
   */
  changePackages(change: PackageChange, options?: LayerOptions): Promise<PackagesReply>;
  /** The state of the session, folded from its events. */
  read(): Promise<Session>;
  /** Every event after `afterSeq` (default: all), and new ones as they come, until the signal aborts or `dispose` is called. */
  events(options?: { afterSeq?: number; signal?: AbortSignal }): AsyncIterable<Event>;
  /** The notebook as nbformat 4.5, complete. */
  toNotebook(): Promise<Notebook>;
  /**
   * Writes the notebook as an `.ipynb` file, whole or not at all. It reads its data by name: keep the files in the same folder.
   * Throws AppError `bad-request` for a path where no file can be, `disk-full` or `disk-failed`.
   */
  saveNotebook(path: string): Promise<void>;
  /**
   * Runs the notebook's code in a new kernel, isolated and without network, with the files that were added to the session,
   * and compares its outputs with those of the notebook. The session does not change. Rules: docs/verification.md. Throws
   * AppError `kernel-unavailable`.
   */
  verify(options?: VerifyOptions): Promise<Verification>;
  /** Ends its run and its kernel and removes the session. Calling it is optional. */
  delete(): Promise<void>;
}

const REBUILD_STOPPED = 'The cells that ran again were stopped.';

export interface ActbookBranch extends Omit<Branch, 'id'> {
  session: ActbookSession;
}

export function createActbookSession(container: Container, sessionId: string): ActbookSession {
  const { runtime, workspaces } = container;

  async function run(text: string, options: RunOptions = {}): Promise<ActbookRun> {
    options.signal?.throwIfAborted();
    assertOpen(container);
    assertKnown('run', options, RUN_OPTIONS);
    const { seq, files } = await runtime.sessions.read(sessionId);
    const names = options.files ?? files.map(({ name }) => name);
    const runId = await runtime.runs.start(sessionId, toRequest(text, names, options), options.hostTools);
    return createActbookRun(container, { sessionId, runId, seq, options });
  }

  async function tryWays(text: string, { ways = 3, ...options }: WaysOptions = {}): Promise<ActbookWays> {
    options.signal?.throwIfAborted();
    assertOpen(container);
    assertKnown('tryWays', options, WAYS_OPTIONS);
    const { files } = await runtime.sessions.read(sessionId);
    const names = options.files ?? files.map(({ name }) => name);
    const request = { ...toRequest(text, names, options), ways };
    const begun = await runtime.ways.start(sessionId, request, options.hostTools);
    return createActbookWays(container, sessionId, begun, options.signal);
  }

  async function* events({
    afterSeq = 0,
    signal,
  }: Parameters<ActbookSession['events']>[0] = {}): AsyncGenerator<Event> {
    const { closing } = container;
    const end = signal ? AbortSignal.any([signal, closing]) : closing;
    for await (const batch of runtime.follow(sessionId, afterSeq, end)) yield* batch;
  }

  async function writeNotebook(): Promise<string> {
    assertOpen(container);
    return (await container.exportSession(sessionId, 'ipynb')).content;
  }

  return {
    id: sessionId,
    addFile: async (file) => {
      assertOpen(container);
      const { name } = await runtime.sessions.addFile(sessionId, toUpload(file));
      return name;
    },
    readFile: async (name) => {
      assertOpen(container);
      const { stream } = await workspaces.openFile(sessionId, name);
      return new Uint8Array(await new Response(stream).arrayBuffer());
    },
    run,
    ask: async (task, options) => (await run(task, options)).result(),
    tryWays,
    branch: async (options = {}) => {
      assertOpen(container);
      assertKnown('branch', options, BRANCH_OPTIONS);
      const { id, ...branch } = await runtime.sessions.branch(sessionId, options);
      return { session: createActbookSession(container, id), ...branch };
    },
    takeBack: async (cellId) => {
      assertOpen(container);
      const done = await runtime.kernels.takeBack(sessionId, cellId);
      if (done.how === 'checkpoint') return done;
      await runtime.kernels.waitForRebuild(sessionId);
      const rebuild = (await runtime.sessions.read(sessionId)).rebuilds.at(-1);
      if (rebuild?.status !== 'ok') throw new AppError('conflict', rebuild?.reason ?? REBUILD_STOPPED);
      return done;
    },
    changePackages: async (change, options) => {
      assertOpen(container);
      return runtime.kernels.changePackages(sessionId, change, options);
    },
    read: async () => {
      assertOpen(container);
      return runtime.sessions.read(sessionId);
    },
    events,
    toNotebook: async () => JSON.parse(await writeNotebook()),
    saveNotebook: async (path) => {
      const content = await writeNotebook();
      await checkOutPath(path);
      checkWritten(path, await replaceFile(path, content, await stampFile(path)));
    },
    verify: async (options) => {
      assertOpen(container);
      assertKnown('verify', options, VERIFY_OPTIONS);
      return container.verifySession(sessionId, options);
    },
    delete: async () => {
      assertOpen(container);
      await runtime.sessions.delete(sessionId);
    },
  };
}

function toUpload(file: string | FileContent): { name: string; source: AsyncIterable<Uint8Array> } {
  if (typeof file === 'string') return { name: basename(file), source: readPath(file) };
  const { name, content } = file;
  const isWhole = typeof content === 'string' || content instanceof Uint8Array;
  return { name, source: isWhole ? new Blob([toBytes(content)]).stream() : content };
}

/** Opened when it is read: nobody would hear of a failure before that, and it would end the program. */
async function* readPath(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path);
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) throw new AppError('bad-request', `There is no file ${path}.`, { cause });
    throw hasCode(cause, 'EISDIR') ? new AppError('bad-request', `${path} is a folder.`, { cause }) : cause;
  }
}

function toBytes(content: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
}

function toRequest(task: string, files: string[], options: RunOptions): RunRequest {
  const { tools, schema, limits, onInput, approval, onApproval, review, agents } = options;
  // What agents want approved waits in sessions of their own, which this run does not follow.
  if (agents && (onApproval || (approval ?? 'never') !== 'never'))
    throw new AppError(
      'bad-request',
      'The option agents does not go with approval: code of agents would wait forever.',
    );
  // A program has no page to answer in: these handlers answer, or nobody does.
  const waits = onInput || onApproval ? {} : { inputWaitMs: 0 };
  return { task, files, tools, schema, approval, review, agents, limits: { ...waits, ...limits } };
}
