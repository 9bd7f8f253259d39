/** What happens to a session as a whole. */
import { z } from 'zod';
import { ApprovalMode, ModelInfo } from '../runs/run.ts';
import { ToolSource } from '../runs/tool-source.ts';
import { ScheduleOrigin } from '../schedules/schedule-origin.ts';
import { BranchOrigin } from '../sessions/branch-origin.ts';
import { NotebookImport } from '../sessions/notebook-import.ts';
import { Verification } from '../verification/verification.ts';

export const SessionEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('session-start'),
    title: z.string(),
    kernelName: z.string(),
    /** Functions that every run of the session has. */
    tools: ToolSource.optional(),
    /** It continues from a cell of another session; the events of that follow. */
    branchOf: BranchOrigin.optional(),
    /** A run of a schedule made it. */
    scheduleOf: ScheduleOrigin.optional(),
  }),
  /** `from`: what the title was made of; absent, the user gave it. */
  z.object({
    type: z.literal('session-rename'),
    title: z.string(),
    from: z.enum(['question', 'answer']).optional(),
  }),
  /** What a kernel found in a file with these bytes, as text for a model; empty where it has no table. */
  z.object({ type: z.literal('file-profile'), blob: z.string(), text: z.string().max(4000) }),
  z.object({
    type: z.literal('file-add'),
    name: z.string(),
    bytes: z.number().int().nonnegative(),
    blob: z.string(),
    /** Where the file came from; examples carry their credit line. */
    origin: z.enum(['upload', 'example']),
    credit: z.string().optional(),
    /** Whether another file had this name, which is in the trash now. */
    isReplacement: z.literal(true).optional(),
  }),
  /** The user deleted a file from the workspace, whoever had put it there. */
  z.object({ type: z.literal('file-delete'), name: z.string() }),
  /** A file that code had made is back. One that the user had added is added again. */
  z.object({ type: z.literal('file-restore'), name: z.string() }),
  /** The session began as this notebook file; its cells follow. */
  z.object({ type: z.literal('notebook-import'), ...NotebookImport.shape }),
  /** The user chose the model of the session's coming runs. */
  z.object({ type: z.literal('model-change'), model: ModelInfo }),
  /** The user chose which code of agents waits for approval from now on. */
  z.object({ type: z.literal('approval-change'), approval: ApprovalMode }),
  /** The notebook was run from a clean start. `isOutdated`: it had changed meanwhile. */
  z.object({ type: z.literal('verification-end'), verification: Verification, isOutdated: z.boolean() }),
]);
