'use client';

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { usePreferences } from '../../../preferences/use-preferences.ts';
import { isComposing } from '../../../ui/keyboard/is-composing.ts';
import type { Selection } from '../state/selection.ts';
import type { CommandId } from '../table/command-table.ts';
import { findPlace } from './find-place.ts';
import { createKeyHold } from './hold-keys.ts';
import { createKeyMatcher } from './match-keys.ts';
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
