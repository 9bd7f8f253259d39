/** Arithmetic on token usage. Apart from the schemas (run.ts), so that the page need not load a validator. */
import type { Usage } from './run.ts';

/** Adds two usages; an estimate anywhere makes the sum an estimate. */
export function addUsage(left: Usage, right: Usage): Usage {
  return {
    promptTokens: left.promptTokens + right.promptTokens,
    completionTokens: left.completionTokens + right.completionTokens,
    estimated: left.estimated || right.estimated,
  };
}

export const NO_USAGE: Usage = { promptTokens: 0, completionTokens: 0, estimated: false };
