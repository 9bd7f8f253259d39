/** The answer to a comparison of two: both figures, and what they come to. */
import type { Ask } from '../query/query.ts';
import { bold, formatNumber, formatSide, formatValue, PLAIN, type ValueFormat } from './format-value.ts';
import type { ResultData, Value } from './result-data.ts';

export function writeComparison(
  ask: Extract<Ask, { kind: 'compare' }>,
  result: ResultData,
  format: ValueFormat,
): string {
  const [left = null, right = null, outcome = null] = result.values.map((row) => row.at(-1) ?? null);
  const [first, second] = ask.sides.map(({ label }) => formatSide(label));
  const sides = `${first}: ${bold(formatValue(left, format))}. ${second}: ${bold(formatValue(right, format))}.`;
  if (typeof left !== 'number' || typeof right !== 'number' || typeof outcome !== 'number') {
    return outcome === null ? `${sides} ${explainMissing(ask, left, right, format)}` : sides;
  }
  const [isPlural, areBoth] = ask.sides.map(({ where }) => where.kind === 'in');
  const [has, is] = isPlural ? ['have', 'are'] : ['has', 'is'];
  if (ask.as === 'ratio')
    return `${sides} ${first} ${is} ${bold(`${formatNumber(outcome, PLAIN)} times`)} ${second}.`;
  if (ask.as === 'change') {
    const size = formatNumber(Math.abs(outcome), { ...PLAIN, unit: '%', decimals: format.decimals });
    if (outcome === 0) return `${sides} There is ${bold('no change')} from ${first} to ${second}.`;
    return `${sides} From ${first} to ${second} that is ${bold(`${size} ${outcome > 0 ? 'more' : 'less'}`)}.`;
  }
  if (outcome === 0) return `${sides} ${bold('They are equal.')}`;
  const size = formatNumber(Math.abs(outcome), format);
  if (ask.as === 'difference')
    return `${sides} ${first} ${has} ${bold(`${size} ${outcome > 0 ? 'more' : 'less'}`)}.`;
  const wins = ask.descending ? outcome > 0 : outcome < 0;
  const winsAs = (wins ? isPlural : areBoth) ? 'are' : 'is';
  return `${bold((wins ? first : second) ?? '')} ${winsAs} ${ask.descending ? 'higher' : 'lower'} by ${bold(size)}. ${sides}`;
}

/** Explains why the two values could not be compared. */
function explainMissing(
  { as }: Extract<Ask, { kind: 'compare' }>,
  left: Value,
  right: Value,
  format: ValueFormat,
): string {
  if (as !== 'change' || typeof left !== 'number' || typeof right !== 'number')
    return 'They cannot be compared.';
  const size = formatNumber(Math.abs(right - left), format);
  return `That is ${bold(`${size} ${right < left ? 'less' : 'more'}`)}; from zero or less, a percentage says nothing.`;
}
