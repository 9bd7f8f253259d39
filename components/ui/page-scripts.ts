/** Scripts that run before anything on the page listens. They use backticks, because React escapes quotes. */

/**
 * Keys of an input method are its own, such as the Enter that accepts a suggestion and the Escape that drops it: nothing on the page
 * hears them, except the code editor, which follows the composition itself. Safari sends that Enter after the composition, with
 * the code that stands for such keys.
 */
export const COMPOSING_SCRIPT =
  'addEventListener(`keydown`,e=>{if((e.isComposing||e.keyCode===229)&&!e.target.isContentEditable)e.stopImmediatePropagation()},true);';

/**
 * The second click of a double click counts only where the first one did: what the first has brought under the pointer, such as the next
 * row after one was deleted, was not meant.
 */
export const DOUBLE_CLICK_SCRIPT =
  '{let last;addEventListener(`click`,e=>{const own=e.target.closest(`button,a`);if(e.detail>1&&own!==last){e.preventDefault();e.stopImmediatePropagation()}last=own},true)};';

/**
 * Enter that is held acts once: a button is not pressed again and again, nor is what the first press has brought, such as
 * *Cancel* of a question. In a field it repeats.
 */
export const HELD_ENTER_SCRIPT =
  '{let from;addEventListener(`keydown`,e=>{if(e.key!==`Enter`)return;const at=e.target;if(!e.repeat)from=at;else if(from!==at||at.closest(`button,a,summary`)){e.preventDefault();e.stopImmediatePropagation()}},true)};';

/**
 * Asks once more for each style sheet that did not arrive: a page whose code came without one would work, and be unreadable, until
 * it is reloaded. The rules of one that failed before this ran cannot be read.
 */
export const STYLE_SCRIPT = `{const again=l=>{if(l.rel!==\`stylesheet\`||\`again\`in l.dataset)return;const c=l.cloneNode();l.dataset.again=c.dataset.again=\`\`;l.after(c)};addEventListener(\`error\`,e=>e.target.dataset&&again(e.target),true);addEventListener(\`load\`,()=>{for(const l of document.querySelectorAll(\`link\`))try{if(!l.sheet.cssRules.length)again(l)}catch{again(l)}})}`;
