/** How the page orders a run: the answer first, its work folded or not, and a reply while it arrives. */
import { expect, test } from 'vitest';
import { findFoldsAround, listFoldKeys } from '../../../../components/notebook/folds/fold-keys.ts';
import { splitDraft } from '../../../../components/notebook/view/split-draft.ts';
import type { EventBody } from '../../../../lib/protocol/events/event.ts';
import { createCellGrouper, type RunSection } from '../../../../lib/session/view/layout/group-cells.ts';
import { listRunRows } from '../../../../lib/session/view/layout/list-run-rows.ts';
import { endRun, foldAll, insertOfRun, ranCell, startRun } from '../../../helpers/session-events.ts';

const run = { runId: 'r-1' };
const usage = { promptTokens: 1, completionTokens: 1, estimated: false };

const START = startRun('r-1', 'How many?');

function step(index: number, cellId: string, source: string, status: 'ok' | 'error'): EventBody[] {
  return [
    { type: 'step-start', ...run, step: index },
    insert(index, cellId, 'code', source),
    ...ranCell(cellId, undefined, { status, executionCount: index }),
  ];
}

const insert = (index: number, cellId: string, role: 'code' | 'answer' | 'thought', source: string) =>
  insertOfRun({ ...run, step: index }, cellId, source, role);

const FAILED = [START, ...step(1, 'c-1', 'print(rws)', 'error')];
const RETRIED = [...FAILED, ...step(2, 'c-2', 'print(rows)', 'ok')];
const ANSWERED: EventBody[] = [
  ...RETRIED,
  { type: 'step-start', ...run, step: 3 },
  insert(3, 'a-1', 'answer', 'Three.'),
  endRun('r-1'),
];

function sectionOf(events: EventBody[]): RunSection {
  const [section] = createCellGrouper()(foldAll(events));
  return section?.kind === 'run' ? section : expect.fail('there is no run');
}

const kindsOf = (events: EventBody[], isFolded: boolean | null = null) =>
  listRunRows(sectionOf(events), isFolded).map((row) =>
    row.kind === 'cell' ? [...row.group.earlier, row.group.cell].map(({ id }) => id).join('+') : row.kind,
  );

test('a finished run shows its answer, and its work in a line that unfolds', () => {
  expect(kindsOf(ANSWERED)).toEqual(['task', 'answer', 'work']);
  expect(kindsOf(ANSWERED, false)).toEqual([
    'task',
    'answer',
    'work',
    ...['step-start', 'step-end', 'step-start', 'c-1+c-2', 'step-end', 'step-start', 'step-end'],
  ]);
});

test('a current run shows its work, or what it does now when folded', () => {
  const live = [...RETRIED, { type: 'step-start', ...run, step: 3 } as const];
  expect(kindsOf(live)).toContain('c-1+c-2');
  expect(kindsOf(live, true)).toEqual(['task', 'work', 'step-start', 'step-end']);
});

test('the current step is never folded', () => {
  expect(kindsOf(RETRIED)).toEqual([
    ...['task', 'work', 'step-start', 'c-1', 'step-end'],
    ...['step-start', 'c-2', 'step-end'],
  ]);
});

test('a run without an answer shows its work', () => {
  const outcome = { status: 'failed', code: 'internal', message: 'No.' } as const;
  expect(kindsOf([...FAILED, endRun('r-1', outcome)])).toContain('c-1');
});

test('a cell that waits for the user is never folded', () => {
  const question = { requestId: 'q', prompt: 'Name? ', password: false };
  const asked: EventBody[] = [
    ...ANSWERED,
    { type: 'cell-start', cellId: 'c-2' },
    { type: 'input-request', cellId: 'c-2', ...question },
  ];
  expect(kindsOf(asked, true)).toContain('c-1');
});

test('a review comes below the answer it reviews', () => {
  const model = { id: 'r', label: 'Reader', kind: 'openai' } as const;
  const review = (index: number, verdict: 'returned' | 'approved'): EventBody[] => [
    { type: 'review-start', ...run, step: index, model },
    { type: 'review-end', ...run, step: index, verdict, text: 'Count again.', usage },
  ];
  const events: EventBody[] = [
    ...RETRIED,
    { type: 'step-start', ...run, step: 3 },
    ...review(3, 'returned'),
    insert(3, 't-3', 'thought', 'Two.'),
    { type: 'step-start', ...run, step: 4 },
    ...review(4, 'approved'),
    insert(4, 'a-4', 'answer', 'Three.'),
    endRun('r-1'),
  ];
  expect(kindsOf(events)).toEqual(['task', 'answer', 'review-r-1-4', 'work']);
  const unfolded = kindsOf(events, false);
  expect(unfolded.indexOf('review-r-1-3')).toBe(unfolded.indexOf('t-3') + 1);
});

test('an answer that a message overtook is work, unless the run gives no other', () => {
  const steered: EventBody[] = [
    START,
    { type: 'step-start', ...run, step: 1 },
    insert(1, 'a-1', 'answer', 'Seven.'),
    { type: 'run-steer', ...run, cellId: 's-1', step: 1, text: 'In 2023 only.' },
  ];
  expect(kindsOf(steered)).toEqual(['task', 'work', 'step-start', 'a-1', 's-1', 'step-end']);
  const end = endRun('r-1');
  const again: EventBody[] = [
    { type: 'step-start', ...run, step: 2 },
    insert(2, 'a-2', 'answer', 'Three.'),
    end,
  ];
  expect(kindsOf([...steered, ...again])).toEqual(['task', 'answer', 'work']);
  expect(kindsOf([...steered, ...again], false)).toContain('a-1');
  expect(kindsOf([...steered, end])).toContain('answer');
});

test('the folds that hide a cell are found', () => {
  const sections = [sectionOf(ANSWERED)];
  expect(listFoldKeys(sections)).toEqual(['r-1', 'attempts-c-2']);
  expect(findFoldsAround(sections, 'c-1')).toEqual(['r-1', 'attempts-c-2']);
  expect(findFoldsAround(sections, 'c-2')).toEqual(['r-1']);
  expect(findFoldsAround(sections, 'a-1')).toEqual([]);
});

test('a reply is split where its code begins, from the first characters on', () => {
  const reply =
    'I load it.\n\n```python\nprint(1)\n```\n\nAs `df`:\n\n```text\nno code\n```\n<execute>\nprint(2)\n</execute>';
  const parts = splitDraft(reply, 'python');
  expect(parts.map(({ kind, text }) => [kind, text.trim()])).toEqual([
    ['words', 'I load it.'],
    ['code', 'print(1)'],
    ['words', 'As `df`:\n\n```text\nno code\n```'],
    ['code', 'print(2)'],
  ]);
  for (let length = 1; length < reply.length; length++) {
    const begun = splitDraft(reply.slice(0, length), 'python');
    for (const [index, part] of begun.entries()) {
      expect(parts[index]).toMatchObject({ kind: part.kind, start: part.start });
      expect(part.text).not.toMatch(/```py|execute/);
      if (part.kind === 'code') expect(parts[index]?.text.startsWith(part.text.trimEnd())).toBe(true);
    }
  }
  expect(splitDraft('```r\nx <- 1', 'R')).toMatchObject([{ kind: 'code', text: 'x <- 1' }]);
});
