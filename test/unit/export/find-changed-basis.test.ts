import { expect, test } from 'vitest';
import { exportMarkdown } from '../../../lib/export/export-markdown.ts';
import { exportHtml } from '../../../lib/export/html/export-html.ts';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { toNotebook } from '../../../lib/session/notebook/to-notebook.ts';
import { findChangedBasis } from '../../../lib/session/stale/find-changed-basis.ts';
import {
  editCell as edit,
  endRun,
  foldAll as fold,
  insertOfRun,
  printOf,
  startRun,
} from '../../helpers/session-events.ts';

const STEP = { runId: 'r', step: 1 };
const insert = (cellId: string, role: 'code' | 'answer') => insertOfRun(STEP, cellId, cellId, role);
const ran = (cellId: string, text: string, executionCount = 1): EventBody[] => [
  { type: 'cell-start', cellId },
  printOf(cellId, text),
  {
    type: 'output-append',
    cellId,
    output: { output_type: 'stream', name: 'stderr', text: `${executionCount} s` },
  },
  { type: 'cell-end', cellId, status: 'ok', executionCount },
];
const answered = fold([
  ...[startRun('r'), { type: 'step-start', ...STEP } as const],
  ...[insert('a', 'code'), ...ran('a', '<A at 0x7f01>'), insert('b', 'code'), ...ran('b', '6', 2)],
  ...[insert('answer', 'answer'), endRun('r')],
]);
const find = (bodies: EventBody[]) =>
  findChangedBasis(fold(bodies, answered))
    .get('answer')
    ?.map(({ id }) => id);

test('an answer is marked once a cell under it is other code, or gives another result', () => {
  expect(find([])).toBeUndefined();
  expect(find(ran('b', '7', 3))).toEqual(['b']);
  expect(find([edit('a', 'other')])).toEqual(['a']);
  expect(find([edit('a', 'other'), ...ran('a', 'x', 3), ...ran('b', '7', 4)])).toEqual(['a', 'b']);
});

test('a cell that gives the same again, or runs, or is as it was again, marks nothing', () => {
  expect(find([...ran('b', '6', 3), ...ran('a', '<A at 0x9abc>', 4)])).toBeUndefined();
  expect(find([{ type: 'cell-start', cellId: 'b' }])).toBeUndefined();
  expect(find([edit('b', 'other'), edit('b', 'b')])).toBeUndefined();
});

test('an answer that a person has written in is theirs', () => {
  expect(find([...ran('b', '7', 3), edit('answer', 'It is 7.')])).toBeUndefined();
});

test('the same cells are found until one of them changes', () => {
  const changed = fold(ran('b', '7', 3), answered);
  const before = findChangedBasis(changed);
  expect(findChangedBasis(fold([{ type: 'session-rename', title: 'T' }], changed))).toEqual(before);
  expect(findChangedBasis(fold(ran('b', '6', 4), changed)).size).toBe(0);
});

test('exports say so in the words of the page', () => {
  const words = 'Cells that this answer is based on have changed since: In [3].';
  const notebook = toNotebook(fold(ran('b', '7', 3), answered), '0');
  expect(notebook.cells.at(-1)?.source).toBe(`### Answer\n\nanswer\n\n*${words}*`);
  expect(exportMarkdown(notebook)).toContain(`*${words}*`);
  expect(exportHtml(notebook, { title: 'T', tokens: '' })).toContain(`<em>${words}</em>`);
  expect(exportMarkdown(toNotebook(answered, '0'))).not.toContain('have changed since');
});
