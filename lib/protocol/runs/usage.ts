/** Arithmetic on token usage. Apart from the schemas (run.ts), so that the page need not load a validator. */
import type { Prices, Usage } from './run.ts';

/** The usage of nothing: added to any usage, it changes nothing. */
export const NO_USAGE: Usage = { promptTokens: 0, completionTokens: 0, estimated: false };

/** The usage of a call of which nothing is known: it shows no number, and makes a sum an estimate. */
export const UNKNOWN_USAGE: Usage = { promptTokens: 0, completionTokens: 0, estimated: true };

/** Adds usages; an estimate anywhere makes the sum an estimate, and a part of unknown cost its cost unknown. */
export function addUsage(...usages: readonly Usage[]): Usage {
  const parts = usages.filter((usage) => countTokens(usage) > 0 || usage.cost !== undefined);
  const sum = (pick: (usage: Usage) => number | undefined) =>
    parts.reduce((total, usage) => total + (pick(usage) ?? 0), 0);
  const cachedTokens = sum((usage) => usage.cachedTokens);
  const reasoningTokens = sum((usage) => usage.reasoningTokens);
  const isPriced = parts.length > 0 && parts.every(({ cost }) => cost !== undefined);
  return {
    promptTokens: sum((usage) => usage.promptTokens),
    completionTokens: sum((usage) => usage.completionTokens),
    estimated: usages.some(({ estimated }) => estimated),
    ...(cachedTokens > 0 ? { cachedTokens } : {}),
    ...(reasoningTokens > 0 ? { reasoningTokens } : {}),
    ...(isPriced ? { cost: sum((usage) => usage.cost) } : {}),
  };
}

export function countTokens({ promptTokens, completionTokens }: Usage): number {
  return promptTokens + completionTokens;
}

/** The usage with its cost, unless it has one already or nobody said what the model costs. */
export function priceUsage(usage: Usage, prices: Prices | null): Usage {
  if (!prices || usage.cost !== undefined || usage === UNKNOWN_USAGE) return usage;
  const { promptTokens, completionTokens, cachedTokens = 0 } = usage;
  const { inputPerMTok, outputPerMTok, cachedInputPerMTok = inputPerMTok } = prices;
  const cached = Math.min(cachedTokens, promptTokens);
  const millionth =
    (promptTokens - cached) * inputPerMTok + cached * cachedInputPerMTok + completionTokens * outputPerMTok;
  return { ...usage, cost: millionth / 1e6 };
}
