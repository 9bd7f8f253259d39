import type { ModelInfo } from '../runs/run.ts';

/**
 * Whether this is a language model, which may answer differently the next time, can change code, and is shown outputs
 * as text. The built-in analyst is the only one that is not; old logs know it by its kind.
 */
export function isLanguageModel({ kind }: ModelInfo): boolean {
  return kind !== 'builtin';
}
