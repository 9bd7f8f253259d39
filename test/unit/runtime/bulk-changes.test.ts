/** Outputs that are cleared and text that is replaced in many cells, each as one operation. */
import { expect, test } from 'vitest';
import type { CellOperation } from '../../../lib/protocol/cells/cell-operation.ts';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { toClearEvents, toReplaceEvents } from '../../../lib/runtime/cells/cell-editor.ts';
import { applyEvents } from '../../../lib/session/fold/apply-event.ts';
import { createSession, type Session } from '../../../lib/session/session.ts';
import { listBatchCells } from '../../../lib/session/stale/list-batch-cells.ts';
import { findRedo, findUndo } from '../../../lib/session/view/cells/find-undo.ts';
import { insertCell, ranCell, toEvents } from '../../helpers/session-events.ts';

const fold = (bodies: readonly EventBody[], from = createSession('s')): Session =>
  applyEvents(from, toEvents(bodies, from.seq));
const run = (cellId: string, text: string, operation?: CellOperation): EventBody[] => [
  { type: 'cell-start', cellId, operation },
  ...ranCell(cellId, text).slice(1),
];
const notebook = fold(
  ['a', 'b', 'c'].flatMap((cellId) => [
    insertCell(cellId, `x = ${cellId}`),
    ...(cellId === 'c' ? [] : run(cellId, cellId)),
  ]),
);
const shown = ({ cells }: Session) => cells.map(({ outputs }) => outputs.length);
const sources = ({ cells }: Session) => cells.map(({ source }) => source).join(' ');
const undo = (session: Session, id: string) => fold(findUndo(session, id)?.bodies ?? [], session);

test('outputs are cleared, come back, and go again; those of a cell that has run since stay', () => {
  const cleared = fold(toClearEvents(notebook, undefined, 'op1'), notebook);
  expect(shown(cleared)).toEqual([0, 0, 0]);
  expect(cleared.cells[0]).toMatchObject({ status: 'ok', ranSource: 'x = a', executionCount: 1 });
  const back = undo(cleared, 'op2');
  expect(back.cells.map(({ outputs }) => outputs)).toEqual(notebook.cells.map(({ outputs }) => outputs));
  expect(shown(fold(findRedo(back, 'op3')?.bodies ?? [], back))).toEqual([0, 0, 0]);

  const later = undo(fold(run('a', 'new'), cleared), 'op4');
  expect(later.cells[0]?.outputs).toMatchObject([{ text: 'new' }]);
  expect(shown(later)).toEqual([1, 1, 0]);
  // The same where it is named, whatever followed on some of the cells.
  const since = fold(run('a', 'new', { operationId: 'op7', kind: 'run' }), cleared);
  expect(shown(fold(findUndo(since, 'op8', { operationId: 'op1' })?.bodies ?? [], since))).toEqual([1, 1, 0]);
  expect(shown(fold(toClearEvents(notebook, 'b', 'op5'), notebook))).toEqual([1, 0, 0]);
  expect(() => toClearEvents(cleared, undefined, 'op6')).toThrow('no output');
});

test('text is replaced in many cells or in none, and taken back at once', () => {
  const edit = (cellId: string, from: string) => ({ cellId, from, to: from.replace('x', 'total') });
  const edits = ['a', 'c'].map((id) => edit(id, `x = ${id}`));
  const replaced = fold(toReplaceEvents(notebook, { edits }, 'op1'), notebook);
  expect(sources(replaced)).toBe('total = a x = b total = c');
  expect(sources(undo(replaced, 'op2'))).toBe(sources(notebook));
  // The one that is named, and no other that came since.
  const named = (session: Session, operationId: string) => findUndo(session, 'op3', { operationId });
  expect(named(replaced, 'op1')).toMatchObject({ operation: { kind: 'replace' } });
  const later = fold(run('a', 'new', { operationId: 'op2', kind: 'run' }), replaced);
  expect([named(later, 'op1'), named(later, 'op2')?.operation.kind]).toEqual([null, 'run']);
  expect(named(fold(run('b', 'new', { operationId: 'op2', kind: 'run' }), replaced), 'op1')).not.toBeNull();
  expect(named(undo(replaced, 'op2'), 'op1')).toBeNull();
  const stale = { edits: [...edits, edit('b', 'y')] };
  expect(() => toReplaceEvents(notebook, stale, 'op3')).toThrow('nothing was replaced');
});

test('a batch up to a cell runs that cell too', () => {
  expect(listBatchCells(notebook, 'to', 'b')).toEqual(['a', 'b']);
  expect(listBatchCells(notebook, 'to', 'none')).toEqual([]);
});
