/**
 * The event log's vocabulary: one fact each, appended, never changed. The prompt, the page and every
 * export are folds of these (lib/session). Names are noun-action.
 */
import { z } from 'zod';
import { MimeBundle, Output } from '../notebook/output.ts';
import { OutputDigest } from '../notebook/output-digest.ts';
import { WidgetUpdate } from '../notebook/widget-model.ts';
import { ApprovalReply, ApprovalRequest } from './approval.ts';
import { BatchEnd, BatchStart } from './batch.ts';
import { BranchOrigin } from './branch-origin.ts';
import { CallEnd, CallValue } from './call.ts';
import { CellOperation } from './cell-operation.ts';
import { Compaction } from './compaction.ts';
import { KernelName, MAX_NAMES } from './kernel-name.ts';
import { NextInput } from './next-input.ts';
import { ImportedCell, NotebookImport } from './notebook-import.ts';
import { ReviewResult } from './review.ts';
import { ApprovalMode, Budget, Limits, ModelInfo, Outcome, Task, Usage } from './run.ts';
import { ToolSource } from './tool-source.ts';

export const CellEndStatus = z.enum(['ok', 'error', 'interrupted', 'timed-out', 'kernel-died', 'aborted']);
export type CellEndStatus = z.infer<typeof CellEndStatus>;

/** Jupyter's kernel states, plus `none` before a kernel was started and after it was shut down. */
export const KernelStatus = z.enum(['none', 'starting', 'idle', 'busy', 'restarting', 'dead']);
export type KernelStatus = z.infer<typeof KernelStatus>;

export const LanguageInfo = z.looseObject({
  name: z.string(),
  version: z.string(),
  mimetype: z.string().optional(),
  file_extension: z.string().optional(),
  pygments_lexer: z.string().optional(),
  codemirror_mode: z.unknown().optional(),
  nbconvert_exporter: z.string().optional(),
});
export type LanguageInfo = z.infer<typeof LanguageInfo>;

/**
 * What keeps code from the machine it runs on: a `box` around the session, such a box with the internet open to it
 * (`box-online`), nothing (`none`), or whatever the owner of a `remote` Jupyter server put there.
 */
export const Isolation = z.enum(['box', 'box-online', 'none', 'remote']);
export type Isolation = z.infer<typeof Isolation>;

/** A kernel as `kernel_info_reply` and its spec describe it. */
export const KernelInfo = z.object({
  name: z.string(),
  displayName: z.string(),
  languageInfo: LanguageInfo,
  /** `implementation` and its version, e.g. `ipython 9.17.1`. */
  implementation: z.string(),
  /** Logs from before there were boxes do not say. */
  isolation: Isolation.optional(),
});
export type KernelInfo = z.infer<typeof KernelInfo>;

const CellType = z.enum(['code', 'markdown']);

export const CellSource = z.object({
  cellId: z.string().regex(/^[a-zA-Z0-9-_]{1,64}$/),
  cellType: CellType,
  source: z.string(),
  author: z.enum(['agent', 'human']),
});

/** The kernel's `input_request` (jupyter-client messaging, "Messages on the stdin channel"). */
export const InputRequest = z.object({
  requestId: z.string(),
  /** What the code asked, shortened when it is very long. */
  prompt: z.string(),
  /** Whether the answer must not be shown or kept, as `getpass` wants. */
  password: z.boolean(),
});
export type InputRequest = z.infer<typeof InputRequest>;

/** What became of an input request. */
export const InputReply = z.object({
  requestId: z.string(),
  /** Null for a password, and when there was no answer. */
  value: z.string().nullable(),
  /** `nobody`: no one was there, or the code stopped waiting. */
  by: z.enum(['human', 'nobody']),
});
export type InputReply = z.infer<typeof InputReply>;

/** What a cell is for: given tool functions, the model's words, code, its answer, or a person's words. */
export const CellRole = z.enum(['tools', 'thought', 'code', 'answer', 'note']);
export type CellRole = z.infer<typeof CellRole>;

export const ToolCall = z.object({ id: z.string(), name: z.string(), arguments: z.string() });
export type ToolCall = z.infer<typeof ToolCall>;

/** A Python function the model may call from its code. */
export const ToolDescription = z.object({
  name: z.string(),
  signature: z.string(),
  doc: z.string(),
  /** Set when it runs in this process, not in the kernel. */
  isHost: z.literal(true).optional(),
});
export type ToolDescription = z.infer<typeof ToolDescription>;

