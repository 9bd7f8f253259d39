/** What changed among outputs that vary, and why they are said to. */
import { expect, test } from 'vitest';
import { judgeCell, needsAnotherRun } from '../../../lib/verify/judge-cell.ts';
import { judge, run, toJudged } from '../../helpers/judged.ts';
import { show, text } from '../../helpers/outputs.ts';

/** A cell that printed `notebook`, and what each clean run printed. */
const toPrinted = (notebook: string, runs: string[], name?: 'stderr') =>
  toJudged(
    [text(notebook, name)],
    runs.map((printed) => run(text(printed, name))),
  );

// Where the number of lines varies, no line has a place. One that all clean runs print alike has changed all the same.
test.each<[string, string, string[]]>([
  ['differs', 'try 1\ntotal 5', ['try 1\ntry 2\ntotal 6', 'total 6']],
  ['varies', 'try 1\ntotal 5', ['try 1\ntry 2\ntotal 6', 'total 7']],
  ['varies', 'try 1\ntotal 6', ['try 1\ntry 2\ntotal 6', 'total 6']],
  ['varies', 'total 6', ['try 1\ntry 2\ntotal 6', 'try 1\ntotal 6']],
  ['varies', 'a\nsum 0.3', ['sum 0.30000000000000004', 'a\na\nsum 0.30000000000000004']],
])('%s: %j, in clean runs %j', (verdict, notebook, runs) => {
  expect(judgeCell(toPrinted(notebook, runs)).verdict).toBe(verdict);
  expect(judgeCell(toPrinted(notebook, runs, 'stderr')).verdict).toBe(verdict);
});

test('the line that changed is named, and more runs may rule out chance', () => {
  const judged = toPrinted('a\ntotal 5', ['a\nb\ntotal 6', 'total 6']);
  expect(judgeCell(judged).differences[0]).toEqual({
    place: 'text, lines',
    text: '“total 5”, here “total 6”',
  });
  expect(needsAnotherRun(judged).mayBeChance).toBe(true);
});

test('clean runs that are equal are not said not to be', () => {
  const reasonOf = (...runs: string[]) => judgeCell(toPrinted('{1, 2}', runs)).reason;
  expect(reasonOf('{2, 1}', '{2, 1}')).toBe('Only the order of a set differs, and sets have no order.');
  expect(reasonOf('{2, 1}', '{1, 2}')).toBe('Clean runs are not equal either: the order of items.');
});

test('a table with the moment of the run varies, even if two clean runs were in one second', () => {
  const table = (moment: string) => {
    const html = `<table class="dataframe"><thead><tr><th></th><th>loaded</th></tr></thead><tbody><tr><th>0</th><td>${moment}</td></tr></tbody></table>`;
    return show({ 'text/html': html });
  };
  const judgeMoments = (...runs: string[]) =>
    judge(
      [table('2024-05-20 10:30:00')],
      runs.map((moment) => run(table(moment))),
      '',
    );
  const [moment, later] = ['2026-05-20 10:00:03', '2026-05-20 10:00:04'];
  const alike = judgeMoments(moment, moment);
  expect(alike).toMatchObject({ verdict: 'varies', causes: ['time'], reason: 'It shows when it ran.' });
  const reason = 'Clean runs are not equal either: the time of the run.';
  expect(judgeMoments(moment, later)).toMatchObject({ verdict: 'varies', reason });
  expect(judgeMoments('2024-05-20 10:31:00', '2024-05-20 10:31:00').verdict).toBe('differs');
});
