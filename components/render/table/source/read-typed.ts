/** What is typed as the value of a filter, as the page and the kernel compare it. */

/** With thousands in the same signs throughout, and another one before decimals. */
const GROUPED = /^-?\d{1,3}([.,'’\s])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$/;
const PLAIN = /^-?(?:\d+[.,]?\d*|[.,]\d+)(?:e[-+]?\d+)?$/i;
/** A thousand and more, or a number with three decimals. */
const UNCLEAR = /^-?[1-9]\d{0,2},\d{3}$/;
const DATE = /^\d{4}(?:-\d\d(?:-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?)?)?$/;

/** A number with a decimal point and nothing else between its digits. Null where it is not one, or could be two. */
export function readTypedNumber(typed: string): string | null {
  const text = typed
    .trim()
    .replace(/^[−–]/, '-')
    .replace(/^\+(?=[\d.,])/, '');
  if (/^-?inf$/.test(text)) return text;
  if (isUnclear(text)) return null;
  if (PLAIN.test(text)) return text.replace(',', '.');
  const separator = GROUPED.exec(text)?.[1];
  return separator === undefined ? null : text.replaceAll(separator, '').replace(',', '.');
}

export const isUnclear = (typed: string): boolean => UNCLEAR.test(typed.trim());

/** A date in the order of ISO 8601. Null where it is not one: in another order, days and months can be mistaken. */
export function readTypedDate(typed: string): string | null {
  const text = typed.trim();
  return DATE.test(text) ? text.replace(' ', 'T').replace(/T\d\d:\d\d$/, '$&:00') : null;
}

/** Of what {@link readTypedNumber} returns, or a table holds. */
export const toNumber = (text: string): number => Number(text.replace(/inf$/, 'Infinity'));
