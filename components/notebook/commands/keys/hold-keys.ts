import { isInTextField } from '../../../ui/keyboard.ts';
import { isLayerLoading } from '../../../ui/layers/layer-place.tsx';
import type { Selection } from '../state/selection.ts';
import type { Place } from './find-place.ts';

/**
 * Holds keys pressed while a command is about to move the selection or a layer is loading: they are meant for the cell or
 * the layer that comes, as commands or as text. Returns whether a key is held; it is pressed again when that is there, and
 * dropped if it does not come.
 */
export function createKeyHold({ readMove }: Selection): (event: KeyboardEvent, kind: Place) => boolean {
  const held: { readonly event: KeyboardEvent; readonly place: object }[] = [];
  let isReplaying = false;
  const isWaiting = () => readMove().isMoving || isLayerLoading();
  const replay = async () => {
    let hasRun = true;
    for (let next = held[0]; next; next = held[0]) {
      // Until the page has drawn what the key before has done. An editor has text a moment after it was typed: before a
      // key that may run it, that counts as well.
      hasRun ||= next.event.key.length > 1;
      for (; hasRun || isWaiting(); hasRun = false) await new Promise(requestAnimationFrame);
      isReplaying = true;
      hasRun = next.place === readMove().place && pressAgain(next.event);
      isReplaying = false;
      held.shift();
    }
  };
  return (event, kind) => {
    if (isReplaying || !canHold(event)) return false;
    // Those that wait come first, also where the user is in the editor by now.
    const { isMoving, place } = readMove();
    const mustWait = kind !== 'page' && (held.length > 0 || (kind === 'command' && isMoving));
    if (!mustWait && !isLayerLoading()) return false;
    if (held.push({ event, place }) === 1) void replay();
    return true;
  };
}

/** Where the focus is by now. A user who went elsewhere does not want it there. Returns whether something reacted. */
function pressAgain(event: KeyboardEvent): boolean {
  const target = document.activeElement ?? document.body;
  const isMeant = target === event.target || target === document.body;
  if (!isMeant && !target.closest('[data-cell-id], dialog[open]')) return false;
  if (!target.dispatchEvent(new KeyboardEvent('keydown', event))) return true;
  // A script's key types nothing by itself. Without a field, the browser would type into the one that had the focus last.
  const text = event.key === 'Enter' ? '\n' : event.key;
  if (text.length === 1 && isInTextField()) document.execCommand('insertText', false, text);
  return false;
}

/** A key that types, also with AltGr, or that a cell or its editor knows. */
function canHold({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (key.length === 1) return !metaKey && (!ctrlKey || altKey);
  return /^(Enter|Escape|Backspace|Delete|Home|End|Arrow\w+)$/.test(key);
}
