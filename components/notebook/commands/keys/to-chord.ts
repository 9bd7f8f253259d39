import { readKey } from '../../../ui/keyboard.ts';

/**
 * A key press as a chord: `j`, `Shift+m`, `Mod+Enter`, `?`. `Mod` is Ctrl or Cmd; but on a Mac, Ctrl and a letter are `Ctrl+k`,
 * because they move the cursor or delete in any text. Letters are lowercase; a symbol is written without the Shift that it
 * may need.
 */
export function toChord(
  event: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): string {
  const { ctrlKey, metaKey, altKey, shiftKey } = event;
  const key = readKey(event);
  const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase();
  const isOfText = ctrlKey && !metaKey && !shiftKey && key.length === 1 && !isSign && isMac();
  return [
    isOfText ? 'Ctrl' : ctrlKey || metaKey ? 'Mod' : '',
    altKey ? 'Alt' : '',
    shiftKey && !isSign ? 'Shift' : '',
    key === ' ' ? 'Space' : key.length === 1 ? key.toLowerCase() : key,
  ]
    .filter(Boolean)
    .join('+');
}

const SIGNS: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  _: 'Shift+-',
};

/** The chord's keys as they are printed on a keyboard: `Mod+Shift+c` is `Ctrl`, `Shift`, `C`. */
export function toKeyNames(chord: string): string[] {
  return chord
    .split('+')
    .flatMap((part) => (SIGNS[part] ?? part).split('+'))
    .map((part) =>
      part === 'Mod' ? (isMac() ? 'Cmd' : 'Ctrl') : part.length === 1 ? part.toUpperCase() : part,
    );
}

function isMac(): boolean {
  return navigator.userAgent.includes('Mac');
}
