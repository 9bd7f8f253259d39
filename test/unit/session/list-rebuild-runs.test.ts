import { expect, test } from 'vitest';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { findBackPoint, findStandingRun, isUndone, listRanSince } from '../../../lib/session/back-point.ts';
import { applyEvents } from '../../../lib/session/fold/apply-event.ts';
import { branchLog } from '../../../lib/session/fold/branch-log.ts';
import { toNotebook } from '../../../lib/session/notebook/to-notebook.ts';
import { createSession, isAlive, type Session } from '../../../lib/session/session.ts';
import { createStaleFinder } from '../../../lib/session/stale/find-stale.ts';
import { listBatchCells } from '../../../lib/session/stale/list-batch-cells.ts';
import { listNotRestored } from '../../../lib/session/stale/list-not-restored.ts';
import { listRebuildRuns, listRunsBefore } from '../../../lib/session/stale/list-rebuild-runs.ts';
import {
  editCell,
  foldAll as fold,
  insertCell,
  loseKernel,
  nameVariables,
  printOf,
  ranCell,
  toEvents,
} from '../../helpers/session-events.ts';

const cell = (cellId: string, source: string, executionCount = 1) => [
  insertCell(cellId, source),
  ...ranCell(cellId, undefined, { executionCount }),
];
const goBack = (cellId: string): EventBody => ({
  type: 'kernel-status',
  status: 'idle',
  stateLost: true,
  back: { cellId, files: { names: [], count: 0 } },
  reason: 'Back.',
});
const speak = (language: string): EventBody => ({
  type: 'kernel-status',
  status: 'idle',
  info: {
    name: language,
    displayName: language,
    languageInfo: { name: language, version: '1' },
    implementation: '',
    isolation: 'none',
  },
});
const lost = loseKernel('Gone.');
const toRuns = (session: Session) => listRebuildRuns(session).map(({ id, ranSource }) => [id, ranSource]);

test('runs are repeated in the order in which they were made, each cell once where nothing else read an earlier run', () => {
  const three = [...cell('a', 'x = 1'), ...cell('b', 'y = x'), ...cell('c', 'z = 1')];
  const move: EventBody = { type: 'cell-move', cellId: 'c', after: null };
  expect(toRuns(fold([...three, move, lost]))).toEqual([
    ['a', 'x = 1'],
    ['b', 'y = x'],
    ['c', 'z = 1'],
  ]);
  // All ran twice, and so nothing needs the first runs.
  const again = ['a', 'b', 'c'].flatMap((id) => ranCell(id));
  expect(toRuns(fold([...three, ...again, lost])).map(([id]) => id)).toEqual(['a', 'b', 'c']);
  const edited = [...three, editCell('a', 'x = 2'), ...ranCell('a')];
  expect(toRuns(fold([...edited, lost]))).toEqual([
    ['a', 'x = 1'],
    ['b', 'y = x'],
    ['c', 'z = 1'],
    ['a', 'x = 2'],
  ]);
  // What the kernel has by now needs no earlier run.
  expect(toRuns(fold([...edited, lost, ...ranCell('a'), nameVariables('x')])).map(([id]) => id)).toEqual([
    'b',
    'c',
  ]);
  // What gives no name needs none of them.
  const shown = [
    ...cell('a', 'x = 1'),
    ...cell('b', 'print(x)'),
    editCell('a', 'x = 2'),
    ...ranCell('a'),
    lost,
  ];
  expect(toRuns(fold(shown))).toEqual([
    ['a', 'x = 2'],
    ['b', 'print(x)'],
  ]);
  const counted = [...cell('a', 'n = 0'), ...cell('b', 'n += 1'), ...ranCell('b'), lost];
  expect(toRuns(fold(counted)).map(([id]) => id)).toEqual(['a', 'b', 'b']);
  // Code that is not read runs once for each cell, from the top.
  expect(toRuns(fold([speak('R'), ...edited, lost])).map(([id]) => id)).toEqual(['a', 'b', 'c']);
});

