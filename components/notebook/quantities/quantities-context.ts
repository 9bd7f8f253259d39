import { createContext } from 'react';
import type { Quantity } from '../../../lib/quantities/finding/quantity.ts';
import type { CellPlace } from '../outline/use-go-to-cell.ts';

/** Where a cell is, and what it is called. */
interface NamedPlace extends CellPlace {
  /** `In [3]`. */
  readonly name: string;
}

export interface Quantities {
  /** By the id of the answer. */
  readonly byAnswer: ReadonlyMap<string, AnswerQuantities>;
  /** By the id of the cell. */
  readonly places: ReadonlyMap<string, NamedPlace>;
}

export interface AnswerQuantities {
  /** The answer that they were read in. */
  readonly text: string;
  readonly quantities: readonly Quantity[];
  /** Whether no code has run above an answer about data. */
  readonly isWithoutCode: boolean;
  /** What is said of those that were not found; null if all were. */
  readonly note: string | null;
  /** The answer with the values that the notebook computes now; null if they are the same. */
  readonly refill: string | null;
}

export const NO_QUANTITIES: Quantities = { byAnswer: new Map(), places: new Map() };

/** What is known of the numbers in answers; empty until they have been looked up. */
export const QuantitiesContext = createContext<Quantities>(NO_QUANTITIES);
