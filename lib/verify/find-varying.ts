/** Where clean runs are not equal, and which differences from the notebook that explains. */
import type { Output } from '../notebook/output.ts';
import { compareOutputs, readStream, STREAMS } from './compare-outputs.ts';
import type { CompareContext, Difference } from './finding/comparison.ts';
import { findOtherLine } from './text/find-other-line.ts';
import { readTokens, type Token } from './text/read-tokens.ts';

interface ComparedRun {
  readonly outputs: readonly Output[];
  readonly context: CompareContext;
}

export interface Varying {
  /** Differences among clean runs. */
  readonly differences: readonly Difference[];
  /** Differences from the notebook in lines that all clean runs print alike, among others whose number varies. */
  readonly steady: readonly Difference[];
  /** Whether clean runs are not equal at this very place. */
  hasPlace(place: string): boolean;
  /** Whether a difference between the notebook and the first clean run is only what varies. */
  explains(difference: Difference): boolean;
}

export function findVarying(
  notebook: readonly Output[],
  first: ComparedRun,
  others: readonly ComparedRun[],
): Varying {
  const found = others.map((other) => compareOutputs(first.outputs, other.outputs, other.context));
  const differences = found.flatMap((each) => each.differences);
  const asides = found.flatMap((each) => each.asides);
  const values = differences.filter((each) => !isOfOrder(each));
  // Last digits that are rounded differently explain nothing but themselves.
  const foundAsides = asides.filter(({ kind }) => kind !== 'rounding');
  const places = new Set(
    [...values, ...foundAsides].map(({ place }) => place).concat(listTwice(values.flatMap(listParts))),
  );
  // The same items in another order do not explain another item.
  const reordered = new Set(differences.filter(isOfOrder).map(({ place }) => place));
  // If the number of items is not the same, no item has its place.
  const loose = differences.filter(({ kind }) => kind === 'shape').map(({ place }) => toParent(place));

  const looseStreams = STREAMS.filter(({ place }) => loose.includes(place));
  const steady = looseStreams.flatMap(({ name, place }) => {
    const runs = [first, ...others].map(({ outputs }) => readStream(outputs, name));
    return findOtherLine(readStream(notebook, name), runs, place, first.context) ?? [];
  });

  return {
    differences,
    steady,
    hasPlace: (place) => places.has(place),
    explains: ({ place, kind, notebook, here }) =>
      places.has(place) ||
      (isOfOrder({ kind }) && reordered.has(place)) ||
      loose.some((parent) => place === parent || place.startsWith(`${parent},`)) ||
      isLineWithVarying(notebook, here, (part) => places.has(`${place}, part ${part}`)),
  };
}

function isOfOrder({ kind }: Pick<Difference, 'kind'>): boolean {
  return kind === 'order' || kind === 'set-order';
}

/** The values in whole lines that are not equal, each as a place of its own. */
function listParts({ place, kind, notebook, here }: Difference): string[] {
  if (kind === 'shape') return [];
  const [left, right] = [readTokens(notebook), readTokens(here)];
  if (left.length !== right.length) return [];
  return right.flatMap((token, index) => {
    const other = left[index];
    const isOther = token.kind !== 'text' && other?.kind === token.kind && other.text !== token.text;
    return isOther ? [`${place}, part ${index + 1}`] : [];
  });
}

/** Places that are listed more than once: in one run, a line may be about something else. */
function listTwice(places: readonly string[]): string[] {
  const once = new Set<string>();
  return places.filter((place) => once.has(place) || !once.add(place));
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
