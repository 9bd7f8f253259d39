'use client';

import { useEffect, useRef, useState } from 'react';
import { parsePreferences, readPreferencesText } from '../settings/preferences.ts';
import type { Command } from './command.ts';
import { findPlace } from './find-place.ts';
import { createKeyMatcher } from './match-keys.ts';
import { toChord } from './to-chord.ts';

/** Calls `onCommand` when the keys of a command are pressed where they count. */
export function useCommandKeys(commands: readonly Command[], onCommand: (command: Command) => boolean): void {
  const [matcher] = useState(() => createKeyMatcher(commands));
  const onCommandRef = useRef(onCommand);
  useEffect(() => {
    onCommandRef.current = onCommand;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.isComposing || (event.repeat && !/^Arrow|^[jk]$/.test(event.key))) return;
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      if (isSingleKey(event) && !parsePreferences(readPreferencesText()).hasSingleKeys) return;
      const chord = toChord(event);
      const found = matcher.match(chord, findPlace(event.target, chord), event.timeStamp);
      if (found === null || found === 'pending') return;
      if (!onCommandRef.current(found)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // Before the editor, which has a meaning of its own for Shift-Enter; but it closes its lists by Escape first.
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
  }, [matcher]);
}

/** A key that writes a character, alone: who speaks to the machine, or slips, may want none of these (WCAG 2.1.4). */
function isSingleKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey;
}
