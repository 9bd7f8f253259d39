import type { Command } from './command.ts';
import type { Place } from './find-place.ts';

/** Longest pause between the keys of a sequence, milliseconds. */
const SEQUENCE_MS = 1000;

/** Remembers the key before, for sequences such as `d d`. */
export interface KeyMatcher {
  /** The command of a chord pressed at `timeMs`, or `pending` when it begins a sequence, or null. */
  match(chord: string, place: Place, timeMs: number): Command | 'pending' | null;
}

export function createKeyMatcher(commands: readonly Command[]): KeyMatcher {
  let before = { chord: '', timeMs: Number.NEGATIVE_INFINITY };
  return {
    match: (chord, place, timeMs) => {
      const own = commands.filter(({ scope = 'command' }) => countsIn(scope, place));
      const sequence = timeMs - before.timeMs <= SEQUENCE_MS ? `${before.chord} ${chord}` : chord;
      const find = (keys: string) => own.find((command) => command.keys?.includes(keys));
      const found = find(sequence) ?? find(chord);
      const begins = own.some(({ keys }) => keys?.some((each) => each.startsWith(`${chord} `)));
      before = { chord: begins && !found ? chord : '', timeMs };
      return found ?? (begins ? 'pending' : null);
    },
  };
}

function countsIn(scope: NonNullable<Command['scope']>, place: Place): boolean {
  return scope === 'page' || scope === place || (scope === 'cell' && place !== 'page');
}
