/** Numbers that follow from values of outputs: which steps are shown, and which are left open. */
import { expect, test } from 'vitest';
import { link } from '../../helpers/quantities.ts';

/** Of the first number: its status, and what it follows from. */
function read(answer: string, ...printed: string[]): string {
  const [found] = link(answer, printed);
  return [found?.status ?? '', ...(found?.sources.map(({ printed: value }) => value) ?? [])].join(' ');
}

const ODDS =
  '           coef  odds\nmonthly   0.095  1.38\none year -0.527  0.63\ntwo year -0.892  0.41\nsupport   0.322  1.10';
const CHURN =
  '           churn  charge     sd  users\nmonthly    0.288   66.18  29.91   2748\none year   0.148   64.93  29.70   1262\ntwo year   0.074   63.88  29.79    990';
const SPREADS = "{'tenure_months': 19.47, 'support_tickets': 1.22, 'converted': 0.3}";

test.each<[string, string, string]>([
  // What is left of the whole.
  ['59 % lower odds with two years (0.41)', ODDS, 'derived 0.41'],
  ['38 % higher odds for monthly ones (1.38)', ODDS, 'derived 1.38'],
  ['71.2 % stay, as 28.8 % of the monthly ones leave', CHURN, 'derived 0.288'],
  ['71.2 % stay, as 28.8 % leave', 'leave 28.8 %\nreturn 4.1 %', 'derived 28.8 %'],
  ['0.59 is left of 0.41', 'loss 0.41', 'derived 0.41'],
  // One column.
  ['14.0 points more churn with monthly (28.8 %) than with one year (14.8 %)', CHURN, 'derived 0.288 0.148'],
  ['1,486 more users have monthly contracts (2,748) than one year (1,262)', CHURN, 'derived 2748 1262'],
  ['48.6 % lower churn with one year (14.8 %) than with monthly (28.8 %)', CHURN, 'derived 0.148 0.288'],
])('%s', (answer, printed, expected) => {
  expect(read(answer, printed)).toBe(expected);
});

test.each<[string, string[]]>([
  ['24.7 % is churn with monthly, 7.4 % with two years', [CHURN, SPREADS]],
  ['221.3 % higher charge for monthly (66.18, sd 29.91)', [CHURN]],
  ['41.5 times as many users with monthly (2,748) as it costs (66.18)', [CHURN]],
])('no step is shown with a deviation, or with a count of something else: %s', (answer, printed) => {
  expect(read(answer, ...printed)).not.toContain('derived');
});
