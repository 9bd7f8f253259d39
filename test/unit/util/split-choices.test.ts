import { expect, test } from 'vitest';
import { splitChoices } from '../../../lib/util/split-choices.ts';

test.each([
  ['Which revenue? [net / gross]', 'Which revenue?', ['net', 'gross']],
  ['Continue? [y | n]: ', 'Continue?', ['y', 'n']],
  ['**Which? [km/h / mph]**', '**Which?', ['km/h', 'mph']],
  ['Sure? [yes / no / yes]', 'Sure?', ['yes', 'no']],
  ['Date? [YYYY/MM/DD] ', 'Date? [YYYY/MM/DD] ', []],
  ['Name [Ada]: ', 'Name [Ada]: ', []],
  ['Which of [a / b] is it?', 'Which of [a / b] is it?', []],
])('%s', (text, question, choices) => {
  expect(splitChoices(text)).toEqual({ question, choices });
});
