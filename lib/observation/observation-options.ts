/** Under which terms a model is shown cells. Apart from the digest itself, which the page loads only where it shows one. */
import type { Run, Session } from '../session/session.ts';

export interface ObservationOptions {
  /** Budget of one cell, text and images together. Default 2,000. */
  maxTokens?: number;
  /** Whether the model sees images; without it they are described. Default false. */
  vision?: boolean;
  /** Whether code in this kernel can call `outputs(n)` to read what is left out here. Default false. */
  hasHandle?: boolean;
}

export const DEFAULT_OBSERVATION_TOKENS = 2000;

/** What a run's model is shown of cells at a step: the prompt and the page ask here, so that they agree. */
export function toObservationOptions(
  { kernel }: Pick<Session, 'kernel'>,
  { limits, steps }: Run,
  step = steps.at(-1),
): ObservationOptions {
  const { observationTokens: maxTokens = DEFAULT_OBSERVATION_TOKENS } = limits;
  const hasHandle = kernel.info?.languageInfo.name === 'python';
  return { maxTokens, vision: step?.vision ?? false, hasHandle };
}
