/** What people do to cells in one stroke: undone, told to the model, and run in order, all folded. */
import { expect, test } from 'vitest';
import { describeChanges } from '../../../lib/agent/prompt/describe-changes.ts';
import { toMessages } from '../../../lib/agent/prompt/prompt.ts';
import type { CellOperation } from '../../../lib/protocol/cells/cell-operation.ts';
import type { CellReference } from '../../../lib/protocol/cells/cell-reference.ts';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { splitSource } from '../../../lib/runtime/cells/cell-editor.ts';
import { findLastRun, showsEarlierRun } from '../../../lib/session/cell-versions.ts';
import { EMPTY_CELL } from '../../../lib/session/fold/empty-cell.ts';
import { toNotebook } from '../../../lib/session/notebook/to-notebook.ts';
import { createSession, findCell, isBusy, type Session } from '../../../lib/session/session.ts';
import { findOutdated, isKnownError, listBatchCells } from '../../../lib/session/stale/list-batch-cells.ts';
import { findRedo, findUndo } from '../../../lib/session/view/cells/find-undo.ts';
import { listCellVersions } from '../../../lib/session/view/cells/list-cell-versions.ts';
import { listKeptRuns } from '../../../lib/session/view/runs/list-kept-runs.ts';
import {
  editCell,
  endRun,
  fold,
  insertCell,
  insertOfRun,
  printOf,
  ranCell,
  startRun as start,
} from '../../helpers/session-events.ts';

const insert = (cellId: string, source: string, after?: string) => insertCell(cellId, source, { after });
const ran = (cellId: string, status: 'ok' | 'error' | 'aborted' = 'ok') =>
  ranCell(cellId, cellId, { status });
let operations = 0;
const as = (kind: CellOperation['kind']) => ({ operation: { operationId: `op-${operations++}`, kind } });
const undo = (session: Session, cellId?: string) =>
  fold(session, ...(findUndo(session, `undo-${operations++}`, cellId ? { cellId } : {})?.bodies ?? []));
const redo = (session: Session) =>
  fold(session, ...(findRedo(session, `redo-${operations++}`)?.bodies ?? []));
/** A cell without its history. */
const shown = (session: Session, cellId: string) => {
  const { version: _, versions: __, made: ___, ...cell } = findCell(session, cellId) ?? EMPTY_CELL;
  return cell;
};
const order = ({ cells }: Session) => cells.map(({ id }) => id).join(' ');
const tell = (session: Session) => {
  const next = fold(session, start('next'));
  const last = next.runs.at(-1);
  return last ? describeChanges(next, last, 'python').map(({ text }) => text) : [];
};

const three = fold(
  createSession('s'),
  ...['a', 'b', 'c'].flatMap((id, index) => [
    insert(id, ['x = 1', 'y = x', 'print(y)'][index] ?? ''),
    ...ran(id),
  ]),
);
/** The same cells, of which the model knows. */
const known = fold(three, start('r1'), endRun('r1'));

test('deleted cells come back one after the other, with what they showed, where they stood', () => {
  const gone = fold(
    three,
    { type: 'cell-delete', cellId: 'b', ...as('delete') },
    { type: 'cell-delete', cellId: 'a', ...as('delete') },
  );
  expect(order(gone)).toBe('c');
  const half = undo(gone);
  expect(order(half)).toBe('a c');
  const whole = undo(half);
  expect(order(whole)).toBe('a b c');
  expect(findCell(whole, 'b')).toEqual(findCell(three, 'b'));
  expect(findUndo(whole, 'u')).toBeNull();
  const oneOfTwo = undo(gone, 'b');
  expect(order(oneOfTwo)).toBe('b c');
  expect(order(undo(oneOfTwo))).toBe('a b c');
});

test('moves, splits, joins and changes of type are taken back; what was written since is kept', () => {
  const moved = fold(three, { type: 'cell-move', cellId: 'c', after: null, ...as('move') });
  expect(order(moved)).toBe('c a b');
  expect(order(undo(moved))).toBe('a b c');

  const split = as('split');
  const parts = fold(three, { type: 'cell-edit', cellId: 'a', source: 'x', ...split }, {
    ...insert('d', '= 1', 'a'),
    ...split,
  } as EventBody);
  expect([order(parts), findCell(parts, 'a')?.source]).toEqual(['a d b c', 'x']);
  const joined = undo(parts);
  expect([order(joined), findCell(joined, 'a')?.source]).toEqual(['a b c', 'x = 1']);
  expect(findUndo(fold(parts, { type: 'cell-edit', cellId: 'd', source: '= 2' }), 'u')).toBeNull();

  const merge = as('merge');
  const merged = fold(
    three,
    { type: 'cell-edit', cellId: 'a', source: 'x = 1\n\ny = x', ...merge },
    { type: 'cell-delete', cellId: 'b', ...merge },
  );
  expect(order(merged)).toBe('a c');
  const apart = undo(merged);
  expect(order(apart)).toBe('a b c');
  expect(shown(apart, 'a')).toEqual(shown(three, 'a'));
  expect(findCell(apart, 'b')).toEqual(findCell(three, 'b'));

  const note = { type: 'cell-edit', cellId: 'a', source: 'x = 1', cellType: 'markdown' } as const;
  const retyped = fold(three, { ...note, ...as('retype') });
  expect(findCell(retyped, 'a')).toMatchObject({ type: 'markdown', role: 'note' });
  expect(shown(undo(retyped), 'a')).toEqual(shown(three, 'a'));
});

