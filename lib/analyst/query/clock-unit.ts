/** The unit that a column of times is named after: `duration_min`, `wait_seconds`. */

const PLURALS: readonly (readonly [words: RegExp, unit: string])[] = [
  [/^(seconds|secs)$/, 's'],
  [/^(minutes|mins)$/, 'min'],
  [/^(hours|hrs)$/, 'h'],
];
const SHORT: readonly (readonly [words: RegExp, unit: string])[] = [
  [/^(sec|s)$/, 's'],
  [/^min$/, 'min'],
  [/^(h|hr)$/, 'h'],
];
/** Beside these, which take time, a short word is a unit. */
const TIMES =
  /^(duration|time|delay|wait|waiting|elapsed|runtime|labou?r|work|working|travel|commute|ride|trip|drive|flight|prep|preparation|cook|cooking|call|talk|session|play|playing|practice|training|study|sleep|repair|service|handling|response|visit|stay|treatment|usage)$/;

/** `names`: of all columns. Null for `response_time_min` beside `response_time_max`, and for an `hour` of the day. */
export function clockUnitOf(name: string, names: readonly string[]): string | null {
  const words = name.toLowerCase().split(/[^a-z]+/);
  const last = words.filter((word) => word !== '').at(-1) ?? '';
  const isRange = names.includes(name.replace(/min(?=[^a-z]*$)/i, 'max')) && /min[^a-z]*$/i.test(name);
  const known = isRange ? [] : words.some((word) => TIMES.test(word)) ? [...PLURALS, ...SHORT] : PLURALS;
  return known.find(([pattern]) => pattern.test(last))?.[1] ?? null;
}
