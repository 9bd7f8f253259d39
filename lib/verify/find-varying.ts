/** Where clean runs are not equal, and which differences from the notebook that explains. */
import type { Output } from '../notebook/output.ts';
import { compareOutputs } from './compare-outputs.ts';
import type { CompareContext, Difference } from './finding/comparison.ts';
import { readTokens, type Token } from './text/read-tokens.ts';

interface ComparedRun {
  readonly outputs: readonly Output[];
  readonly context: CompareContext;
}

export interface Varying {
  /** Differences among clean runs. */
  readonly differences: readonly Difference[];
  /** Whether clean runs are not equal at this very place. */
  hasPlace(place: string): boolean;
  /** Whether a difference between the notebook and the first clean run is only what varies. */
  explains(difference: Difference): boolean;
}

export function findVarying(first: ComparedRun, others: readonly ComparedRun[]): Varying {
  const found = others.map((other) => compareOutputs(first.outputs, other.outputs, other.context));
  const differences = found.flatMap((each) => each.differences);
  const asides = found.flatMap((each) => each.asides);
  const places = new Set([...differences, ...asides].map(({ place }) => place));
  // With another number of items, none has its place.
  const loose = differences.filter(({ kind }) => kind === 'shape').map(({ place }) => toParent(place));

  return {
    differences,
    hasPlace: (place) => places.has(place),
    explains: ({ place, notebook, here }) =>
      places.has(place) ||
      loose.some((parent) => place === parent || place.startsWith(`${parent},`)) ||
      isLineWithVarying(notebook, here, (part) => places.has(`${place}, part ${part}`)),
  };
}

/** `text, lines` is about `text`. */
function toParent(place: string): string {
  return place.replace(/, (?:lines|rows|columns|shape)$/, '');
}

/** Whether two lines are equal but for the parts that vary, and the blanks that fill a column beside them. */
function isLineWithVarying(notebook: string, here: string, isVarying: (part: number) => boolean): boolean {
  const [left, right] = [readTokens(notebook), readTokens(here)];
  if (left.length !== right.length || !right.some((_, index) => isVarying(index + 1))) return false;
  return right.every((token, index) => {
    const other = left[index];
    if (other?.kind !== token.kind) return false;
    return isVarying(index + 1) || withoutBlanks(token) === withoutBlanks(other);
  });
}

function withoutBlanks({ text }: Token): string {
  return text.replaceAll(' ', '');
}
