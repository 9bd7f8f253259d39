import { expect, test } from 'vitest';
import {
  compareAgain,
  compareCheck,
  findUnknownFigure,
  toObjection,
} from '../../../lib/agent/review/compare-check.ts';
import { readComputed, writeCheckCell } from '../../../lib/agent/review/write-check-cell.ts';
import { EMPTY_CELL } from '../../../lib/session/fold/empty-cell.ts';
import type { Cell } from '../../../lib/session/session.ts';

function printed(text: string, status: Cell['status'] = 'ok'): Cell {
  return { ...EMPTY_CELL, status, outputs: [{ output_type: 'stream', name: 'stdout', text }] };
}

const compare = (answer: string, text: string, value: string) =>
  compareCheck(answer, printed(`{${JSON.stringify(text)}: ${value}}\n`));

test('the code of a check prints its figures and puts the names of the notebook back', () => {
  const figures = [
    { text: '42 kg', expression: 'total' },
    { text: '12 %', expression: 'share * 100' },
  ];
  const source = 'if True:\n    total = 42\n\ntext = f"""a\n b {"c"}\n"""\nshare = 0.12';
  expect(writeCheckCell({ source, figures })).toBe(`\
# A check of the answer. The names of the notebook are the same before and after it.
_names_before_check = dict(globals())
try:
    if True:
        total = 42

    text = f"""a
 b {"c"}
"""
    share = 0.12

    # Figures of the answer, computed above.
    print({"42 kg": float(total), "12 %": float(share * 100)})
finally:
    globals().update(_names_before_check)
    [globals().pop(name) for name in globals().keys() - _names_before_check.keys()]`);
});

test.each([
  [
    "{'42 kg': 42.0, '12 %': 1.2e-05}",
    [
      ['42 kg', 42],
      ['12 %', 1.2e-5],
    ],
  ],
  ["{'1\\xa0234\\u202f€': -1234.5}\n", [['1\u00a0234\u202f€', -1234.5]]],
  [
    `{"5' 3": inf, 'a: 1, ': nan}`,
    [
      ["5' 3", Number.POSITIVE_INFINITY],
      ['a: 1, ', Number.NaN],
    ],
  ],
  // What the code itself says is not what it computed.
  ["{'42 kg': 7.0}\n{'42 kg': 42.0}\n", [['42 kg', 42]]],
  ['AGREES\n42 kg = 42.0', null],
  ["{'42 kg': 42.0} agrees", null],
  ["x{'42 kg': 42.0}", null],
  ["{'42 kg': 'agrees'}", null],
  ['{}', null],
  ['', null],
])('of what a check prints, %j, its last line is read', (text, figures) => {
  expect(readComputed(printed(text))?.map((figure) => [figure.text, figure.value]) ?? null).toEqual(figures);
});

test.each([
  // As precisely as it is written.
  ['The mean is 4,201.8 g.', '4,201.8 g', '4201.754385964912', 'agrees'],
  ['The mean is 4,201.8 g.', '4,201.8 g', '4201.9', 'differs'],
  ['There are 41 of them.', '41', '42.0', 'differs'],
  ['There are **41** of them.', '41', '41.0', 'agrees'],
  ['About 5,000 rows.', '5,000', '4913.0', 'agrees'],
  ['Revenue was $5.1 million.', '$5.1 million', '5123456.0', 'agrees'],
  ['Revenue was $5.1 million.', '$5.1 million', '5.1', 'differs'],
  ['A third of them, 33.3 %.', '33.3 %', '33.33333333', 'agrees'],
  ['Der Mittelwert ist 1.234,5 kg und damit höher.', '1.234,5 kg', '1234.46', 'agrees'],
  // A share is not a percentage, and neither the same nor another value.
  ['A third of them, 33.3 %.', '33.3 %', '0.3333', 'not-checked'],
  // Signs count as the words have them.
  ['Sales fell by 12 %.', '12 %', '-12.2', 'agrees'],
  ['Sales rose by 12 %.', '12 %', '-12.2', 'differs'],
  ['The change is −12 %.', '−12 %', '12.2', 'differs'],
  ['There are 41.', '41', 'nan', 'not-checked'],
  ['{\n "mean": 41.2,\n "n": 3\n}', '41.2', '41.2', 'agrees'],
])('in %j, %s and %s: %s', (answer, text, value, verdict) => {
  expect(findUnknownFigure(answer, [{ text, expression: 'x' }])).toBeNull();
  expect(compare(answer, text, value)).toMatchObject({ verdict });
});

