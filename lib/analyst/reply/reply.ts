/** What the analyst says next: a cell to run, or the end of the run. */
import type { Move } from '../write/move.ts';

export type Reply =
  | ({ readonly kind: 'cell' | 'check' } & Move)
  /**
   * `part`: it says also why the rest has no answer. `unchecked`: why no second way of computing it agreed, of each part of
   * it that has none.
   */
  | { readonly kind: 'answer' | 'part'; readonly text: string; readonly unchecked?: readonly string[] }
  /** Why there is no answer. */
  | { readonly kind: 'refusal'; readonly text: string };

export function answer(text: string, unchecked: readonly string[] = [], isWhole = true): Reply {
  return { kind: isWhole ? 'answer' : 'part', text, unchecked };
}

export function refuse(text: string): Reply {
  return { kind: 'refusal', text };
}

/** Runs a cell that says whether a result is right. */
export function runCheck({ say, code }: Move): Reply {
  return { kind: 'check', say, code };
}

export function act({ say, code }: Move): Reply {
  return { kind: 'cell', say, code };
}