const run = { runId: z.string() };
const step = { ...run, step: z.number().int().positive() };
const cell = { cellId: z.string() };
/** A person's change of a cell; part of an operation where it can be taken back. */
const change = { ...cell, operation: CellOperation.optional() };

export const EventBody = z.discriminatedUnion('type', [
  // session
  z.object({
    type: z.literal('session-start'),
    title: z.string(),
    kernelName: z.string(),
    /** Functions that every run of the session has. */
    tools: ToolSource.optional(),
    /** It goes on from a cell of another session; the events of that follow. */
    branchOf: BranchOrigin.optional(),
  }),
  z.object({ type: z.literal('session-rename'), title: z.string() }),
  z.object({
    type: z.literal('file-add'),
    name: z.string(),
    bytes: z.number().int().nonnegative(),
    blob: z.string(),
    /** Where the file came from; examples carry their credit line. */
    origin: z.enum(['upload', 'example']),
    credit: z.string().optional(),
  }),
  /** The session began as this notebook file; its cells follow. */
  z.object({ type: z.literal('notebook-import'), ...NotebookImport.shape }),
  /** A cell of that file, at the end; what the file shows of it follows as outputs. */
  z.object({ type: z.literal('cell-import'), ...ImportedCell.shape }),
  /** A person allowed the network to the session's code, or took that back; kernels started from then on obey. */
  z.object({ type: z.literal('network-change'), isAllowed: z.boolean() }),
  /** A person chose the model of the session's coming runs. */
  z.object({ type: z.literal('model-change'), model: ModelInfo }),
  z.object({
    type: z.literal('kernel-status'),
    status: KernelStatus,
    /** Set with the first `idle` of a kernel process. */
    info: KernelInfo.optional(),
    /** True when the variables of an earlier kernel process are gone. */
    stateLost: z.boolean().optional(),
    /** One sentence for people and the model: why the status changed. */
    reason: z.string().optional(),
  }),
  /** The names that code has defined in the kernel, all of them, whenever they changed. */
  z.object({ type: z.literal('kernel-names'), names: z.array(KernelName).max(MAX_NAMES) }),
  /** A person asked to run these cells again, in a fresh kernel. What the notebook shows of them stays. */
  z.object({ type: z.literal('rebuild-start'), cellIds: z.array(z.string()) }),
  /** This cell has run again and ended `ok`. */
  z.object({ type: z.literal('rebuild-step'), cellId: z.string() }),
  z.object({
    type: z.literal('rebuild-end'),
    status: z.enum(['ok', 'failed', 'stopped']),
    reason: z.string().optional(),
  }),
  // run
  z.object({
    type: z.literal('run-start'),
    ...run,
    task: Task,
    model: ModelInfo,
    /** Reviews the answer before it is given. */
    reviewer: ModelInfo.optional(),
    limits: Limits,
    /** Which code waits for a person's word; none where it is not said. */
    approval: ApprovalMode.optional(),
  }),
  /** A person's words while the run goes on, after `step` steps had begun; kept as the note `cellId`. */
  z.object({
    type: z.literal('run-steer'),
    ...run,
    ...cell,
    step: z.number().int().nonnegative(),
    text: z.string(),
  }),
  /** The functions from this source, all of them, in place of those before. */
  z.object({
    type: z.literal('tool-define'),
    ...run,
    tools: z.array(ToolDescription),
    /** `host`: they run in this process. Default: Python that a person gave. */
    origin: z.literal('host').optional(),
    /** What is missing among host tools, and why: sentences. */
    problems: z.array(z.string()).optional(),
  }),
  /** The prompt of the coming step was too long: what it shows of earlier steps from now on. */
  z.object({ type: z.literal('context-compact'), ...run, ...Compaction.shape }),
  /** `sum-up`: a limit was reached, and the model tells what it has; no code of this step is run. */
  z.object({
    type: z.literal('step-start'),
    ...step,
    purpose: z.enum(['sum-up']).optional(),
    /** Whether the model is sent images; without it they are described to it in words. */
    vision: z.boolean().optional(),
  }),
  /** The model server does not answer now and is asked again at `until`, milliseconds since 1970. */
  z.object({ type: z.literal('model-wait'), ...step, until: z.number().int(), reason: z.string() }),
  /** The model server refused a part of the prompt, which is written anew: what the model is sent from now on. */
  z.object({ type: z.literal('model-adapt'), ...step, nativeTools: z.boolean(), vision: z.boolean() }),
  /** Most of a budget is used; the model is told so after `step`. Milliseconds for `time`. */
  z.object({
    type: z.literal('budget-warning'),
    ...step,
    budget: Budget,
    used: z.number(),
    limit: z.number(),
  }),
  z.object({ type: z.literal('text-delta'), ...step, text: z.string() }),
  z.object({ type: z.literal('reasoning-delta'), ...step, text: z.string() }),
  /** The model produced nothing usable; `message` is what it is told. */
  z.object({ type: z.literal('action-error'), ...step, message: z.string() }),
  z.object({
    type: z.literal('step-end'),
    ...step,
    action: z.enum(['code', 'answer', 'malformed', 'none']),
    finishReason: z.string(),
    toolCalls: z.array(ToolCall),
    usage: Usage,
  }),
  /** `model` reads the work before the answer of this step is given. */
  z.object({ type: z.literal('review-start'), ...step, model: ModelInfo }),
  z.object({ type: z.literal('review-end'), ...step, ...ReviewResult.shape }),
  z.object({ type: z.literal('run-end'), ...run, outcome: Outcome }),
  // cells
  z.object({
    type: z.literal('cell-insert'),
    ...CellSource.shape,
    role: CellRole,
    runId: z.string().nullable(),
    step: z.number().int().nullable(),
    /** The native tool call this cell executes. */
    toolCallId: z.string().optional(),
    /** An answer given because a limit was reached. */
    isPartial: z.boolean().optional(),
    /** The cell it comes after, null for the first place; at the end where it is not said. */
    after: z.string().nullable().optional(),
    operation: CellOperation.optional(),
  }),
  /** A person changed the source, or the type; what it shows is still of the old one. */
  z.object({ type: z.literal('cell-edit'), ...change, source: z.string(), cellType: CellType.optional() }),
  z.object({ type: z.literal('cell-move'), ...change, after: z.string().nullable() }),
  z.object({ type: z.literal('cell-delete'), ...change }),
  /** A deleted cell is back as it was last. */
  z.object({ type: z.literal('cell-restore'), ...change, after: z.string().nullable() }),
  /** A person runs these cells in order; each has its own `cell-start` and `cell-end`. */
  z.object({ type: z.literal('batch-start'), ...BatchStart.shape }),
  z.object({ type: z.literal('batch-end'), ...BatchEnd.shape }),
  /** Code of the model waits for a person's word: the cell before it runs, or a tool call while it runs. */
  z.object({ type: z.literal('approval-request'), ...cell, ...ApprovalRequest.shape }),
  z.object({ type: z.literal('approval-reply'), ...cell, ...ApprovalReply.shape }),
  z.object({ type: z.literal('cell-start'), ...cell }),
  /** The running cell will be interrupted at `stopsAt`, milliseconds since 1970. */
  z.object({
    type: z.literal('cell-limit'),
    ...cell,
    stopsAt: z.number().int(),
    /** Set when a person gave it this much more time. */
    extendedMs: z.number().int().positive().optional(),
  }),
  /** May come after `cell-end`: a thread that the cell started goes on writing. */
  z.object({ type: z.literal('output-append'), ...cell, output: Output }),
  z.object({ type: z.literal('output-clear'), ...cell, wait: z.boolean() }),
  z.object({
    type: z.literal('output-update'),
    displayId: z.string(),
    data: MimeBundle,
    metadata: z.record(z.string(), z.unknown()),
    digest: OutputDigest.optional(),
  }),
  z.object({ type: z.literal('widget-update'), ...WidgetUpdate.shape }),
  z.object({ type: z.literal('input-request'), ...cell, ...InputRequest.shape }),
  z.object({ type: z.literal('input-reply'), ...cell, ...InputReply.shape }),
  /** The running code calls a function of this process. */
  z.object({
    type: z.literal('tool-call-start'),
    ...cell,
    callId: z.string(),
    name: z.string(),
    arguments: CallValue,
  }),
  z.object({ type: z.literal('tool-call-end'), ...cell, ...CallEnd.shape }),
  z.object({
    type: z.literal('cell-end'),
    ...cell,
    status: CellEndStatus,
    executionCount: z.number().int().nullable(),
    /** One sentence when the status alone does not say it, e.g. which limit was reached. */
    reason: z.string().optional(),
    nextInput: NextInput.optional(),
  }),
]);
export type EventBody = z.infer<typeof EventBody>;

/** An event as stored: `seq` counts from 1 without gaps in its session, `at` is milliseconds since 1970. */
export type Event = EventBody & { sessionId: string; seq: number; at: number };
