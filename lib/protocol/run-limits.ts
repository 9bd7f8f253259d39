/** The limits of a run and of its cells, and their defaults. */
import { z } from 'zod';

/** Limits of one run. The cell limit applies to one execution; the others to the whole run. */
export const Limits = z.object({
  maxSteps: z.number().int().min(1).max(200),
  /** Wall time of the run, milliseconds. */
  runTimeoutMs: z.number().int().min(1000),
  /** Wall time of one cell, milliseconds. */
  cellTimeoutMs: z.number().int().min(100),
  /** Prompt plus completion tokens over all model calls of the run. */
  maxTokens: z.number().int().min(1),
  /** Maximum cost of the run's model calls, US dollars. Applies if the model's prices are known. */
  maxCost: z.number().positive().optional(),
  /** How long `input()` waits for someone while nobody follows the session, milliseconds. */
  inputWaitMs: z.number().int().min(0).max(86_400_000),
  /** Maximum of one cell's outputs that the model sees, text and images, tokens. Absent in old logs. */
  observationTokens: z.number().int().min(200).max(100_000).optional(),
  /** Estimated tokens above which earlier steps are shortened and summarized. Default: by the model's context. */
  promptTokens: z.number().int().min(1000).max(2_000_000).optional(),
});
export type Limits = z.infer<typeof Limits>;

export const DEFAULT_LIMITS: Limits = {
  maxSteps: 20,
  runTimeoutMs: 15 * 60_000,
  cellTimeoutMs: 120_000,
  maxTokens: 1_000_000,
  inputWaitMs: 60_000,
  observationTokens: 2_000,
};

/** Limits as someone asks for them. A misspelled one would limit nothing. */
export const AskedLimits = z.strictObject(Limits.partial().shape, {
  error: (issue) =>
    issue.code === 'unrecognized_keys'
      ? `There is no limit “${issue.keys[0]}”. The limits are ${Object.keys(Limits.shape).join(', ')}`
      : undefined,
});

/** What is missing, or undefined, is the default. */
export function completeLimits(asked: z.infer<typeof AskedLimits> = {}, promptTokens?: number): Limits {
  return {
    maxSteps: asked.maxSteps ?? DEFAULT_LIMITS.maxSteps,
    runTimeoutMs: asked.runTimeoutMs ?? DEFAULT_LIMITS.runTimeoutMs,
    cellTimeoutMs: asked.cellTimeoutMs ?? DEFAULT_LIMITS.cellTimeoutMs,
    maxTokens: asked.maxTokens ?? DEFAULT_LIMITS.maxTokens,
    ...(asked.maxCost === undefined ? {} : { maxCost: asked.maxCost }),
    inputWaitMs: asked.inputWaitMs ?? DEFAULT_LIMITS.inputWaitMs,
    observationTokens: asked.observationTokens ?? DEFAULT_LIMITS.observationTokens,
    ...toBudget(asked.promptTokens ?? promptTokens),
  };
}

function toBudget(promptTokens: number | undefined): Pick<Limits, 'promptTokens'> {
  return promptTokens === undefined ? {} : { promptTokens };
}
