'use client';

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { usePreferences } from '../../../preferences/use-preferences.tsx';
import { isComposing } from '../../../ui/keyboard.ts';
import type { Selection } from '../state/selection.ts';
import type { Command } from '../table/command.ts';
import { type CommandId, getCommand, listCommandIds } from '../table/command-table.ts';
import { findPlace, type Place } from './find-place.ts';
import { createKeyHold } from './hold-keys.ts';
import { toChord } from './to-chord.ts';

/**
 * Calls `onCommand` when a command's keys are pressed where they apply. It returns whether the command ran. Keys wait while
 * `selection`, which must stay the same, is about to move.
 */
export function useCommandKeys(onCommand: (id: CommandId) => boolean, selection: Selection): void {
  const [matcher] = useState(createKeyMatcher);
  const [hold] = useState(() => createKeyHold(selection));
  const { hasSingleKeys } = usePreferences();
  /** Whether the key that is down ran a command: held, it does not write into the field that the command opened. */
  const isSpentRef = useRef(false);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isComposing(event) || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    const chord = toChord(event);
    const place = findPlace(event.target, chord);
    // Where nothing has the focus, a space scrolls, unless a cell is about to have it.
    if (!hold(event, event.target === document.body ? 'command' : place)) {
      if (!event.repeat || /Arrow|^[jk]$/.test(chord)) {
        const found =
          hasSingleKeys || !isSingleKey(event) ? matcher.match(chord, place, event.timeStamp) : null;
        isSpentRef.current = found !== null && found !== 'pending' && onCommand(found);
      }
      if (!isSpentRef.current) return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    // Before the editor, which uses Shift-Enter itself; but Escape closes the editor's lists first.
    const capture = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') press(event);
    };
    const bubble = (event: KeyboardEvent) => {
      if (event.key === 'Escape') press(event);
    };
    document.addEventListener('keydown', capture, { capture: true });
    document.addEventListener('keydown', bubble);
    return () => {
      document.removeEventListener('keydown', capture, { capture: true });
      document.removeEventListener('keydown', bubble);
    };
  }, []);
}

/** A key that types a character, without modifiers: users of speech input may want to turn these off (WCAG 2.1.4). */
function isSingleKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey;
}

/** Longest pause between the keys of a sequence, milliseconds. */
const SEQUENCE_MS = 1000;

/** Remembers the previous key, for sequences such as `d d`. */
interface KeyMatcher {
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