test('what was taken back is done again, one after the other, until something else is done', () => {
  const changed = fold(
    three,
    { type: 'cell-move', cellId: 'c', after: null, ...as('move') },
    { type: 'cell-delete', cellId: 'a', ...as('delete') },
  );
  expect(findRedo(changed, 'r')).toBeNull();
  const back = undo(undo(changed));
  expect(order(back)).toBe('a b c');
  const moved = redo(back);
  expect(order(moved)).toBe('c a b');
  const again = redo(moved);
  expect([order(again), findRedo(again, 'r')]).toEqual(['c b', null]);
  expect(order(undo(undo(again)))).toBe('a b c');
  expect(order(redo(undo(again)))).toBe('c b');
  const other = fold(moved, { type: 'cell-delete', cellId: 'b', ...as('delete') });
  expect([order(other), findRedo(other, 'r'), order(undo(other))]).toEqual(['c a', null, 'c a b']);

  const merge = as('merge');
  const merged = fold(
    three,
    { type: 'cell-edit', cellId: 'a', source: 'x = 1\n\ny = x', ...merge },
    { type: 'cell-delete', cellId: 'b', ...merge },
  );
  const joined = redo(undo(merged));
  expect(['a', 'c'].map((id) => shown(joined, id))).toEqual(['a', 'c'].map((id) => shown(merged, id)));
  expect(findRedo(undo(merged), 'r')).toMatchObject({ operation: { kind: 'merge' }, cellId: 'a' });
});

test('a cell that a person added goes and comes back, unless it has run or was written in', () => {
  const pasted = { ...insert('d', 'z = 1', 'a'), ...as('insert') } as EventBody;
  const added = fold(three, pasted);
  expect(order(added)).toBe('a d b c');
  expect(order(undo(added))).toBe('a b c');
  expect(redo(undo(added)).cells).toEqual(added.cells);
  expect(findUndo(fold(added, ...ran('d')), 'u')).toBeNull();
  expect(findUndo(fold(added, { type: 'cell-edit', cellId: 'd', source: 'z = 2' }), 'u')).toBeNull();
});

test('the model is told of what came of it, and of nothing that was taken back', () => {
  const deleted = fold(known, { type: 'cell-delete', cellId: 'b', ...as('delete') });
  expect(tell(deleted)).toEqual([
    '[The user deleted the cell In [1] `y = x`. What it had defined is still in the kernel.]',
    expect.stringContaining('reads y'),
  ]);
  expect(tell(undo(deleted))).toEqual([]);
  expect(tell(undo(fold(deleted, start('r2'), endRun('r2'))))).toEqual([
    '[The user put the cell In [1] `y = x`, which they had deleted, back into the notebook.]',
  ]);
  const note = { type: 'cell-edit', cellId: 'a', source: 'x = 1', cellType: 'markdown' } as const;
  const retyped = fold(known, { ...note, ...as('retype') });
  expect(tell(retyped)).toEqual(['[The user turned the cell In [1] `x = 1` into a note:]\nx = 1']);
  expect(tell(undo(retyped))).toEqual([]);
  const there = fold(known, { type: 'cell-edit', cellId: 'a', source: 'x = 2' });
  const andBack = fold(there, { type: 'cell-edit', cellId: 'a', source: 'x = 1' });
  expect(tell(there)).toEqual([
    '[The user changed the cell In [1] `x = 1` and has not run it: variables are those of before. It is now (cell a):]\n```python\nx = 2\n```',
  ]);
  expect(tell(andBack)).toEqual([]);
  const written = fold(known, insert('n', 'z = 1'), { type: 'cell-edit', cellId: 'n', source: 'z = 2' });
  expect(tell(written)).toEqual([
    '[The user added this code and has not run it (cell n):]\n```python\nz = 2\n```',
  ]);
});

test('a deleted cell that is back gives its names again', () => {
  const gone = fold(three, { type: 'cell-delete', cellId: 'b', ...as('delete') });
  expect([...findOutdated(gone)]).toEqual(['c']);
  expect([...findOutdated(undo(gone))]).toEqual([]);
});

