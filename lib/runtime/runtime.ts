/**
 * What a person can do with sessions: the one front for the web app and the command line. It leases kernels,
 * drives the agent, stamps and appends events; everything it knows about a session is read from the log.
 */
import { fitLimits } from '../agent/prompt-budget.ts';
import type { KernelProvider } from '../kernel/kernel.ts';
import type { Models } from '../model/model.ts';
import type { ApprovalDecision } from '../protocol/approval.ts';
import type { BatchRequest } from '../protocol/cell-change.ts';
import type { CodeQuestion, CodeReply } from '../protocol/code-help.ts';
import type { Event, EventBody } from '../protocol/event.ts';
import { type ApprovalMode, DEFAULT_LIMITS, type Limits, Task } from '../protocol/run.ts';
import type { ToolSource } from '../protocol/tool-source.ts';
import type { WidgetMessage } from '../protocol/widget-message.ts';
import { findApproval } from '../session/find-approval.ts';
import type { Session } from '../session/session.ts';
import type { Blobs, Store, Workspaces } from '../store/store.ts';
import type { HostTool, Toolbox } from '../tools/host-tool.ts';
import { AppError } from '../util/app-error.ts';
import { limitCalls } from '../util/limit-calls.ts';
import { createTurns } from '../util/turns.ts';
import { addFile, type NewFile } from './add-file.ts';
import { branchSession } from './branch-session.ts';
import { type CellEditor, createCellEditor, requireCell } from './cell-editor.ts';
import { createCellRunner } from './cell-runner.ts';
import { importNotebook, type NotebookToImport } from './import-notebook.ts';
import { createInputDesk } from './input-desk.ts';
import { createKernelControls, type KernelControls } from './kernel-controls.ts';
import { createKernelTables, type KernelTables } from './kernel-tables.ts';
import { createRebuilder } from './rebuilder.ts';
import { requireSchema } from './require-schema.ts';
import { createRunDriver } from './run-driver.ts';
import { openRunModels, type ReviewRequest, type RunModelsRequest } from './run-models.ts';
import { createWidgetSender } from './send-to-widget.ts';
import { createSessionKernels } from './session-kernels.ts';
import { createSessionLogs } from './session-logs.ts';
import { createSessionRemoval, type SessionRemoval } from './session-removal.ts';
import { createSessionTools } from './session-tools.ts';
import { type SessionRequest, startSession, toTitle } from './start-session.ts';
import { recover } from './take-over.ts';

export interface RuntimeDeps {
  store: Store;
  blobs: Blobs;
  workspaces: Workspaces;
  kernels: KernelProvider;
  models: Models;
  /** How answers are reviewed where nobody says; null: not at all. */
  review?: ReviewRequest | null;
  maxUploadBytes: number;
  /** Of runs that do not say, instead of the default. */
  promptTokens?: number | undefined;
  /** Host tools that all sessions have. Default: none. */
  toolbox?: Toolbox;
  /**
   * Whether `recover` takes over the kernels and runs that a process left when it crashed. Without it they are left to
   * a process that does: this one would end them with itself.
   */
  takesOver?: boolean;
  /** Told of each session's events in order, once they are stored. Must not throw. */
  onEvents?: (events: readonly Event[]) => void;
}

export interface RunRequest extends RunModelsRequest {
  text: string;
  files?: string[];
  /** Functions in the kernel's language, for this run and the next ones. */
  tools?: ToolSource;
  /** Functions of this process, for this run and the next ones; in place of those given before. */
  hostTools?: readonly HostTool[] | undefined;
  /** The cell that it is about. Throws AppError `not-found` where that is not in the notebook. */
  about?: Task['about'];
  /** JSON Schema of the answer, which is then a value: see {@link Task}. */
  schema?: Task['schema'];
  limits?: Partial<Limits>;
  /** Default: that of the session's run before, else `never`. */
  approval?: ApprovalMode | undefined;
}

