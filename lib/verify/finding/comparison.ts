/** What comparing one thing with another finds, place by place. */
import type { Aside } from '../../protocol/verification/verification.ts';
import type { OwnMachine } from './own-machine.ts';

export interface Difference {
  /** The same for the same place in every comparison of a cell. */
  readonly place: string;
  /**
   * `order`: the same items in another order. `set-order`: in another order of a set, which has none. `shape`: not even
   * the same number of items. `moment`: in a table, when the cell ran. `machine`: the
   * process or the machine. `value`: anything else.
   */
  readonly kind: 'value' | 'order' | 'set-order' | 'shape' | 'moment' | 'machine';
  readonly text: string;
  /** The same value in another form has been found to differ too. */
  readonly isEcho?: boolean;
  /** What was compared, for whoever looks for a cause. */
  readonly notebook: string;
  readonly here: string;
  /** The words that they are parts of; null where that is not clear. Absent where they are whole. */
  readonly words?: readonly [notebook: string, here: string] | null;
}

export interface FoundAside extends Aside {
  /** It counts only if two clean runs are not equal here either. */
  readonly needsProof: boolean;
}

/** A picture that is not equal on both sides, by its place among the outputs that are displayed. */
export interface FoundPicture {
  readonly place: string;
  readonly display: number;
  readonly mimeType: string;
  /** What differs, as far as it is known; may be empty. */
  readonly text: string;
}

export interface Comparison {
  readonly differences: readonly Difference[];
  readonly asides: readonly FoundAside[];
  /** Why it could not be compared, a sentence each. */
  readonly incomparable: readonly string[];
  readonly pictures: readonly FoundPicture[];
}

export const SAME: Comparison = { differences: [], asides: [], incomparable: [], pictures: [] };

export interface CompareContext {
  /** When the compared cell ran in the clean run, milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** How long the clean run had taken at the cell's end, milliseconds. */
  readonly elapsedMs: number;
  /** Whether code up to the cell reads a clock. */
  readonly readsClock: boolean;
  /** The working directory of the clean run. */
  readonly folder: string;
  /** The process and the machine of the clean run. Default: not known. */
  readonly machine?: OwnMachine;
}

export function join(comparisons: readonly Comparison[]): Comparison {
  return {
    differences: comparisons.flatMap(({ differences }) => differences),
    asides: comparisons.flatMap(({ asides }) => asides),
    incomparable: comparisons.flatMap(({ incomparable }) => incomparable),
    pictures: comparisons.flatMap(({ pictures }) => pictures),
  };
}

export function differ(difference: Omit<Difference, 'kind'> & { kind?: Difference['kind'] }): Comparison {
  return { ...SAME, differences: [{ kind: 'value', ...difference }] };
}

export function putAside(aside: Omit<FoundAside, 'needsProof'> & { needsProof?: boolean }): Comparison {
  return { ...SAME, asides: [{ needsProof: false, ...aside }] };
}

export function cannotCompare(reason: string): Comparison {
  return { ...SAME, incomparable: [reason] };
}

const MAX_QUOTE = 80;

/** In quotes, shortened in the middle. */
export function quote(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  const half = MAX_QUOTE / 2;
  const isLong = line.length > MAX_QUOTE;
  return `“${isLong ? `${line.slice(0, half)}…${line.slice(-half)}` : line}”`;
}
