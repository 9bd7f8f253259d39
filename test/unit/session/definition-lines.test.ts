import { expect, test } from 'vitest';
import {
  addDefinition,
  dropDefinition,
  isDefinition,
} from '../../../lib/session/view/definitions/definition-lines.ts';

test('a definition is a line at the end, and taken back it leaves the rest as it was', () => {
  expect(addDefinition('', ' Revenue is\nnet. ')).toBe('- Revenue is net.\n');
  const text = '# Terms\r\n- a is b\r\n';
  const longer = addDefinition(text, 'c is d');
  expect(longer).toBe('# Terms\r\n- a is b\n- c is d\n');
  expect(dropDefinition(longer, 'c  is d')).toBe('# Terms\r\n- a is b\n');
  expect(dropDefinition(text, 'gone is gone')).toBe(text);
  expect(dropDefinition('- x is y\n- x is y\n', 'x is y')).toBe('- x is y\n');
});

test('what has the shape “X is Y” and asks nothing is a definition', () => {
  const said = [
    'No, revenue is net of returns',
    'Nein, Umsatz ist ohne Rücksendungen gemeint.',
    'Aktiv heißt: in den letzten 30 Tagen bestellt',
    'margin = price - cost',
  ];
  expect(said.filter((text) => !isDefinition(text))).toEqual([]);
  const other = [
    'Is that net of returns?',
    'What is the margin?',
    'And by month',
    'is',
    `${'long '.repeat(40)} is long`,
    'Revenue is net.\nAnd now by month',
  ];
  expect(other.filter(isDefinition)).toEqual([]);
});