test('what was undone is in no list of cells to run, except where it is asked for by itself', () => {
  const ran = [...cell('a', 'x = 1'), ...cell('b', 'x = 2\ny = 1'), ...cell('c', 'z = x'), goBack('b')];
  const session = fold([...ran, nameVariables('x', 'y'), lost]);
  expect(toRuns(session)).toEqual([['a', 'x = 1']]);
  expect(listNotRestored(session).map(({ name }) => name)).toEqual(['y']);
  expect(listBatchCells(session, 'all')).toEqual(['a']);
  expect(listBatchCells(session, 'above', 'c')).toEqual(['a']);
  expect(listBatchCells(session, 'to', 'b')).toEqual(['a', 'b']);
  expect(listBatchCells(session, 'below', 'a')).toEqual(['a']);
  expect(listBatchCells(session, 'below', 'b')).toEqual(['b', 'c']);
  const stale = fold([editCell('a', 'x = 3')], session);
  expect(listBatchCells(stale, 'stale')).toEqual(['a']);
  // Other code is not what was undone.
  expect(listBatchCells(fold([editCell('b', 'x = 4')], session), 'all')).toEqual(['a', 'b']);
  expect(fold(ranCell('a'), session).kernel.lost).toBeNull();
  // Of a cell that ran twice, the run that was not undone is in the kernel.
  const twice = fold([...cell('a', 'x = 1'), editCell('a', 'x = 2'), ...ranCell('a'), goBack('a'), lost]);
  expect(toRuns(twice)).toEqual([['a', 'x = 1']]);
});

test('what ran before a cell is what its kernel had then', () => {
  const ran = [...cell('a', 'x = 1'), insertCell('b', 'x += 1'), ...cell('c', 'x *= 2'), ...ranCell('b')];
  const toIds = (session: Session, cellId: string) => listRunsBefore(session, cellId).map(({ id }) => id);
  expect(toIds(fold(ran), 'c')).toEqual(['a']);
  expect(toIds(fold(ran), 'b')).toEqual(['a', 'c']);
  expect(toIds(fold([...ran, lost]), 'b')).toEqual(['a', 'c']);
  expect(toIds(fold([...ran, insertCell('d')]), 'd')).toEqual([]);
  const failed = ranCell('c', undefined, { status: 'error' });
  expect(toIds(fold([...ran, ...failed, ...cell('d', 'x')]), 'd')).toEqual(['a', 'c', 'b']);
});

test('a new kernel that is to take the place of one changes nothing before it has run all', () => {
  const before = fold([
    ...cell('z', 'z = 1'),
    nameVariables('z'),
    loseKernel('First.'),
    ...cell('a', 'x = 1'),
  ]);
  const ran = fold([nameVariables('x'), ...cell('b', 'x = 2')], before);
  const back = { cellId: 'b', files: { names: [], count: 0 }, reason: 'It was not kept.' };
  const begun = fold(
    [
      { type: 'rebuild-start', cellIds: ['a'], back, isBeside: true },
      { type: 'rebuild-step', cellId: 'a' },
    ],
    ran,
  );
  expect([begun.cells, begun.kernel]).toEqual([ran.cells, ran.kernel]);
  const failed = fold([{ type: 'rebuild-end', status: 'failed', reason: 'No.' }], begun);
  expect([failed.cells, failed.kernel]).toEqual([ran.cells, ran.kernel]);
  const done = fold([loseKernel('New.'), nameVariables('x'), { type: 'rebuild-end', status: 'ok' }], begun);
  expect(done.cells.map((each) => [isAlive(each, done.kernel.id), each.isTakenBack])).toEqual([
    [false, undefined],
    [true, undefined],
    [false, true],
  ]);
  // What was lost before is still lost.
  expect(done.kernel).toMatchObject({ lost: 'First.', lostNames: [{ name: 'z' }] });
});

test('an export does not run what was undone, and says so', () => {
  const session = fold([...cell('a', 'x = 1'), ...cell('b', 'x = 2'), goBack('b')]);
  const [a, b] = toNotebook(session, '1').cells;
  expect(a?.metadata).not.toHaveProperty('tags');
  expect(b?.metadata).toMatchObject({
    tags: ['skip-execution'],
    actbook: { isUndone: true, note: expect.stringContaining('was undone') },
  });
  const other = toNotebook(fold([editCell('b', 'x = 3')], session), '1').cells[1];
  expect(other?.metadata).not.toHaveProperty('tags');
});

