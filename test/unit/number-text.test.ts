import { expect, it } from 'vitest';
import { findUnit } from '../../lib/analyst/number-text.ts';

it.each([
  [['€ 12.50', '€ 9'], '€'],
  [['12,50 €', '9 €'], '€'],
  [['(€5)', '€9'], '€'],
  [['USD 12', 'USD 9'], 'USD'],
  [['$1.2M', '$900k'], '$'],
  [['7 kg', '8kg'], 'kg'],
  [['10%', '5 %'], '%'],
  [['1.2M', '900k'], null],
  [['€ 5', '$ 5'], null],
  [['12', '€ 9'], null],
])('%s', (values, unit) => {
  expect(findUnit(values)).toBe(unit);
});
