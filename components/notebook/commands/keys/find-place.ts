/** Where a key was pressed, which decides which commands apply. */

export type Place = 'command' | 'edit' | 'page';

/** Where letters are not commands. */
const TYPING =
  'input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"], [role="dialog"], [role="grid"], [role="tree"], dialog';
/** Elements that handle Enter, Space, and arrows themselves. */
const CONTROLS = 'button, a[href], summary, video, audio';
const CONTROL_KEYS = /(^|\+)(Enter|Space|Arrow\w+)$/;
/** Elements that scroll with arrows. */
const SCROLLERS = '[tabindex="0"]:not([data-cell-id])';
const SCROLL_KEYS = /^(Space|Arrow\w+)$/;

export function findPlace(target: EventTarget | null, chord: string): Place {
  if (!(target instanceof Element)) return 'page';
  const frame = target.closest('[data-cell-id]');
  // Where nothing has the focus, keys are for the selected cell; those that scroll the page still do.
  if (!frame) return target === document.body && !SCROLL_KEYS.test(chord) ? 'command' : 'page';
  if (target.closest('[data-cell-editor]')) {
    // The editor's search has its own fields and buttons.
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
