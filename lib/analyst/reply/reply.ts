/** What the analyst says next: a cell to run, or the end of the run. */
import type { Move } from '../write/move.ts';

export type Reply =
  | ({ readonly kind: 'cell' } & Move)
  | { readonly kind: 'answer'; readonly text: string }
  /** Why there is no answer. */
  | { readonly kind: 'refusal'; readonly text: string };

export function answer(text: string): Reply {
  return { kind: 'answer', text };
}

export function refuse(text: string): Reply {
  return { kind: 'refusal', text };
}

export function runCell({ say, code }: Move): Reply {
  return { kind: 'cell', say, code };
}
