/** Several ways: one task for two to five agents, each in a branch of the notebook, of which one is chosen. */
import { z } from 'zod';
import { Limits } from '../run-limits.ts';
import { ApprovalMode, ModelInfo, RunRequest, RunStart, Usage } from '../runs/run.ts';
import { MAX_WAYS, MIN_WAYS } from './default-ways.ts';

/** One way as it is asked for. */
export const WayRequest = z.object({
  /** What users call it. Default: `Way 1`, `Way 2`, … */
  name: z.string().trim().min(1).max(60).optional(),
  /** Told to its agent beside the task. Default: nothing more. */
  instruction: z.string().trim().max(4_000, 'The instruction is longer than 4,000 characters').optional(),
  /** Id of its model. Default: that of the request, else that of the session. */
  model: z.string().min(1).max(500).optional(),
});
export type WayRequest = z.infer<typeof WayRequest>;

/**
 * What several ways are given. `model` is that of the ways that name none, and compares answers. `limits` are for all ways
 * together; without them, each way has the defaults of a run.
 */
export const WaysRequest = RunRequest.extend({
  /** How many, with instructions that differ; or each way by itself. */
  ways: z.union([
    z.number().int().min(MIN_WAYS).max(MAX_WAYS),
    z.array(WayRequest).min(MIN_WAYS).max(MAX_WAYS),
  ]),
});
export type WaysRequest = z.infer<typeof WaysRequest>;

/** One way as it was begun. */
export const Way = z.object({
  /** Its notebook: a session like any other, with its own log, kernel, files, and run. */
  sessionId: z.string(),
  name: z.string(),
  instruction: z.string().nullable(),
  model: ModelInfo,
  /** Its run. Not in the log of its session until the run has begun. */
  runId: z.string(),
  /**
   * What its kernel begins with. `live`: all variables of this notebook. `rebuild`: none, so the cells above run again before the
   * run begins. `empty`: there was nothing to bring along.
   */
  begins: z.enum(['live', 'rebuild', 'empty']),
  /** Number of the last event of its log that was copied: what the way did comes after it. */
  copiedSeq: z.number().int().nonnegative(),
});
export type Way = z.infer<typeof Way>;

/** The limits that are for all ways together. */
export const WaysLimits = Limits.pick({ maxSteps: true, runTimeoutMs: true, maxTokens: true, maxCost: true });
export type WaysLimits = z.infer<typeof WaysLimits>;

/**
 * The budget of all ways together, and how it is split: `each` way may use that much and no more. They run at the same time, so
 * the time is that of each. A comparison of answers may use what the ways have left of the tokens and the cost.
 */
export const WaysBudget = z.object({ together: WaysLimits, each: WaysLimits });
export type WaysBudget = z.infer<typeof WaysBudget>;

export const WaysStart = z.object({
  waysId: z.string(),
  task: RunStart.shape.task,
  ways: z.array(Way),
  budget: WaysBudget,
  approval: ApprovalMode,
  /** Compares answers in pairs; null where the model cannot: the choice is then left to the user unless values are equal. */
  judge: ModelInfo.nullable(),
});
export type WaysStart = z.infer<typeof WaysStart>;

/** A value that code of a way has computed and its answer gives. */
export const WayValue = z.object({
  /** As the answer writes it. */
  text: z.string().max(200),
  /** As the output shows it, or as it follows from what outputs show; empty for one that is not a number. */
  printed: z.string().max(200),
  /** What the output calls it; may be empty. */
  label: z.string().max(200),
  /** The cell of the way whose output it is from. */
  cellId: z.string(),
});
export type WayValue = z.infer<typeof WayValue>;

/** What one reading of a pair came to. A judge that could not be asked or read has chosen none, with confidence 0. */
export const WayVerdict = z.object({
  /** The way that was shown first. */
  firstShown: z.string(),
  /** The better one; null: neither. */
  winner: z.string().nullable(),
  /** From 0 to 1, as the judge says. */
  confidence: z.number().min(0).max(1),
  reason: z.string().max(1_000),
});
export type WayVerdict = z.infer<typeof WayVerdict>;

/** A comparison of two ways, in both orders. `winner` is null where the orders differ, or one of them is not sure enough. */
export const WayPair = z.object({
  ways: z.tuple([z.string(), z.string()]),
  verdicts: z.array(WayVerdict),
  winner: z.string().nullable(),
});
export type WayPair = z.infer<typeof WayPair>;

/** What a choice was made on. Ways are named by their sessions. */
export const WaysBasis = z.discriminatedUnion('kind', [
  /** The answers of these ways give the same values, which code has computed. The chosen one used the least, by `least`. */
  z.object({
    kind: z.literal('values'),
    ways: z.array(z.string()),
    /** Of the chosen way. */
    values: z.array(WayValue),
    least: z.enum(['cost', 'tokens']),
  }),
  /** It alone gave an answer with values that code has computed. */
  z.object({ kind: z.literal('only'), values: z.array(WayValue) }),
  /** A model compared pairs. `threshold`: the confidence below which it has chosen none. */
  z.object({
    kind: z.literal('judge'),
    judge: ModelInfo,
    threshold: z.number(),
    pairs: z.array(WayPair),
    /** Ways whose answers give the same values; of each group, one was compared. Absent in old logs. */
    groups: z.array(z.array(z.string())).optional(),
    usage: Usage,
  }),
  /** The user chose while ways were running. */
  z.object({ kind: z.literal('user') }),
  /** Nothing was compared. */
  z.object({ kind: z.literal('none') }),
]);
export type WaysBasis = z.infer<typeof WaysBasis>;

/** `chosen`: that way is the notebook now. `left`: the user chooses. `message` says why, in a sentence. */
export const WaysOutcome = z.discriminatedUnion('status', [
  z.object({ status: z.literal('chosen'), sessionId: z.string(), message: z.string() }),
  z.object({ status: z.literal('left'), message: z.string() }),
  z.object({ status: z.literal('stopped'), message: z.string() }),
  z.object({ status: z.literal('failed'), message: z.string() }),
]);
export type WaysOutcome = z.infer<typeof WaysOutcome>;

/**
 * What became of the kernel of a way that was chosen. `moved`: it is the notebook's now, with its variables. `lost`: it had ended,
 * so the cells have to run again.
 */
export const WayKernel = z.enum(['moved', 'lost']);
export type WayKernel = z.infer<typeof WayKernel>;
