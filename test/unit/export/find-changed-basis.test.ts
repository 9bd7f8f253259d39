import { expect, test } from 'vitest';
import { exportMarkdown } from '../../../lib/export/export-markdown.ts';
import { exportHtml } from '../../../lib/export/html/export-html.ts';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { DEFAULT_LIMITS } from '../../../lib/protocol/run-limits.ts';
import { applyEvent } from '../../../lib/session/fold/apply-event.ts';
import { toNotebook } from '../../../lib/session/notebook/to-notebook.ts';
import { createSession, type Session } from '../../../lib/session/session.ts';
import { createBasisFinder } from '../../../lib/session/stale/find-changed-basis.ts';

const fold = (bodies: EventBody[], from: Session = createSession('s')) => bodies.reduce(applyEvent, from);

const insert = (cellId: string, role: 'code' | 'answer'): EventBody => ({
  type: 'cell-insert',
  cellId,
  cellType: role === 'code' ? 'code' : 'markdown',
  source: cellId,
  author: 'agent',
  role,
  runId: 'r',
  step: 1,
});
const ran = (cellId: string, text: string, executionCount = 1): EventBody[] => [
  { type: 'cell-start', cellId },
  { type: 'output-append', cellId, output: { output_type: 'stream', name: 'stdout', text } },
  {
    type: 'output-append',
    cellId,
    output: { output_type: 'stream', name: 'stderr', text: `${executionCount} s` },
  },
  { type: 'cell-end', cellId, status: 'ok', executionCount },
];
const edit = (cellId: string, source: string): EventBody => ({ type: 'cell-edit', cellId, source });
const answered = fold([
  {
    type: 'run-start',
    runId: 'r',
    task: { text: 'Sum.', files: [] },
    limits: DEFAULT_LIMITS,
    model: { id: 'm', label: 'M', kind: 'openai' },
  },
  { type: 'step-start', runId: 'r', step: 1 },
  ...[insert('a', 'code'), ...ran('a', '<A at 0x7f01>'), insert('b', 'code'), ...ran('b', '6', 2)],
  insert('answer', 'answer'),
  { type: 'run-end', runId: 'r', outcome: { status: 'answered' } },
]);
const find = (bodies: EventBody[]) =>
  createBasisFinder()(fold(bodies, answered))
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

test('the finder gives the same map while nothing in it changed', () => {
  const finder = createBasisFinder();
  const changed = fold(ran('b', '7', 3), answered);
  const before = finder(changed);
  expect(finder(fold([{ type: 'session-rename', title: 'T' }], changed))).toBe(before);
  expect(finder(fold(ran('b', '6', 4), changed)).size).toBe(0);
});

test('exports say so in the words of the page', () => {
  const words = 'Cells that this answer is based on have changed since: In [3].';
  const notebook = toNotebook(fold(ran('b', '7', 3), answered), '0');
  expect(notebook.cells.at(-1)?.source).toBe(`### Answer\n\nanswer\n\n*${words}*`);
  expect(exportMarkdown(notebook)).toContain(`*${words}*`);
  expect(exportHtml(notebook, { title: 'T', tokens: '' })).toContain(`<em>${words}</em>`);
  expect(exportMarkdown(toNotebook(answered, '0'))).not.toContain('have changed since');
});
