/** Where a key was pressed, which decides whose keys count. */

export type Place = 'command' | 'edit' | 'page';

/** Where letters mean something else than a command. */
const TYPING =
  'input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"], [role="dialog"], [role="grid"], [role="tree"], dialog';
/** What takes Enter, Space and arrows itself. */
const CONTROLS = 'button, a[href], summary, video, audio';
const CONTROL_KEYS = /(^|\+)(Enter|Space|Arrow\w+)$/;
/** What scrolls by arrows. */
const SCROLLERS = '[tabindex="0"]:not([data-cell-id])';
const SCROLL_KEYS = /^(Space|Arrow\w+)$/;

export function findPlace(target: EventTarget | null, chord: string): Place {
  if (!(target instanceof Element)) return 'page';
  const frame = target.closest('[data-cell-id]');
  if (!frame) return 'page';
  if (target.closest('[data-cell-editor]')) {
    // Its search has fields and buttons of its own.
    const isAside = target.matches('input') || (CONTROL_KEYS.test(chord) && target.closest('button'));
    return isAside && chord !== 'Escape' ? 'page' : 'edit';
  }
  if (target.closest(TYPING)) return 'page';
  const isInside = (selector: string) => {
    const found = target.closest(selector);
    return found !== null && found !== frame && frame.contains(found);
  };
  if (CONTROL_KEYS.test(chord) && isInside(CONTROLS)) return 'page';
  if (SCROLL_KEYS.test(chord) && isInside(SCROLLERS)) return 'page';
  return 'command';
}
