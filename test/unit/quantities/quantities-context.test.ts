/** Numbers that follow from what the rest of the answer, the question, or the code says. */
import { expect, test } from 'vitest';
import { link, readStatuses } from '../../helpers/quantities.ts';

const STAGES =
  'stage   before   after   diff\nunit      41.2    43.0    1.8\ne2e      302.8   521.6  218.8\nall      542.9   767.6  224.7';
const EPISODES = 'ep1    12480\nep2    15932\nep3    21077\nep4    20415\nep5    26890';
const WEEK = 'Fri    1876\nSat    3410\nSun    5138';
const OVERDUE = 'overdue: 347\nchecked out: 8123';

const BIRDS = '214  great tit\n 96  blackbird\n 71  robin\n381 birds, 3 species';
const STRINGS =
  "[{'lang': 'fr', 'missing': 55}, {'lang': 'ja', 'missing': 579}, {'lang': 'pl', 'missing': 1198}]";
const LIKES =
  'aged\nA    0.271\nB    0.409\nC    0.648\nD    0.452\nE    0.312\nF    0.353\nG    0.551\ndtype: float64';

const FILMS = 'film    domestic  worldwide\nHarbor  61270000  118630000\nZebra  148900000  402150000';
const AGES = '18-34    0.271\n35-54    0.409\n55+      0.648\ndtype: float64';

test.each([
  // Only the answer says that the column is in seconds: 9.05 min may be right, and 9.50 cannot be.
  [
    'The run went from 9.05 min to 12.79 min (+224.7 s); e2e took 521.6 s, not 302.8 s.',
    STAGES,
    ['9.05 min: unclear', '12.79 min: unclear', '224.7 s: unclear', '521.6 s: unclear', '302.8 s: unclear'],
  ],
  [
    'The run went from 9.50 min (+224.7 s; e2e took 302.8 s).',
    STAGES,
    ['9.50 min: unfounded', '224.7 s: unclear', '302.8 s: unclear'],
  ],
  ['The only dip was ep4 (662 fewer).', EPISODES, ['662: unclear']],
  ['The only dip was ep4 (626 fewer).', EPISODES, ['626: unfounded']],
  ['Saturday and Sunday together brought 8,548.', WEEK, ['8,548: unclear']],
  ['Saturday and Sunday together brought 8,584.', WEEK, ['8,584: unfounded']],
  ['A’s open rate is 2.1 points above B’s.', 'B: open rate 0.2050\nA: open rate 0.2260', ['2.1: unclear']],
  ['A’s open rate is 1.2 points above B’s.', 'B: open rate 0.2050\nA: open rate 0.2260', ['1.2: unfounded']],
  ['Fri, Sat, and Sun together make 10,424.', WEEK, ['10,424: derived']],
  [
    'Sat had 3,410 and Sun 5,138. Together they had 8,548.',
    WEEK,
    ['3,410: stated', '5,138: stated', '8,548: derived'],
  ],
  [
    'Great tits (214) and robins (71) account for 75 % of all.',
    BIRDS,
    ['214: stated', '71: stated', '75 %: derived'],
  ],
  [
    'Great tits (214) and robins (71) account for 57 % of all.',
    BIRDS,
    ['214: stated', '71: stated', '57 %: unfounded'],
  ],
  [
    'The languages together lack 1,832 strings (fr 55, ja 579).',
    STRINGS,
    ['1,832: derived', '55: stated', '579: stated'],
  ],
  [
    'It is liked by 27.1 % of the young, 41 % in the middle, and 64.8 % of the old.',
    LIKES,
    ['27.1 %: stated', '41 %: unclear', '64.8 %: stated'],
  ],
  [
    'It is liked by 27.1 % of the young, 52 % in the middle, and 64.8 % of the old.',
    LIKES,
    ['27.1 %: stated', '52 %: unfounded', '64.8 %: stated'],
  ],
  ['Zebra earned $253.25 million of its gross abroad.', FILMS, ['$253.25 million: unclear']],
  ['Zebra earned $253.52 million of its gross abroad.', FILMS, ['$253.52 million: unfounded']],
  [
    'It is liked by 64.8 % of those from 55 on, and 27.1 % of those aged 18–34.',
    AGES,
    ['64.8 %: stated', '55: unclear', '27.1 %: stated', '18: unclear', '34: unclear'],
  ],
  ['It is liked by 64.8 % of those from 57 on.', AGES, ['64.8 %: stated', '57: unfounded']],
  ['The clearance rate was below 100 %.', '2022 clearance 0.933\n2023 clearance 0.949', ['100 %: given']],
  ['The difference is not significant (p > 0.05).', 'A rate 0.143\nB rate 0.195', ['0.05: given']],
])('%s from %s', (answer, printed, expected) => {
  expect(readStatuses(answer, printed)).toEqual(expected);
});

test.each([
  [
    'It was 312; with 347 overdue, that is 35 more, or 11.2 %.',
    ['312: given', '347: stated', '35: derived', '11.2 %: derived'],
  ],
  [
    'It was 312; with 347 overdue, that is 53 more, or 17 %.',
    ['312: given', '347: stated', '53: unclear', '17 %: unclear'],
  ],
])('%s, when the question says 312', (answer, expected) => {
  expect(readStatuses(answer, OVERDUE, { question: 'Last month 312 books were overdue. And now?' })).toEqual(
    expected,
  );
});

test('a value that follows from a number of the question has the output as its only source', () => {
  const question = 'Last month 312 books were overdue. And now?';
  const [, , found] = link('It was 312; with 347 overdue, that is 35 more.', OVERDUE, { question });
  expect(found?.sources.map(({ printed }) => printed)).toEqual(['347']);
});

test('what a line of code sets is given, for what the line names', () => {
  const source = 'conc = 50  # mg/ml\nsingle = daily / 3';
  expect(readStatuses('As single doses of the 50 mg/ml suspension.', 'volume 1.958 ml', { source })).toEqual([
    '50 mg: given',
  ]);
  expect(readStatuses('There were 50 patients.', 'volume 1.958 ml', { source })).toEqual(['50: unclear']);
});

test('a number shown alone is about what the code says, not about the type that NumPy shows', () => {
  const source = 'orders["rating"].corr(orders["cost"])';
  const answer = 'The correlation of rating and cost is 0.07.';
  expect(readStatuses(answer, 'np.float64(0.07275986469211074)', { source })).toEqual(['0.07: stated']);
  expect(readStatuses(answer, 'np.float64(0.08275986469211074)', { source })).toEqual(['0.07: unclear']);
});
