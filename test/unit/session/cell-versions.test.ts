/** What the versions of a cell tell, whoever made them. */
import { expect, test } from 'vitest';
import { findLastRun, listLeft, showsEarlierRun } from '../../../lib/session/cell-versions.ts';
import { type Cell, createSession, findCell, type Session } from '../../../lib/session/session.ts';
import { findOutdated } from '../../../lib/session/stale/list-batch-cells.ts';
import { describeOutput, isOfEarlierKernel } from '../../../lib/session/view/cells/describe-output.ts';
import {
  editCell,
  endRun,
  fold,
  insertCell,
  insertOfRun,
  loseKernel,
  ranCell,
  replyOf,
  startRun,
} from '../../helpers/session-events.ts';

const read = (session: Session, cellId = 'a'): Cell => {
  const cell = findCell(session, cellId);
  if (!cell) throw new Error('The cell is not there.');
  return cell;
};
const rebuild = (...cellIds: string[]) =>
  [
    { type: 'rebuild-start', cellIds },
    ...cellIds.map((cellId) => ({ type: 'rebuild-step', cellId }) as const),
    { type: 'rebuild-end', status: 'ok' },
  ] as const;

const two = fold(
  createSession('s'),
  ...[insertCell('a', 'x = 1'), ...ranCell('a', 'one'), insertCell('b', 'print(x)'), ...ranCell('b', '1')],
);

test('each version says what made it, and each author left one', () => {
  const at = (step: number) => ({ runId: 'r', step });
  const session = fold(
    createSession('s'),
    ...[startRun('r'), ...replyOf(at(1), ''), insertOfRun(at(1), 'a', 'x = 1'), ...ranCell('a', 'one')],
    { type: 'cell-edit', cellId: 'a', source: 'x = 2', from: at(2) },
    ...[...ranCell('a', 'two'), endRun('r'), editCell('a', 'x = 3'), ...ranCell('a', 'three')],
    { type: 'cell-clear', cellId: 'a' },
    { type: 'cell-revert', cellId: 'a', version: 1 },
  );
  const cell = read(session);
  const makings = ['insert', 'run', 'replace', 'run', 'edit', 'run', 'clear', 'revert'];
  expect([...cell.versions, cell].map(({ made }) => made.as)).toEqual(makings);
  expect(cell.versions.map(({ version }) => version)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(listLeft(cell).map(({ source, version }) => [source, version])).toEqual([
    ['x = 2', 3],
    ['x = 1', 1],
  ]);
  expect(findLastRun(cell)).toEqual({ order: 3, source: 'x = 3' });
});

test('a rebuilt cell that is edited makes those below out of date, and its undo shows what the rebuild left', () => {
  const rebuilt = fold(two, loseKernel('Gone.'), ...rebuild('a', 'b'));
  const edited = fold(rebuilt, editCell('a', 'x = 2'));
  expect([...findOutdated(edited)]).toEqual(['a', 'b']);
  const back = read(fold(edited, { type: 'cell-revert', cellId: 'a', version: 1 }));
  expect([showsEarlierRun(back), isOfEarlierKernel(back, 'k-2'), describeOutput(back, '', false)]).toEqual([
    ...[false, false, ''],
  ]);
});

test('a reverted cell shows an earlier run until a rebuild has run it', () => {
  const reverted = fold(two, editCell('a', 'x = 2'), ...ranCell('a', 'two'), {
    type: 'cell-revert',
    cellId: 'a',
    version: 1,
  });
  expect([read(reverted).source, showsEarlierRun(read(reverted))]).toEqual(['x = 1', true]);
  const again = fold(reverted, loseKernel('Gone.'), ...rebuild('a', 'b'));
  expect([showsEarlierRun(read(again)), findLastRun(read(again))?.source]).toEqual([false, 'x = 1']);
});
