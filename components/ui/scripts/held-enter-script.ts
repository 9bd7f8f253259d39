/**
 * Enter that is held acts once: a button is not pressed again and again, nor is what the first press has brought, such as
 * *Cancel* of a question. In a field it repeats. Runs before anything listens. Backticks: React escapes quotes.
 */
export const HELD_ENTER_SCRIPT =
  '{let from;addEventListener(`keydown`,e=>{if(e.key!==`Enter`)return;const at=e.target;if(!e.repeat)from=at;else if(from!==at||at.closest(`button,a,summary`)){e.preventDefault();e.stopImmediatePropagation()}},true)};';
