/** What the analyst says next: a cell to run, or the end of the run. */
import type { Move } from '../write/move.ts';

export type Reply =
  | ({ readonly kind: 'cell' } & Move)
  /** `part`: it says also why the rest has no answer. */
  | { readonly kind: 'answer' | 'part'; readonly text: string }
  /** Why there is no answer. */
  | { readonly kind: 'refusal'; readonly text: string };

export function answer(text: string, isWhole = true): Reply {
  return { kind: isWhole ? 'answer' : 'part', text };
}

export function refuse(text: string): Reply {
  return { kind: 'refusal', text };
}

export function act({ say, code }: Move): Reply {
  return { kind: 'cell', say, code };
}
