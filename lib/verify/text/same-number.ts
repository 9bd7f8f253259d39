/** When two numbers that are written differently are the same measurement. */

/** Relative. Sums in another order stay below; moments a second apart, as seconds since 1970, are above. */
const TOLERANCE = 1e-12;
/** Fewer are a choice of the code: 1.1 and 1.10 can be versions, 4.21 and 4.22 are results. */
const MIN_DIGITS = 12;

/** Whether numbers that are not equal as text differ only in their last digits. An integer is exact. */
export function isRounding(left: string, right: string): boolean {
  return isFraction(left) && isFraction(right) && areClose(left, right);
}

/** The same in JSON, which may write 1.0 as 1. */
export function isJsonRounding(left: string, right: string): boolean {
  return (isFraction(left) || isFraction(right)) && areClose(left, right);
}

/** The same in JSON, where a program may write 1 for 1.0. Two integers are equal digit by digit, or not at all. */
export function isSameJsonNumber(left: string, right: string): boolean {
  return (isFraction(left) || isFraction(right)) && Number(left) === Number(right);
}

function areClose(left: string, right: string): boolean {
  if (Math.max(countDigits(left), countDigits(right)) < MIN_DIGITS) return false;
  const [a, b] = [toNumber(left), toNumber(right)];
  if (!Number.isFinite(a) || !Number.isFinite(b)) return false;
  return Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b));
}

/** Whether two fractions are one number that is written in two ways. */
export function isSameFraction(left: string, right: string): boolean {
  return isFraction(left) && isFraction(right) && toNumber(left) === toNumber(right);
}

/** Also one with commas between thousands. */
function toNumber(text: string): number {
  return Number(text.replaceAll(',', ''));
}

/** Integers are counts and keys: they are equal or not. */
function isFraction(text: string): boolean {
  return /[.eE]/.test(text);
}

function countDigits(text: string): number {
  const mantissa = text.replace(/[eE].*$/, '');
  return mantissa.replaceAll(/\D/g, '').replace(/^0+/, '').length;
}