test.each([
  ['The mean is 41.5 kg.', '41', 'The answer has no figure “41”.'],
  ['The mean is 41.5 kg.', '41.5 g', 'The answer has no figure “41.5 g”.'],
  ['The mean is 41.5 kg.', '41.50 kg', 'The answer has no figure “41.50 kg”.'],
  ['It is 5.1 million.', '5.1', 'The answer has no figure “5.1”.'],
  ['It has `x_41` and 7.', '41', 'The answer has no figure “41”.'],
  ['From 3 to 5.', 'From 3 to 5', '“From 3 to 5” is not one number.'],
  ['In March 2023.', 'March 2023', '“March 2023” is not one number.'],
  ['It is high.', 'high', '“high” is not one number.'],
])('%j has no figure %j', (answer, text, problem) => {
  expect(findUnknownFigure(answer, [{ text, expression: 'x' }])).toContain(problem);
});

test('a check names the values, and those that differ come first', () => {
  const answer = 'There are 41 apples and 7 pears.';
  expect(compareCheck(answer, printed("{'41': 41.0, '7': 7.0}"))).toEqual({
    verdict: 'agrees',
    text: 'another computation finds 41, 7',
    figures: [
      { text: '41', value: 41, agrees: true },
      { text: '7', value: 7, agrees: true },
    ],
  });
  const differing = compareCheck(answer, printed("{'41': 42.0, '7': nan}"));
  expect(differing).toEqual({
    verdict: 'differs',
    text: 'the answer says 41, another computation finds 42',
    figures: [
      { text: '41', value: 42, agrees: false },
      { text: '7', value: null, agrees: false },
    ],
  });
  expect(toObjection(differing)).toBe(
    'A check computed figures of the answer another way, and found other values: the answer says 41, the check 42.',
  );
});

test.each([
  ['error', 'the check did not end well'],
  ['timed-out', 'the check reached its time limit'],
  ['aborted', 'the check was not run'],
  ['kernel-died', 'the check did not end well'],
] as const)('a check that ended as %s says so, whatever it printed', (status, text) => {
  expect(compareCheck('41', printed("{'41': 41.0}", status))).toEqual({ verdict: 'not-checked', text });
});

const CHECKED = [
  { text: '41 kg', value: 42.3, agrees: false },
  { text: '7', value: 7, agrees: true },
];

test.each([
  ['It is 42.3 kg of 7.', 'agrees', 'another computation finds 42.3 kg, 7'],
  ['It is 42 kg.', 'agrees', 'another computation finds 42 kg'],
  // A model that argues with the check stays with its figure.
  [
    'It is 41 kg; 42.3 kg counts doubles.',
    'differs',
    'the answer says 41 kg, another computation finds 42.3',
  ],
  ['It is 41 kg.', 'differs', 'the answer says 41 kg, another computation finds 42.3'],
])('after an answer that was sent back, %j: %s', (answer, verdict, text) => {
  expect(compareAgain(answer, CHECKED)).toMatchObject({ verdict, text });
});

test.each(['It is 43 kg of 7.', 'It is 42 km.', 'They are heavy.'])(
  'of an answer that has neither the figure nor the value of the check, nothing is said: %j',
  (answer) => {
    expect(compareAgain(answer, CHECKED)).toBeNull();
  },
);

test('a figure that the check could not compare is not held against a later answer', () => {
  const share = { text: '33.3 %', value: 0.3333, agrees: false };
  expect(compareAgain('It is 33.3 %.', [share])).toBeNull();
  expect(compareAgain('It is 33.3 % of 7.', [share, ...CHECKED.slice(1)])).toMatchObject({
    verdict: 'agrees',
    text: 'another computation finds 7',
  });
});
