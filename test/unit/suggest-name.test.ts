/** Which column a word that is not understood may stand for. */
import { expect, it } from 'vitest';
import { suggestName } from '../../lib/analyst/reply/suggest-name.ts';
import { ORDERS } from './analyst-read/tables.ts';

it.each([
  ['revenu', 'revenue'],
  ['revneue', 'revenue'],
  ['revenue', null],
  ['zorp', null],
  ['customers', null],
  ['custmers', 'customer'],
  ['late', null],
  ['dtae', 'order_date'],
])('%s: %s', (word, expected) => {
  expect(suggestName(word, [ORDERS])).toBe(expected);
});