export interface Runtime extends KernelControls, KernelTables, CellEditor, SessionRemoval {
  /** Throws AppError `bad-request` for the name of a kernel that is not installed. Default: `python3`. */
  createSession(request?: SessionRequest): Promise<string>;
  /**
   * A new session that begins as this notebook. Resolves to its id. Throws AppError `bad-request`, a fragment of a
   * sentence, for cells that no notebook can have.
   */
  importNotebook(notebook: NotebookToImport): Promise<string>;
  /** The kernels that sessions can have. Throws AppError `kernel-unavailable`. */
  listKernelSpecs(): ReturnType<KernelProvider['listSpecs']>;
  /**
   * Chooses the model of the session's coming runs, unless they name another. Throws AppError `bad-request` for one that
   * is not there, `not-found` without the session.
   */
  chooseModel(sessionId: string, modelId: string): Promise<void>;
  /**
   * Another session that goes on from a cell of this one: its log up to there, its files, a kernel that starts anew.
   * Resolves to its id. Throws AppError `not-found`.
   */
  branchSession(sessionId: string, cellId: string): Promise<string>;
  renameSession(sessionId: string, title: string): Promise<void>;
  /** The session folded from its log. Throws AppError `not-found`. */
  readSession(sessionId: string): Promise<Session>;
  /** Stores an upload and copies it into the workspace; a file of the same name is replaced. */
  addFile(sessionId: string, file: NewFile): Promise<{ name: string; bytes: number }>;
  /**
   * Starts a run and returns at once with its id. Throws AppError `conflict` while another goes on, `bad-request`
   * for a task, model or file that cannot be.
   */
  startRun(sessionId: string, request: RunRequest): Promise<string>;
  /** Resolves when the run has ended and its last event is stored. */
  waitForRun(runId: string): Promise<void>;
  cancelRun(sessionId: string, runId: string): Promise<void>;
  /**
   * Says something to a run that goes on: it reaches the model with its next step. Throws AppError `not-found`, and
   * `conflict` when the run has ended or another process drives it.
   */
  steerRun(sessionId: string, runId: string, text: string): Promise<void>;
  /**
   * Answers what running code asks with `input()`; null says that nobody will. Throws AppError `not-found` without the
   * session, `conflict` when the question is not open any more or waits in another process.
   */
  replyInput(sessionId: string, requestId: string, value: string | null): Promise<void>;
  /**
   * Decides on code, or a tool call, that waits for approval. Throws as {@link replyInput} does, and AppError
   * `bad-request` for a call that is to be edited.
   */
  replyApproval(sessionId: string, requestId: string, decision: ApprovalDecision): Promise<void>;
  /**
   * Notes somebody who follows the session and can answer: code that asks waits for them. Returns the function to
   * call when they leave.
   */
  addReader(sessionId: string): () => void;
  /** Asks the session's kernel about code; at once, and nothing of it is logged. Throws AppError `not-found`. */
  askAboutCode(sessionId: string, question: CodeQuestion): Promise<CodeReply>;
  /**
   * Runs a cell in the session's kernel at a person's word and returns once it is on its way; `timeoutMs` bounds it,
   * two minutes without. Throws AppError `not-found`, `bad-request` for a cell that is no code, and `conflict` while a
   * run, a rebuild or a cell goes on.
   */
  executeCell(sessionId: string, cellId: string, timeoutMs?: number): Promise<void>;
  /**
   * As {@link executeCell}, for all cells of a scope in order, up to the first that does not end well. AppError
   * `conflict` also where there is none.
   */
  executeCells(sessionId: string, request: BatchRequest): Promise<void>;
  /**
   * Tells a widget what a person did to it; resolves when its callbacks have ended. Throws AppError `conflict` when the
   * widget or its kernel is gone, or a callback failed.
   */
  sendToWidget(sessionId: string, modelId: string, message: WidgetMessage): Promise<void>;
  /** Resolves when the cells that a person runs have ended and their last event is stored. */
  waitForCell(sessionId: string): Promise<void>;
  /** Resolves when the session's rebuild has ended and its last event is stored. */
  waitForRebuild(sessionId: string): Promise<void>;
  /** Writes the end of runs and kernels whose process is gone. Call at start and now and then. */
  recover(): Promise<void>;
  /** Cancels runs and closes kernels; resolves when all of it is in the log. */
  dispose(): Promise<void>;
}

const NOT_ASKED = 'This was answered already, or nothing waits for it any more.';
const ASKED_ELSEWHERE = 'This run belongs to another Actbook process. Answer it there.';
/** Files that may arrive at the same time. */
const MAX_UPLOADS = 16;
const TOO_MANY_UPLOADS = 'Too many files arrive at the same time. Add this one again in a moment.';
const CLOSED = 'Actbook was closed, so the variables of its kernel are gone.';

