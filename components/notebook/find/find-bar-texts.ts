import { pluralize } from '../../../lib/util/pluralize.ts';

/** Words of the bar that finds text, which is loaded when it opens. */
export const FIND_BAR_TEXTS = {
  replace: 'Replace with',
  matchCase: 'Match case',
  wholeWord: 'Whole words',
  pattern: 'Regular expression',
  previous: 'Previous match',
  next: 'Next match',
  replaceOne: 'Replace',
  replaceAll: 'Replace all',
  none: 'No matches',
  badPattern: 'Not a valid pattern',
  place: (index: number, count: number, isCut: boolean) =>
    `${index.toLocaleString('en-US')} of ${count.toLocaleString('en-US')}${isCut ? '+' : ''}`,
  replaced: (matches: number, cells: number) =>
    `Replaced ${matches === 1 ? '1 match' : `${matches.toLocaleString('en-US')} matches`} in ${pluralize(cells, 'cell')}.`,
  locked: 'Cells cannot be changed while the agent works.',
  output: 'This match is in an output, which only its code can change.',
  fixed: 'Questions and answers cannot be changed here.',
} as const;
