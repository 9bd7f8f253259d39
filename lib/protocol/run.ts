/** What a run is asked, what bounds it, what it used and how it ended. */
import { z } from 'zod';
import { isModestJson } from '../util/is-modest-json.ts';
import { CellReference } from './cell-reference.ts';
import { ToolSource } from './tool-source.ts';

/** Bounds of one run. The cell limit counts one execution; the others count the whole run. */
export const Limits = z.object({
  maxSteps: z.number().int().min(1).max(200),
  /** Wall time of the run, milliseconds. */
  runTimeoutMs: z.number().int().min(1000),
  /** Wall time of one cell, milliseconds. */
  cellTimeoutMs: z.number().int().min(100),
  /** Prompt plus completion tokens over all model calls of the run. */
  maxTokens: z.number().int().min(1),
  /** What the model calls of the run may cost, US dollars. Holds where the model's prices are known. */
  maxCost: z.number().positive().optional(),
  /** How long `input()` waits for somebody while nobody follows the session, milliseconds. */
  inputWaitMs: z.number().int().min(0).max(86_400_000),
  /** Most that the model is shown of one cell's outputs, text and images, tokens. Logs from before it was a limit do not say. */
  observationTokens: z.number().int().min(200).max(100_000).optional(),
  /** Estimated tokens above which earlier steps are shortened and summed up; a model that takes less has its own say. */
  promptTokens: z.number().int().min(1000).max(2_000_000).optional(),
});
export type Limits = z.infer<typeof Limits>;

export const DEFAULT_LIMITS: Limits = {
  maxSteps: 20,
  runTimeoutMs: 15 * 60_000,
  cellTimeoutMs: 120_000,
  maxTokens: 400_000,
  inputWaitMs: 60_000,
  observationTokens: 2_000,
  promptTokens: 10_000,
};

/** A person's words to a run that goes on. */
export const SteerText = z
  .string()
  .trim()
  .min(1, 'The message is empty')
  .max(20_000, 'The message is longer than 20,000 characters');

const MAX_SCHEMA_LENGTH = 50_000;

/** Which code of a run waits for a person's word before it runs: none, what a rule finds risky, or all. */
export const ApprovalMode = z.enum(['never', 'risky', 'always']);
export type ApprovalMode = z.infer<typeof ApprovalMode>;

export const Task = z.object({
  text: z
    .string()
    .trim()
    .min(1, 'The question is empty')
    .max(50_000, 'The question is longer than 50,000 characters'),
  /** Names of workspace files the task is about, as added by `file-add`. */
  files: z.array(z.string()),
  about: CellReference.optional(),
  /** Defined in the kernel and described to the model, beside what the session has. */
  tools: ToolSource.optional(),
  /** JSON Schema (draft 2020-12, or 07 when `$schema` says so) of the answer: it is then one JSON value, not Markdown. */
  schema: z
    .record(z.string(), z.unknown())
    .refine(
      (schema) =>
        isModestJson(schema, 4 * MAX_SCHEMA_LENGTH) && JSON.stringify(schema).length <= MAX_SCHEMA_LENGTH,
      'The schema is longer than 50,000 characters, or nested too deep',
    )
    .optional(),
});
export type Task = z.infer<typeof Task>;

/**
 * Which model answers, as shown to people. `builtin` is rule-based and never called a language model; `custom` is one
 * that a program brings along.
 */
export const ModelInfo = z.object({
  id: z.string(),
  label: z.string(),
  kind: z.enum(['openai', 'builtin', 'custom']),
  /** Whose server it is, as people call it. Absent in old logs and for what is built in. */
  provider: z.string().optional(),
});
export type ModelInfo = z.infer<typeof ModelInfo>;

/** What a model costs, US dollars per million tokens. */
export const Prices = z.object({
  inputPerMTok: z.number().nonnegative(),
  outputPerMTok: z.number().nonnegative(),
  /** Of prompt tokens that the server had in its cache. Default: as any other. */
  cachedInputPerMTok: z.number().nonnegative().optional(),
});
export type Prices = z.infer<typeof Prices>;

export const Usage = z.object({
  promptTokens: z.number().int().nonnegative(),
  completionTokens: z.number().int().nonnegative(),
  /** True when the server reported no usage and the figures are our estimate (4 characters a token). */
  estimated: z.boolean(),
  /** How many of the prompt tokens came from the server's cache. */
  cachedTokens: z.number().int().nonnegative().optional(),
  /** How many of the completion tokens were reasoning. */
  reasoningTokens: z.number().int().nonnegative().optional(),
  /** US dollars. Absent where the model's prices are not known. */
  cost: z.number().nonnegative().optional(),
});
export type Usage = z.infer<typeof Usage>;

export const StopReason = z.enum([
  'max-steps',
  'run-timeout',
  'max-tokens',
  'max-cost',
  'cancelled',
  'repeated-failure',
  'kernel-lost',
  'invalid-answer',
  'no-answer',
]);
export type StopReason = z.infer<typeof StopReason>;

/** How a run ended. `failed.code` is an ErrorCode, or `interrupted` when the app itself went away. */
export const Outcome = z.discriminatedUnion('status', [
  /** `value`: the answer to a task with a schema, valid against it. */
  z.object({ status: z.literal('answered'), value: z.unknown().optional() }),
  z.object({ status: z.literal('stopped'), reason: StopReason, message: z.string() }),
  /** The session goes on from the midst of another's run: nobody stopped it. */
  z.object({ status: z.literal('branched'), message: z.string() }),
  z.object({ status: z.literal('failed'), code: z.string(), message: z.string() }),
]);
export type Outcome = z.infer<typeof Outcome>;

/** What may run out in a run. */
export const Budget = z.enum(['steps', 'time', 'tokens', 'cost']);
export type Budget = z.infer<typeof Budget>;