export function createRuntime(deps: RuntimeDeps): Runtime {
  const { store, blobs, workspaces } = deps;
  const putStream = limitCalls(blobs.putStream, MAX_UPLOADS, TOO_MANY_UPLOADS);
  const logs = createSessionLogs(store, deps.onEvents);
  const { writerOf, readSession } = logs;
  const inWorkspace = createTurns();
  const putBlob = (bytes: Uint8Array) => blobs.put(bytes);
  const kernels = createSessionKernels({ ...deps, putBlob, writerOf, inWorkspace });
  const inputs = createInputDesk();
  const tools = createSessionTools(deps.toolbox);
  const cellDeps = { store, kernels, inputs, tools, readBlob: blobs.get, readSession, writerOf };
  const driver = createRunDriver(cellDeps);
  const rebuilder = createRebuilder({ store, kernels, inputs, tools, readSession, writerOf });
  const cells = createCellRunner(cellDeps);
  const controls = createKernelControls({ kernels, driver, rebuilder, cells, readSession, writerOf });

  const removal = createSessionRemoval({
    ...{ store, blobs, workspaces, kernels, endWork: controls.endWork },
    forget: (sessionId) => {
      logs.forget(sessionId);
      tools.forget(sessionId);
    },
  });

  return {
    readSession,
    createSession: (request) => startSession({ ...deps, tools }, request),
    importNotebook: (notebook) => importNotebook({ ...deps, putBlob }, notebook),
    chooseModel: async (sessionId, modelId) => {
      const { info } = await deps.models.open(modelId);
      await writerOf(sessionId).write({ type: 'model-change', model: info });
    },
    branchSession: (sessionId, cellId) => branchSession({ ...deps, readSession }, sessionId, cellId),
    listKernelSpecs: () => deps.kernels.listSpecs(),
    renameSession: async (sessionId, title) => {
      await writerOf(sessionId).write({ type: 'session-rename', title: toTitle(title) });
    },
    ...removal,
    addFile: (sessionId, file) => addFile({ ...deps, putStream, writerOf, inWorkspace }, sessionId, file),
    startRun: async (sessionId, request) => {
      const task = parseTask(request);
      const session = await readSession(sessionId);
      const approval = request.approval ?? findApproval(session);
      if (task.about) requireCell(session, task.about.cellId);
      const models = await openRunModels(deps.models, session, request, deps.review ?? null);
      await requireSchema(task, models.model.info);
      const { promptTokens = DEFAULT_LIMITS.promptTokens } = deps;
      const limits = fitLimits({ ...DEFAULT_LIMITS, promptTokens, ...request.limits }, models.model);
      requireFiles(session, task);
      const title: EventBody[] =
        session.title === '' ? [{ type: 'session-rename', title: toTitle(task.text) }] : [];
      await cells.settle(sessionId);
      if (request.hostTools) tools.give(sessionId, request.hostTools);
      return driver.start({ session, task, models, limits, approval, before: title });
    },
    waitForRun: driver.wait,
    cancelRun: driver.cancel,
    steerRun: driver.steer,
    replyInput: async (sessionId, requestId, value) => {
      if (inputs.reply(sessionId, requestId, value)) return;
      const kernel = await kernels.find(sessionId);
      throw explainNotOpen(await readSession(sessionId), requestId, kernel !== null);
    },
    replyApproval: async (sessionId, requestId, decision) => {
      if (decision.decision === 'edit') requireEditable(await readSession(sessionId), requestId);
      if (inputs.decide(sessionId, requestId, decision)) return;
      const kernel = await kernels.find(sessionId);
      throw explainNotOpen(await readSession(sessionId), requestId, kernel !== null);
    },
    addReader: inputs.addReader,
    ...controls,
    ...createKernelTables({ kernels, workspaces, readSession }),
    ...createCellEditor({ readSession, writerOf }),
    askAboutCode: async (sessionId, question) => {
      const kernel = await kernels.findReady(sessionId);
      if (!kernel) {
        await readSession(sessionId);
        return { status: 'none' };
      }
      const answer = kernel.status === 'idle' ? await kernel.ask(question) : null;
      return answer ? { status: 'ok', ...answer } : { status: 'busy' };
    },
    executeCell: cells.execute,
    executeCells: cells.executeBatch,
    sendToWidget: createWidgetSender({ kernels, readSession, writerOf }),
    waitForCell: cells.wait,
    waitForRebuild: rebuilder.wait,
    recover: () => recover({ ...deps, sessionKernels: kernels, driver, cells, readSession }),
    dispose: async () => {
      await controls.closeKernels(CLOSED);
      await logs.flush();
    },
  };
}

function requireFiles(session: Session, task: Task): void {
  const unknown = task.files.find((name) => !session.files.some((file) => file.name === name));
  if (unknown) throw new AppError('bad-request', `There is no file “${unknown}” in this session.`);
}

function explainNotOpen({ cells }: Session, requestId: string, isOurs: boolean): AppError {
  const open = cells.flatMap((cell) => [...cell.pendingInputs, ...cell.pendingApprovals]);
  const isAsked = open.some((each) => each.requestId === requestId);
  return new AppError('conflict', isAsked && !isOurs ? ASKED_ELSEWHERE : NOT_ASKED);
}

function requireEditable({ cells }: Session, requestId: string): void {
  const open = cells.flatMap((cell) => cell.pendingApprovals);
  const isCall = open.some((each) => each.requestId === requestId && each.callId !== undefined);
  if (isCall) throw new AppError('bad-request', 'A tool call can be approved or refused, not edited.');
}

function parseTask({ text, files = [], tools, schema, about }: RunRequest): Task {
  const { data, error } = Task.safeParse({ text, files, tools, schema, about });
  if (data) return data;
  throw new AppError('bad-request', `${error.issues[0]?.message ?? 'The question cannot be read'}.`);
}