test('which cells run: all, above, below, and what is out of date with all that follows from it', () => {
  const edited = fold(three, { type: 'cell-edit', cellId: 'a', source: 'x = 2' }, insert('d', ' '));
  expect(listBatchCells(edited, 'all')).toEqual(['a', 'b', 'c']);
  expect(listBatchCells(edited, 'above', 'b')).toEqual(['a']);
  expect(listBatchCells(edited, 'below', 'b')).toEqual(['b', 'c']);
  expect(listBatchCells(edited, 'below', 'none')).toEqual([]);
  expect(listBatchCells(edited, 'stale')).toEqual(['a', 'b', 'c']);
  expect(listBatchCells(three, 'stale')).toEqual([]);
});

test('of a run, cells that a person refused stay unrun, and its own errors stop nothing', () => {
  const agent = (cellId: string) => insertOfRun({ runId: 'r', step: 1 }, cellId, 'go()');
  const session = fold(
    createSession('s'),
    start('r'),
    { type: 'step-start', runId: 'r', step: 1 },
    ...[agent('e'), ...ran('e', 'error'), agent('f'), ...ran('f', 'aborted')],
    endRun('r'),
  );
  expect(listBatchCells(session, 'all')).toEqual(['e']);
  const isKnown = (each: Session) => isKnownError(findCell(each, 'e') ?? neverCell());
  expect(isKnown(fold(session, ...ran('e', 'error')))).toBe(true);
  const edited = fold(session, { type: 'cell-edit', cellId: 'e', source: 'come()' }, ...ran('e', 'error'));
  expect(isKnown(edited)).toBe(false);
  expect(listBatchCells(fold(session, ...ran('f')), 'all')).toEqual(['e', 'f']);
});

test('cells run in order are counted until their end', () => {
  const begun = fold(three, { type: 'batch-start', scope: 'all', cellIds: ['a', 'b'] }, ...ran('a'));
  expect([isBusy(begun), begun.batch]).toMatchObject([true, { done: 1, status: 'running', executions: 3 }]);
  const failed = fold(begun, ...ran('b'), { type: 'batch-end', status: 'failed', reason: 'No.' });
  expect([isBusy(failed), failed.batch]).toMatchObject([false, { done: 2, status: 'failed', reason: 'No.' }]);
});

test('a source is split without the line breaks in between', () => {
  expect(splitSource('a = 1\n\nb = 2', 6)).toEqual(['a = 1', 'b = 2']);
  expect(splitSource('ab', 1)).toEqual(['a', 'b']);
  expect(splitSource('ab', 0)).toEqual(['', 'ab']);
});

function neverCell(): never {
  throw new Error('The cell is not there.');
}

test('a task about a cell shows the model the cell as it was when the task came', () => {
  const ask = (session: Session, about: CellReference = { cellId: 'b', purpose: 'fix' }) =>
    fold(session, start('r2', '', { task: { text: 'Fix it.', files: [], about } }));
  const read = (session: Session) =>
    toMessages(session, 'r2')
      .map(({ content }) => content)
      .join('\n');
  const asked = ask(known);
  const told =
    'The task that follows is about the error of this cell In [1]:\n```python\ny = x\n```\nObservation (cell b):\nb';
  expect(read(asked)).toContain(told);
  const later = fold(asked, endRun('r2'), { type: 'cell-edit', cellId: 'b', source: 'y = 0' }, ...ran('b'));
  expect(read(later)).toContain(told);
  const ranSince = ask(fold(known, ...ran('b')));
  expect(read(ranSince)).toContain('error of the cell In [1] `y = x`, which is shown above.]');
  const cleared = read(ask(fold(known, { type: 'cell-clear', cellId: 'b' })));
  expect(cleared).toContain(
    'this cell In [1] (cell b), whose output the user has cleared:]\n```python\ny = x',
  );
  expect(cleared).not.toContain('gave no output');
  const unrun = ask(fold(known, insert('n', ''), { type: 'cell-delete', cellId: 'b' }));
  expect(read(unrun)).not.toContain('The task that follows');
  // With what it is about besides, here and in the notebook that is exported.
  const also = [{ cellId: 'b', quote: 'two' }, { cellId: 'a', quote: 'three' }, { cellId: 'c' }];
  const many = ask(known, { cellId: 'b', purpose: 'ask', quote: 'one', also });
  for (const words of [
    '[The user selected this in what it shows:]\none',
    '[The user selected this in what it shows:]\ntwo',
    '[The user selected this in what the cell In [1] `x = 1` shows:]\nthree',
    '[It is also about the cell In [1] `print(y)`.]',
  ])
    expect(read(many)).toContain(words);
  const exported = toNotebook(many, '0').cells.map(({ source }) => source);
  expect(exported.join('\n')).toContain(
    'About the cell In [1].\n\n> one\n\nAbout the cell In [1].\n\n> two\n\nAbout the cell In [1].\n\n> three\n\nAbout',
  );
});

