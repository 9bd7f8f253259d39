import { isLayerLoading } from '../../../ui/layer-place.tsx';
import type { Selection } from '../state/selection.ts';
import type { Place } from './find-place.ts';

/**
 * Holds keys pressed while a command is about to move the selection or a layer is loading: they are meant for the cell or
 * the layer that comes, as commands or as text. Returns whether a key is held; it is pressed again when that is there, and
 * dropped if it does not come.
 */
export function createKeyHold({ readMove }: Selection): (event: KeyboardEvent, place: Place) => boolean {
  const held: { readonly event: KeyboardEvent; readonly misses: number }[] = [];
  let isReplaying = false;
  const isWaiting = () => readMove().isMoving || isLayerLoading();
  const replay = async () => {
    let hasRun = true;
    for (let next = held[0]; next; next = held[0]) {
      // Until the page has drawn what the key before has done.
      for (; hasRun || isWaiting(); hasRun = false) await new Promise(requestAnimationFrame);
      isReplaying = true;
      hasRun = next.misses === readMove().misses && pressAgain(next.event);
      isReplaying = false;
      held.shift();
    }
  };
  return (event, place) => {
    if (isReplaying || !canHold(event)) return false;
    // Those that wait come first, also where the user is in the editor by now.
    const { isMoving, misses } = readMove();
    const mustWait = place !== 'page' && (held.length > 0 || (place === 'command' && isMoving));
    if (!mustWait && !isLayerLoading()) return false;
    if (held.push({ event, misses }) === 1) void replay();
    return true;
  };
}

/** Where the focus is by now. A user who went elsewhere does not want it there. Returns whether something reacted. */
function pressAgain(event: KeyboardEvent): boolean {
  const target = document.activeElement ?? document.body;
  if (target !== document.body && !target.closest('[data-cell-id], dialog[open]')) return false;
  if (!target.dispatchEvent(new KeyboardEvent('keydown', event))) return true;
  // A script's key types nothing by itself.
  if (event.key !== 'Escape')
    document.execCommand('insertText', false, event.key === 'Enter' ? '\n' : event.key);
  return false;
}

/** A key that types, opens an editor, runs a cell, or leaves its editor. */
function canHold({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key === 'Enter' || key === 'Escape' || (key.length === 1 && !ctrlKey && !metaKey && !altKey);
}