test('a cell of which only the last run was undone is not undone, as long as it has the code of a run before', () => {
  const ran = [...cell('a', 'x = [1]'), ...cell('b', 'x.append(2)', 2)];
  const again = [{ type: 'cell-start', cellId: 'a' }, printOf('a', 'again')] as const;
  const end = ranCell('a', undefined, { executionCount: 3 }).slice(1);
  const session = fold([...ran, ...again, ...end, goBack('b')]);
  const { id } = session.kernel;
  const [a, b] = session.cells;
  if (!a || !b) throw new Error('They are not there.');
  expect(
    [a, b].map((each) => [each.isTakenBack, isUndone(each), isAlive(findStandingRun(each), id)]),
  ).toEqual([
    [true, false, true],
    [true, true, false],
  ]);
  // It is written as the run before left it.
  const [written, other] = toNotebook(session, '1').cells;
  expect(written).toMatchObject({ source: 'x = [1]', execution_count: 1, outputs: [] });
  expect(written?.metadata).not.toHaveProperty('tags');
  expect(written?.metadata.actbook).not.toHaveProperty('isUndone');
  expect(written?.metadata.actbook).toMatchObject({ note: expect.stringContaining('The last run of') });
  expect(other?.metadata).toMatchObject({ tags: ['skip-execution'], actbook: { isUndone: true } });
  expect(listBatchCells(session, 'all')).toEqual(['a']);
  expect(toRuns(fold([lost], session))).toEqual([['a', 'x = [1]']]);
  expect(findBackPoint(session, 'a')).toEqual({ kernelId: id, order: 1 });

  // What was lost is not all there before the cell has run again.
  const c = fold([...cell('c', 'y = 1'), nameVariables('x', 'y'), lost, ...ranCell('c')], session);
  expect(c.kernel.lost).not.toBeNull();
  expect(fold(ranCell('a'), c).kernel.lost).toBeNull();

  const twice = fold([goBack('a')], session);
  expect(twice.cells.map((each) => [isUndone(each), isAlive(findStandingRun(each), 'k-3')])).toEqual([
    [true, false],
    [true, false],
  ]);
  expect(listBatchCells(twice, 'all')).toEqual([]);
  expect(toRuns(fold([lost], twice))).toEqual([]);
});

test('no cell is stale because of a run that was undone', () => {
  const read = (session: Session) => [...createStaleFinder()(session)];
  const changed = [...cell('a', 'x = 1'), ...cell('b', 'y = x'), editCell('a', 'x = 2'), ...ranCell('a')];
  expect(read(fold(changed))).toEqual([['b', ['x']]]);
  const session = fold([...changed, goBack('a')]);
  expect(read(session)).toEqual([]);
  expect(read(fold(ranCell('a'), session))).toEqual([['b', ['x']]]);
  // Other code that is in its place makes it so.
  const edited = fold([editCell('a', 'x = 3')], session);
  expect(listBatchCells(edited, 'stale')).toEqual(['a', 'b']);
  const between = [
    ...cell('c', 'x = 3'),
    { type: 'cell-move', cellId: 'c', after: 'a' } as const,
    goBack('c'),
  ];
  expect(read(fold(between, fold(changed.slice(0, -3))))).toEqual([]);
});

test('a run of other code, or one that ended the kernel, does not keep a cell from being undone', () => {
  const changed = fold([...cell('a', 'x = 1'), editCell('a', 'x = 2'), ...ranCell('a'), goBack('a')]);
  const [a] = changed.cells;
  expect(a && [isUndone(a), isAlive(findStandingRun(a), changed.kernel.id)]).toEqual([true, true]);
  const died = ranCell('a', undefined, { status: 'kernel-died' });
  const [b] = fold([insertCell('a'), ...died, lost, ...ranCell('a'), goBack('a')]).cells;
  expect(b && [isUndone(b), findStandingRun(b) === b]).toEqual([true, true]);
});

test('an undo of the run before goes to before it, also with a new kernel', () => {
  const ran = [...cell('z', 'z = 1'), ...cell('a', 'x = 1'), ...cell('b', 'x += 1'), ...ranCell('a')];
  const session = fold([...ran, goBack('b')]);
  const toIds = (runs: readonly { id: string }[]) => runs.map(({ id }) => id);
  expect(toIds(listRunsBefore(session, 'a'))).toEqual(['z']);
  const point = findBackPoint(session, 'a');
  expect(point && toIds(listRanSince(session, point))).toEqual(['a']);
  const back = { cellId: 'a', files: { names: [], count: 0 }, reason: 'It was not kept.' };
  const done = fold(
    [
      { type: 'rebuild-start', cellIds: ['z'], back, isBeside: true },
      { type: 'rebuild-step', cellId: 'z' },
      loseKernel('New.'),
      { type: 'rebuild-end', status: 'ok' },
    ],
    session,
  );
  expect(done.cells.map((each) => [isUndone(each), isAlive(findStandingRun(each), done.kernel.id)])).toEqual([
    [false, true],
    [true, false],
    [true, false],
  ]);
});

test('a branch above a cell that was undone has what the kernel has', () => {
  const events = toEvents([...cell('a', 'x = 1'), ...cell('b', 'x = 2'), goBack('b')]);
  const session = applyEvents(createSession('s'), events);
  const log = branchLog(events, session, 'a', true).map(({ body }) => body);
  const branch = applyEvents(createSession('s'), toEvents(log));
  expect(branch.cells.map((each) => [each.id, isAlive(each, branch.kernel.id)])).toEqual([['a', true]]);
  expect(branch.kernel.lost).toBeNull();
});
