/** Parts of a cell that events, folds and the kernel port share. */
import { z } from 'zod';

export const CellType = z.enum(['code', 'markdown']);

export const CellEndStatus = z.enum(['ok', 'error', 'interrupted', 'timed-out', 'kernel-died', 'aborted']);
export type CellEndStatus = z.infer<typeof CellEndStatus>;

export const CellSource = z.object({
  cellId: z.string().regex(/^[a-zA-Z0-9-_]{1,64}$/),
  cellType: CellType,
  source: z.string(),
  author: z.enum(['agent', 'human']),
});

/** The step of a run that wrote the code of a cell. */
export const CellAuthorStep = z.object({
  runId: z.string(),
  step: z.number().int(),
  /** The native tool call that asked for it. */
  toolCallId: z.string().optional(),
});
export type CellAuthorStep = z.infer<typeof CellAuthorStep>;

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
  from: z.enum(['human', 'nobody']),
});
export type InputReply = z.infer<typeof InputReply>;

/** What a cell is for: given tool functions, the model's words, code, its answer, or the user's words. */
export const CellRole = z.enum(['tools', 'thought', 'code', 'answer', 'note']);
export type CellRole = z.infer<typeof CellRole>;

/** What a cell has lost: sentences, and characters of one. */
export const MAX_NOTES = 5;
export const MAX_NOTE_LENGTH = 500;