test('a question goes with its cells in one stroke, comes back, and the next prompt says so', () => {
  const at = { runId: 'r1', step: 1 };
  const asked = fold(
    createSession('s'),
    insert('own', 'x = 1'),
    start('r1'),
    { type: 'step-start', ...at },
    ...[insertOfRun(at, 'code', 'rows = 3'), ...ran('code'), insertOfRun(at, 'answer', 'Three.', 'answer')],
    endRun('r1'),
    insert('mine', 'rows'),
  );
  const stroke = as('delete-run');
  const gone = fold(
    asked,
    ...['task-r1', 'code', 'answer'].map((cellId): EventBody => ({ type: 'cell-delete', cellId, ...stroke })),
  );
  expect(order(gone)).toBe('own mine');
  expect(listKeptRuns(gone)).toEqual([]);
  expect(toNotebook(gone, '1').metadata.actbook).toMatchObject({ runs: [] });
  expect(tell(gone).filter((text) => text.includes('deleted'))).toEqual([
    '[The user deleted the question `Go`, its answer and its cells from the notebook: they see them no more. What it had defined is still in the kernel.]',
  ]);
  const prompt = JSON.stringify(toMessages(fold(gone, start('next')), 'next'));
  expect(prompt.match(/deleted the question/g)).toHaveLength(1);

  const back = undo(gone, 'task-r1');
  expect(order(back)).toBe('own task-r1 code answer mine');
  expect(back.cells.find(({ id }) => id === 'code')?.outputs).toHaveLength(1);
  expect(tell(back).join()).not.toContain('deleted');
  expect(order(redo(back))).toBe('own mine');
  const told = fold(gone, start('r2'), endRun('r2'));
  expect(tell(undo(told, 'task-r1'))).toEqual([
    '[The user put the question `Go` and its cells back into the notebook.]',
  ]);
});

test('an edit and a run are taken back as one, with the output of before; the kernel keeps what the run left', () => {
  const operation = as('run');
  const edited = fold(
    known,
    { type: 'cell-edit', cellId: 'a', source: 'x = 2', ...operation },
    { type: 'cell-start', cellId: 'a', ...operation },
    printOf('a', 'new'),
    { type: 'cell-end', cellId: 'a', status: 'ok', executionCount: 4 },
  );
  const back = undo(edited);
  const before = shown(known, 'a');
  expect(shown(back, 'a')).toMatchObject({ source: 'x = 1', outputs: before.outputs, executionCount: 1 });
  expect(findLastRun(findCell(back, 'a') ?? EMPTY_CELL)).toEqual({ order: 4, source: 'x = 2' });
  // The cell below read what the kernel no longer has.
  expect(findOutdated(back)).toContain('b');
  expect(tell(back).at(0)).toContain('x = 2');
  expect(tell(back).at(1)).toContain('restored an earlier version');
  const again = redo(back);
  expect(shown(again, 'a')).toMatchObject({ source: 'x = 2', outputs: shown(edited, 'a').outputs });
  expect([back, again].map((each) => showsEarlierRun(findCell(each, 'a') ?? EMPTY_CELL))).toEqual([
    true,
    false,
  ]);
  expect(shown(undo(again), 'a')).toMatchObject({ source: 'x = 1', outputs: before.outputs });
});

test('an edit that nobody ran is taken back, unless the cell was changed since; the model is not told of it', () => {
  const edited = fold(known, { type: 'cell-edit', cellId: 'a', source: 'x = 2', ...as('edit') });
  expect(shown(undo(edited), 'a')).toMatchObject({ source: 'x = 1', status: 'ok' });
  expect(tell(undo(edited))).toEqual([]);
  expect(findUndo(fold(edited, editCell('a', 'x = 3')), 'u')).toBeNull();
});

test('every version of a cell can be shown again, also after later ones', () => {
  const edits = ['x = 2', 'x = 3'].map(
    (source): EventBody => ({ type: 'cell-edit', cellId: 'a', source, ...as('edit') }),
  );
  const now = fold(known, ...edits, ...ran('a'));
  const versions = listCellVersions(now, 'a');
  expect(versions.map(({ source, ranSource }) => [source, ranSource])).toEqual([
    ['x = 3', 'x = 3'],
    ['x = 2', 'x = 1'],
    ['x = 1', 'x = 1'],
  ]);
  const first = versions.at(-1);
  const version = first?.version ?? -1;
  const back = fold(now, { type: 'cell-revert', cellId: 'a', version, ...as('revert') });
  expect(shown(back, 'a')).toMatchObject({ source: 'x = 1', outputs: shown(known, 'a').outputs });
  expect(shown(undo(back), 'a').source).toBe('x = 3');
  expect(listCellVersions(back, 'a')).toHaveLength(4);
});
