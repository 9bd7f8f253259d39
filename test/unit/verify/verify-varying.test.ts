/** What changed among outputs that vary, and why they are said to. */
import { expect, test } from 'vitest';
import type { Output } from '../../../lib/notebook/output.ts';
import type { CompareContext } from '../../../lib/verify/finding/comparison.ts';
import { type CleanCell, judgeCell, needsAnotherRun } from '../../../lib/verify/judge-cell.ts';

const CONTEXT: CompareContext = {
  from: 0,
  to: 5_000,
  elapsedMs: 60_000,
  readsClock: true,
  folder: '/session',
};

const print = (text: string, name: 'stdout' | 'stderr' = 'stdout'): Output[] => [
  { output_type: 'stream', name, text },
];

/** A cell that printed `notebook`, and what each clean run printed. */
function toJudged(notebook: string, runs: string[], name?: 'stderr') {
  const clean = runs.map(
    (text): CleanCell => ({ outputs: print(text, name), notRun: null, isCut: false, context: CONTEXT }),
  );
  return {
    notebook: print(notebook, name),
    runs: clean,
    source: 'print(x)',
    ownSource: 'print(x)',
    wasRun: true,
    hidden: null,
  };
}

// Where the number of lines varies, no line has a place. One that all clean runs print alike has changed all the same.
test.each<[string, string, string[]]>([
  ['differs', 'try 1\ntotal 5', ['try 1\ntry 2\ntotal 6', 'total 6']],
  ['varies', 'try 1\ntotal 5', ['try 1\ntry 2\ntotal 6', 'total 7']],
  ['varies', 'try 1\ntotal 6', ['try 1\ntry 2\ntotal 6', 'total 6']],
  ['varies', 'total 6', ['try 1\ntry 2\ntotal 6', 'try 1\ntotal 6']],
  ['varies', 'a\nsum 0.3', ['sum 0.30000000000000004', 'a\na\nsum 0.30000000000000004']],
])('%s: %j, in clean runs %j', (verdict, notebook, runs) => {
  expect(judgeCell(toJudged(notebook, runs)).verdict).toBe(verdict);
  expect(judgeCell(toJudged(notebook, runs, 'stderr')).verdict).toBe(verdict);
});

test('the line that changed is named, and more runs may rule out chance', () => {
  const judged = toJudged('a\ntotal 5', ['a\nb\ntotal 6', 'total 6']);
  expect(judgeCell(judged).differences[0]).toEqual({
    place: 'text, lines',
    text: '“total 5”, here “total 6”',
  });
  expect(needsAnotherRun(judged).mayBeChance).toBe(true);
});

test('clean runs that are equal are not said not to be', () => {
  const reasonOf = (...runs: string[]) => judgeCell(toJudged('{1, 2}', runs)).reason;
  expect(reasonOf('{2, 1}', '{2, 1}')).toBe('Only the order of a set differs, and sets have no order.');
  expect(reasonOf('{2, 1}', '{1, 2}')).toBe('Clean runs are not equal either: the order of items.');
});

test('a table with the moment of the run varies, even if two clean runs were in one second', () => {
  const table = (moment: string): Output[] => {
    const html = `<table class="dataframe"><thead><tr><th></th><th>loaded</th></tr></thead><tbody><tr><th>0</th><td>${moment}</td></tr></tbody></table>`;
    return [{ output_type: 'display_data', data: { 'text/html': html }, metadata: {} }];
  };
  const judge = (notebook: string, ...runs: string[]) => {
    const clean = runs.map((text) => ({
      outputs: table(text),
      notRun: null,
      isCut: false,
      context: CONTEXT,
    }));
    return judgeCell({
      notebook: table(notebook),
      runs: clean,
      source: '',
      ownSource: '',
      wasRun: true,
      hidden: null,
    });
  };
  const [moment, later] = ['1970-01-01 00:00:03', '1970-01-01 00:00:04'];
  const alike = judge('2024-05-20 10:30:00', moment, moment);
  expect(alike).toMatchObject({ verdict: 'varies', causes: ['time'], reason: 'It shows when it ran.' });
  const reason = 'Clean runs are not equal either: the time of the run.';
  expect(judge('2024-05-20 10:30:00', moment, later)).toMatchObject({ verdict: 'varies', reason });
  expect(judge('2024-05-20 10:30:00', '2024-05-20 10:31:00', '2024-05-20 10:31:00').verdict).toBe('differs');
});
