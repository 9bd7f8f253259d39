/** The texts of a cell's outputs under one size: each gets its share, so that a flood leaves the table after it whole. */
import { type Omission, shortenText } from './shorten-text.ts';

/** What one output says. */
export interface Part {
  /** The text for when all of it fits. */
  whole: string;
  /** The text for when it must be cut. It has no note of what it lacks: `missing` is counted with what is cut. */
  text: string;
  missing: Omission;
}

/** More outputs than these are shortened as one text. */
const MAX_PARTS = 20;

export function toPart(text: string, missing: Omission = { characters: 0, lines: 0 }): Part {
  return { whole: text, text, missing };
}

export function shortenParts(parts: readonly Part[], room: number, handle: string | undefined): string {
  const shown = parts.filter(({ whole }) => whole !== '');
  const all = shown.map(({ whole }) => whole).join('\n');
  if (all.length <= room) return all;
  const pieces = shown.length > MAX_PARTS && shown[0] ? [shown.slice(1).reduce(joinParts, shown[0])] : shown;
  const shares = shareRoom(
    pieces.map(({ whole }) => whole.length),
    room - pieces.length + 1,
  );
  return pieces.map((part, index) => shortenPart(part, shares[index] ?? 0, handle)).join('\n');
}

/** Divides room among texts: short ones get all they need, the long ones share the rest alike. */
export function shareRoom(lengths: readonly number[], room: number): number[] {
  const shares = lengths.map(() => 0);
  let left = Math.max(0, room);
  const ascending = [...lengths.entries()].sort(([, one], [, other]) => one - other);
  for (const [place, [index, length]] of ascending.entries()) {
    const share = Math.min(length, Math.floor(left / (ascending.length - place)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}

function shortenPart({ whole, text, missing }: Part, share: number, handle: string | undefined): string {
  if (whole.length <= share) return whole;
  // Cut in any case: only a cut says what is missing.
  return shortenText(text, Math.min(share, text.length - 1), { missing, handle });
}

export function joinParts(one: Part, other: Part): Part {
  return {
    whole: `${one.whole}\n${other.whole}`,
    text: `${one.text}\n${other.text}`,
    missing: {
      characters: one.missing.characters + other.missing.characters,
      lines: one.missing.lines + other.missing.lines,
    },
  };
}
