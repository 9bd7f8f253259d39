/** Text that goes round in circles, as a language model writes it that cannot stop. */

/** So much of the end must consist of one unit: long enough that no table, rule or list of data is taken for it. */
const WINDOW_LENGTH = 4000;
/** The longest unit looked for: it is in the window at least five times. */
const MAX_PERIOD = 800;
/** A check reads the whole window, so it is made once in so many characters. */
const CHECK_EVERY = 1000;

/** Watches text that comes in pieces. */
export function createRepetitionWatch() {
  let tail = '';
  let unchecked = 0;
  return {
    /** Takes the next piece; true when what has come so far ends in a repetition. */
    add: (text: string): boolean => {
      tail = (tail + text).slice(-WINDOW_LENGTH);
      unchecked += text.length;
      if (unchecked < CHECK_EVERY) return false;
      unchecked = 0;
      return findPeriod(tail) !== null;
    },
  };
}

/** The text with its repeated end shown twice; the text itself when it does not end in a repetition. */
export function collapseRepetition(text: string): string {
  const period = findPeriod(text.slice(-WINDOW_LENGTH));
  if (period === null) return text;
  let start = text.length - period;
  while (start > 0 && text[start - 1] === text[start - 1 + period]) start--;
  return `${text.slice(0, start + 2 * period)} […]`;
}

/** Length of the shortest unit that all of a full window repeats, or null. Knuth, Morris and Pratt's failure function. */
function findPeriod(window: string): number | null {
  if (window.length < WINDOW_LENGTH) return null;
  const border = new Int32Array(window.length);
  for (let index = 1, length = 0; index < window.length; index++) {
    while (length > 0 && window[index] !== window[length]) length = border[length - 1] ?? 0;
    if (window[index] === window[length]) length++;
    border[index] = length;
  }
  const period = window.length - (border.at(-1) ?? 0);
  return period <= MAX_PERIOD ? period : null;
}
