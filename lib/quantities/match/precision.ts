/** How precisely a number is written, and so how far a value may be from it. */
import type { Mention } from '../answer/read-mentions.ts';
import type { Amount } from '../text/find-amounts.ts';

export interface Range {
  /** The range without a sign, on the scale of the answer. */
  readonly from: number;
  readonly to: number;
}

const ABOUT =
  /(?:about|around|approximately|approx\.?|roughly|some|circa|ca\.?|nearly|almost|close to|or so|~|≈|∼|etwa|rund|environ|unos)\s*$/iu;
const ABOVE =
  /(?:over|more than|above|at least|exceeds?|exceeding|upwards? of|just over|well over|über|plus de|más de|>|≥)\s*$/iu;
const BELOW =
  /(?:under|less than|below|fewer than|nearly|almost|just under|at most|up to|close to|unter|fast|moins de|<|≤)\s*$/iu;
const DUST = 1e-9;

/** Half of the last digit shown; with a word such as “about”, of the last one that is not zero. */
export function toRange({ amount, before }: Mention): Range {
  const { step, roundStep, kind } = amount;
  const size = Math.abs(amount.value);
  const words = before.replace(/[\u2060\s]+$/, '').replace(/[$€£¥]$/, '');
  const slack = (width: number) => width * (1 + DUST) + size * 1e-12;
  if (kind === 'date') return around(size, slack(0));
  // What “over 5,000” leaves open is less than one more in its last digit that counts.
  const open = roundStep > step ? roundStep : step;
  if (/[<≤]$/.test(words)) return { from: 0, to: size };
  // “At least $145” can itself be rounded: from 144.85.
  const own = slack(step / 2);
  if (ABOVE.test(words)) return { from: size - own, to: size + slack(open) };
  if (BELOW.test(words)) return { from: size - slack(open), to: size + own };
  if (ABOUT.test(words)) return around(size, slack(open / 2));
  return around(size, own);
}

function around(size: number, slack: number): Range {
  return { from: Math.max(0, size - slack), to: size + slack };
}

/** Whole numbers below are everywhere. */
const SMALL = 13;

export function isSmallCount({ amount: { value, step } }: Mention): boolean {
  return step === 1 && Number.isInteger(value) && Math.abs(value) < SMALL;
}

/** Digits that say something: 4 of 5,076 and of 1.520, but 1 of 5,000; 0 of zero. */
export function countDigits({ value, step, roundStep, scale = 1 }: Amount): number {
  const last = step < scale ? step : roundStep;
  return Math.max(0, Math.floor(Math.log10(Math.abs(value) / last) + ROUNDING) + 1);
}

const ROUNDING = 1e-9;
