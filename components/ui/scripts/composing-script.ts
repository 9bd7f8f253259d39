/**
 * Keys of an input method are its own, such as the Enter that accepts a suggestion and the Escape that drops it: nothing on the page
 * hears them, except the code editor, which follows the composition itself. Safari sends that Enter after the composition, with
 * the code that stands for such keys. Runs before anything listens. Backticks: React escapes quotes.
 */
export const COMPOSING_SCRIPT =
  'addEventListener(`keydown`,e=>{if((e.isComposing||e.keyCode===229)&&!e.target.isContentEditable)e.stopImmediatePropagation()},true);';
