import type { Command } from '../table/command.ts';
import { type CommandId, getCommand, listCommandIds } from '../table/command-table.ts';
import type { Place } from './find-place.ts';

/** Longest pause between the keys of a sequence, milliseconds. */
const SEQUENCE_MS = 1000;

/** Remembers the previous key, for sequences such as `d d`. */
export interface KeyMatcher {
  /** The command of a chord pressed at `timeMs`, or `pending` when it begins a sequence, or null. */
  match(chord: string, place: Place, timeMs: number): CommandId | 'pending' | null;
}

export function createKeyMatcher(): KeyMatcher {
  const commands = listCommandIds().map((id) => ({ id, ...readKeys(getCommand(id)) }));
  let before = { chord: '', timeMs: Number.NEGATIVE_INFINITY };
  return {
    match: (chord, place, timeMs) => {
      const own = commands.filter(({ scope }) => countsIn(scope, place));
      const sequence = timeMs - before.timeMs <= SEQUENCE_MS ? `${before.chord} ${chord}` : chord;
      const find = (keys: string) => own.find((command) => command.keys.includes(keys))?.id;
      const found = find(sequence) ?? find(chord);
      const begins = own.some(({ keys }) => keys.some((each) => each.startsWith(`${chord} `)));
      before = { chord: begins && !found ? chord : '', timeMs };
      return found ?? (begins ? 'pending' : null);
    },
  };
}

function readKeys({ keys = [], scope = 'command' }: Command) {
  return { keys, scope };
}

function countsIn(scope: NonNullable<Command['scope']>, place: Place): boolean {
  return scope === 'page' || scope === place || (scope === 'cell' && place !== 'page');
}
