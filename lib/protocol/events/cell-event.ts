/** What happens to a cell: it is written, run, shows outputs, asks. */
import { z } from 'zod';
import { MimeBundle, Output } from '../../notebook/output.ts';
import { OutputDigest } from '../../notebook/output-digest.ts';
import { WidgetUpdate } from '../../notebook/widget-model.ts';
import { ApprovalReply, ApprovalRequest } from '../cells/approval.ts';
import { BatchEnd, BatchStart } from '../cells/batch.ts';
import { CallEnd, CallProgress, CallValue } from '../cells/call.ts';
import {
  CellAuthorStep,
  CellEndStatus,
  CellRole,
  CellSource,
  CellType,
  InputReply,
  InputRequest,
  MAX_NOTE_LENGTH,
  MAX_NOTES,
} from '../cells/cell.ts';
import { CellLanguage } from '../cells/cell-language.ts';
import { CellOperation } from '../cells/cell-operation.ts';
import { NextInput } from '../cells/next-input.ts';
import { QueueAdd, QueueRemove } from '../cells/queue.ts';
import { ImportedCell } from '../sessions/notebook-import.ts';

const cell = { cellId: z.string() };
/** The user's change of a cell; part of an operation where it can be taken back. */
const change = { ...cell, operation: CellOperation.optional() };

export const CellEvent = z.discriminatedUnion('type', [
  /** A cell of that file, at the end; what the file shows of it follows as outputs. */
  z.object({ type: z.literal('cell-import'), ...ImportedCell.shape }),
  z.object({
    type: z.literal('cell-insert'),
    ...CellSource.shape,
    /** Absent: that of the kernel. */
    language: CellLanguage.optional(),
    role: CellRole,
    runId: z.string().nullable(),
    step: z.number().int().nullable(),
    /** The native tool call this cell executes. */
    toolCallId: z.string().optional(),
    /** An answer that was given because a limit was reached, or to a part of the question. */
    isPartial: z.boolean().optional(),
    /** Code that computes the values of the answer of its step. */
    isValues: z.boolean().optional(),
    /** For an answer whose values a cell has computed: that cell, and the text with `{{ expression : format }}` in their places. */
    values: z.object({ cellId: z.string(), template: z.string() }).optional(),
    /** The cell before it; null for the first place, absent for the end. */
    after: z.string().nullable().optional(),
    operation: CellOperation.optional(),
  }),
  /** The source, the type, or the language was changed; the outputs are still the old ones. */
  z.object({
    type: z.literal('cell-edit'),
    ...change,
    source: z.string(),
    cellType: CellType.optional(),
    /** Null: that of the kernel; absent: as it was. */
    language: CellLanguage.nullable().optional(),
    /** The step of the agent that replaced the code, to run it at once; absent when it was the user. */
    from: CellAuthorStep.optional(),
  }),
  z.object({ type: z.literal('cell-move'), ...change, after: z.string().nullable() }),
  z.object({ type: z.literal('cell-delete'), ...change }),
  /** Its outputs are removed, or, where that is taken back, shown again. */
  z.object({ type: z.literal('cell-clear'), ...change, isTakenBack: z.boolean().optional() }),
  /** The cell shows an earlier version again: its code, type, and outputs. Nothing is run, and the kernel keeps its variables. */
  z.object({ type: z.literal('cell-revert'), ...change, version: z.number().int().nonnegative() }),
  /** A deleted cell is restored. */
  z.object({ type: z.literal('cell-restore'), ...change, after: z.string().nullable() }),
  /** The user runs these cells in order; each has its own `cell-start` and `cell-end`. */
  z.object({ type: z.literal('batch-start'), ...BatchStart.shape }),
  z.object({ type: z.literal('batch-end'), ...BatchEnd.shape }),
  /** The user runs this while something else is running: it waits for its turn. */
  z.object({ type: z.literal('queue-add'), ...QueueAdd.shape }),
  /** These cells wait no longer and are not run. */
  z.object({ type: z.literal('queue-remove'), ...QueueRemove.shape }),
  /** Code of the model waits for approval: the cell before it runs, or a tool call while it runs. */
  z.object({ type: z.literal('approval-request'), ...cell, ...ApprovalRequest.shape }),
  z.object({ type: z.literal('approval-reply'), ...cell, ...ApprovalReply.shape }),
  /** `entryId`: the user ran it, and it waited in the queue. */
  z.object({ type: z.literal('cell-start'), ...change, entryId: z.string().optional() }),
  /** The running cell will be interrupted at `stopsAt`, milliseconds since 1970. */
  z.object({
    type: z.literal('cell-limit'),
    ...cell,
    stopsAt: z.number().int(),
    /** Set when the user gave it this much more time. */
    extendedMs: z.number().int().positive().optional(),
  }),
  /** The user stopped the running cell, and it has not reacted for seconds: it runs on. */
  z.object({ type: z.literal('cell-unresponsive'), ...cell }),
  /** May come after `cell-end`: a thread that the cell started keeps writing. */
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
  /** How far a call is, of which the last counts; in the words of MCP. */
  z.object({ type: z.literal('tool-call-progress'), ...cell, ...CallProgress.shape }),
  z.object({ type: z.literal('tool-call-end'), ...cell, ...CallEnd.shape }),
  z.object({
    type: z.literal('cell-end'),
    ...cell,
    status: CellEndStatus,
    executionCount: z.number().int().nullable(),
    /** One sentence if the status alone is not enough, e.g. which limit was reached. */
    reason: z.string().optional(),
    /** What its calls have lost in silence, such as rows in a join: a sentence each. */
    notes: z.array(z.string().max(MAX_NOTE_LENGTH)).max(MAX_NOTES).optional(),
    nextInput: NextInput.optional(),
  }),
]);
