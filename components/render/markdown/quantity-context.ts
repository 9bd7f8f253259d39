import { createContext } from 'react';
import type { Quantity } from '../../../lib/quantities/finding/quantity.ts';

/** The quantities of a text, in the order of the marks in it, and what can be done with them. */
export interface QuantityLinks {
  readonly quantities: readonly Quantity[];
  /** Where its source is, in words; null for a cell that is gone. */
  nameCell(cellId: string): string | null;
  /** Goes to one of its sources; `turn` counts the times before. */
  follow(quantity: Quantity, turn: number): void;
}

export const QuantityContext = createContext<QuantityLinks | null>(null);
