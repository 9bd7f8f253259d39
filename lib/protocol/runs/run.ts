/** A run: its task, what it used, and how it ended. */
import { z } from 'zod';
import { isModestJson } from '../../util/is-modest-json.ts';
import { CellReference } from '../cells/cell-reference.ts';
import { AskedLimits, Limits } from '../run-limits.ts';
import { ToolSource } from './tool-source.ts';

/** The user's message to a run in progress. */
export const SteerText = z
  .string()
  .trim()
  .min(1, 'The message is empty')
  .max(20_000, 'The message is longer than 20,000 characters');

/** Most parts of its task that one run may hand to other agents. */
export const MAX_AGENTS = 6;

const MAX_SCHEMA_LENGTH = 50_000;

/** The code of a run that waits for the user's approval: none, what a rule finds risky, or all. */
export const ApprovalMode = z.enum(['never', 'risky', 'always']);
export type ApprovalMode = z.infer<typeof ApprovalMode>;

/** What a new run is given. Defaults come from the session, then from the configuration. */
export const RunRequest = z.object({
  task: z
    .string()
    .trim()
    .min(1, 'The question is empty')
    .max(50_000, 'The question is longer than 50,000 characters'),
  /** Names of workspace files the task is about, as added by `file-add`. */
  files: z.array(z.string()).optional(),
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
  /** Id of the model that answers. */
  model: z.string().optional(),
  /** Whether the answer is reviewed before it is given. `true`: by the configured reviewer, else by the model that answers. */
  review: z.union([z.boolean(), z.object({ model: z.string().optional() })]).optional(),
  limits: AskedLimits.optional(),
  /** How many parts of its task the agent may hand to other agents. Default: none. */
  agents: z.number().int().min(0).max(MAX_AGENTS).optional(),
  approval: ApprovalMode.optional(),
});
export type RunRequest = z.infer<typeof RunRequest>;

/** Who reviews: the model with this id, or the one that answers. */
export type Reviewer = Exclude<RunRequest['review'], boolean | undefined>;

/**
 * Which model answers, as shown to users. `builtin` is rule-based and never called a language model; `custom` is one
 * that a program brings along.
 */
export const ModelInfo = z.object({
  id: z.string(),
  label: z.string(),
  kind: z.enum(['openai', 'builtin', 'custom']),
  /** Display name of its server. Absent in old logs and for the built-in analyst. */
  provider: z.string().optional(),
});
export type ModelInfo = z.infer<typeof ModelInfo>;

/** What a run starts with once everything is settled: the content of `run-start`. */
export const RunStart = z.object({
  task: z.object({
    text: RunRequest.shape.task,
    files: z.array(z.string()),
    ...RunRequest.pick({ about: true, tools: true, schema: true }).shape,
    /** An instruction for one of several ways, added to the task. */
    instruction: z.string().optional(),
  }),
  model: ModelInfo,
  /** Reviews the answer before it is given. */
  reviewer: ModelInfo.optional(),
  limits: Limits,
  /** A part of a task of another run, which asks for it; the session has the variables of that run's kernel, and not its cells. */
  isPart: z.literal(true).optional(),
  /** How many parts it may hand to other agents; absent means none. */
  agents: z.number().int().positive().optional(),
  /** The code that waits for approval; absent means none. */
  approval: ApprovalMode.optional(),
});
export type RunStart = z.infer<typeof RunStart>;

/** What a model costs, US dollars per million tokens. */
export const Prices = z.object({
  inputPerMTok: z.number().nonnegative(),
  outputPerMTok: z.number().nonnegative(),
  /** The price of prompt tokens from the server's cache. Default: the same as other input. */
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

/** How a run ended. `failed.code` is an ErrorCode, or `interrupted` when the app itself crashed. */
export const Outcome = z.discriminatedUnion('status', [
  /** `value`: the answer to a task with a schema, valid against it. */
  z.object({ status: z.literal('answered'), value: z.unknown().optional() }),
  /** The agent needs to know something first. The first choice is what it would take by itself. */
  z.object({
    status: z.literal('asked'),
    question: z.string().max(2000),
    choices: z.array(z.string().max(200)).max(12),
  }),
  z.object({ status: z.literal('stopped'), reason: StopReason, message: z.string() }),
  /** The session continues from the middle of another's run: nobody stopped it. */
  z.object({ status: z.literal('branched'), message: z.string() }),
  z.object({ status: z.literal('failed'), code: z.string(), message: z.string() }),
]);
export type Outcome = z.infer<typeof Outcome>;

/** Budgets of a run. */
export const Budget = z.enum(['steps', 'time', 'tokens', 'cost']);
export type Budget = z.infer<typeof Budget>;
