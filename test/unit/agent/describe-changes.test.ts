/** What the next prompt says of what people did to cells. */
import { expect, test } from 'vitest';
import { toMessages } from '../../../lib/agent/prompt/prompt.ts';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { createSession } from '../../../lib/session/session.ts';
import {
  editCell as edit,
  endRun,
  fold,
  insertCell,
  insertOfRun,
  loseKernel,
  ranCell,
  replyOf,
  startRun as start,
} from '../../helpers/session-events.ts';

const run = (cellId: string, executionCount: number, text = '') => ranCell(cellId, text, { executionCount });
const step = (index: number, cellId: string, source: string): EventBody[] => {
  const at = { runId: 'r1', step: index };
  const code = insertOfRun(at, cellId, source);
  return [
    ...replyOf(at, `\`\`\`python\n${source}\n\`\`\``),
    ...[code, ...run(cellId, index, `agent ${index}`)],
  ];
};

const done = fold(
  createSession('s'),
  start('r1', 'First'),
  ...step(1, 'a', 'df = load(1)'),
  ...step(2, 'b', 'print(len(df))'),
  endRun('r1'),
);
const prompt = (...bodies: EventBody[]) =>
  toMessages(fold(done, ...bodies, start('r2', 'Second')), 'r2')
    .slice(1)
    .map(({ content }) => content)
    .join('\n---\n');

test('without changes nothing is said', () => {
  expect(prompt()).not.toMatch(/user (?:ran|changed|deleted)|Stale/);
});

test('an edited cell that ran again: the old observation stays, the new one and what is stale follow', () => {
  const text = prompt(edit('a', 'df = load(2)'), ...run('a', 3, 'human 3'));
  expect(text).toMatch(/df = load\(1\)[\s\S]*agent 1[\s\S]*agent 2[\s\S]*changed and ran/);
  expect(text).toContain(
    'The user changed and ran this cell of yours, In [1], again:\n```python\ndf = load(2)\n```\nObservation In [3] (cell a):\nhuman 3',
  );
  expect(text).toMatch(/\[Stale: [\s\S]*- the cell In \[2\] `print\(len\(df\)\)`: reads df\][\s\S]*Second/);
});

test('an edit that did not run says that variables are those of before', () => {
  const text = prompt(edit('a', 'df = load(2)'));
  expect(text).toContain('The user changed the cell In [1] `df = load(1)` and has not run it');
  expect(text).not.toContain('Stale');
});

test('of many runs of a cell the last is told', () => {
  const text = prompt(insertCell('h', 'x = 1'), ...run('h', 3, 'one'), ...run('h', 4, 'two'));
  expect(text).toContain('The user ran this cell (2 times; this is the last):\n```python\nx = 1');
  expect([text.includes('two'), text.includes('one')]).toEqual([true, false]);
});

test('deleted cells are named, and what the model saw of them stays', () => {
  const text = prompt({ type: 'cell-delete', cellId: 'a' });
  expect(text).toContain('agent 1');
  expect(text).toContain('[The user deleted the cell In [1] `df = load(1)`. What it had defined is still');
  expect(text).toContain('reads df');
});

test('a deleted cell leaves nothing in a kernel that has not run it', () => {
  const text = prompt(loseKernel('It ended.'), { type: 'cell-delete', cellId: 'a' });
  expect(text).toContain('[The user deleted the cell In [1] `df = load(1)`.]');
});

test('a cell that waited for a step is told after that step, and only there', () => {
  const during = fold(
    createSession('s'),
    insertCell('own', 'print(df)'),
    start('r1', 'First'),
    ...step(1, 'a', 'df = load(1)'),
    { type: 'queue-add', entryId: 'w', cellIds: ['own'] },
    { type: 'cell-start', cellId: 'own', entryId: 'w' },
    ...run('own', 2, 'mine').slice(1),
    ...step(2, 'b', 'print(len(df))'),
  );
  for (const [session, runId] of [
    [during, 'r1'],
    [fold(during, endRun('r1'), start('r2', 'Second')), 'r2'],
  ] as const) {
    const text = toMessages(session, runId)
      .map(({ content }) => content)
      .join('\n');
    expect(text).toMatch(
      /agent 1[\s\S]*\[While you work:\] The user ran this cell:[\s\S]*mine[\s\S]*agent 2/,
    );
    expect(text.split('The user ran this cell')).toHaveLength(2);
  }
});

test('new code, notes and what came and went', () => {
  const text = prompt(
    insertCell('n', 'Mind the **units**.', { cellType: 'markdown', role: 'note' }),
    ...[insertCell('c', 'y = 2'), insertCell('gone', 'z = 3')],
    { type: 'cell-delete', cellId: 'gone' },
    { type: 'cell-move', cellId: 'c', after: null },
  );
  expect(text).toContain('[The user wrote in the notebook:]\nMind the **units**.');
  expect(text).toContain('[The user added this code and has not run it (cell c):]\n```python\ny = 2\n```');
  expect(text).not.toContain('z = 3');
});

test('later changes leave the earlier part of the prompt as it was', () => {
  const first = fold(done, edit('a', 'df = load(2)'), ...run('a', 3, 'x'));
  const second = fold(first, start('r2', 'Second'));
  const before = toMessages(second, 'r2').slice(1);
  const later = fold(
    second,
    ...[endRun('r2'), edit('a', 'df = load(3)'), ...run('a', 4, 'y')],
    { type: 'cell-delete', cellId: 'b' },
    start('r3', 'Third'),
  );
  const after = toMessages(later, 'r3').slice(1);
  const join = (messages: typeof after) => messages.map(({ content }) => content).join('\n\n');
  expect(join(after).startsWith(join(before))).toBe(true);
});
