/** How long prompts may be. */
import type { Model } from '../../model/model.ts';
import type { Limits } from '../../protocol/run-limits.ts';

/** Where nobody has set a limit: of a context that is not known, and of one that is as large as can be. */
const [SMALL_TOKENS, MAX_TOKENS] = [10_000, 100_000];
/** The reply needs room too, and tables of figures take more tokens than the estimate says. */
const CONTEXT_SHARE = 0.6;
/** What one cell shows may take this share of a prompt: the newest must fit whole beside all else. */
const OBSERVATION_SHARE = 0.2;
const MIN_OBSERVATION_TOKENS = 200;

/** Estimated tokens of a prompt to this model. */
export function toPromptBudget(
  { contextTokens }: Pick<Model, 'contextTokens'>,
  { promptTokens }: Limits,
): number {
  if (contextTokens === null) return promptTokens ?? SMALL_TOKENS;
  return Math.min(promptTokens ?? MAX_TOKENS, Math.floor(contextTokens * CONTEXT_SHARE));
}

/** The limits as a run of this model logs them: in a small context observations are smaller too. */
export function fitLimits(limits: Limits, model: Pick<Model, 'contextTokens'>): Limits {
  const { observationTokens } = limits;
  const share = Math.floor(toPromptBudget(model, limits) * OBSERVATION_SHARE);
  const most = Math.max(MIN_OBSERVATION_TOKENS, share);
  return observationTokens === undefined || observationTokens <= most
    ? limits
    : { ...limits, observationTokens: most };
}
