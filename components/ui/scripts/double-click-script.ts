/**
 * The second click of a double click counts only where the first one did: what the first has brought under the pointer, such as the next
 * row after one was deleted, was not meant. Runs before anything listens. Backticks: React escapes quotes.
 */
export const DOUBLE_CLICK_SCRIPT =
  '{let last;addEventListener(`click`,e=>{const own=e.target.closest(`button,a`);if(e.detail>1&&own!==last){e.preventDefault();e.stopImmediatePropagation()}last=own},true)};';
