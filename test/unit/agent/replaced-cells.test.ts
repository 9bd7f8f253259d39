/** How a model names the cell that its code replaces, and what becomes of the cell. */
import { expect, test } from 'vitest';
import { resolveTargets } from '../../../lib/agent/loop/read-action.ts';
import { toMessages } from '../../../lib/agent/prompt/prompt.ts';
import type { ModelReply } from '../../../lib/agent/reply/action.ts';
import { parseAction } from '../../../lib/agent/reply/parse-action.ts';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { findLeft } from '../../../lib/session/cell-versions.ts';
import { branchLog } from '../../../lib/session/fold/branch-log.ts';
import { EMPTY_CELL } from '../../../lib/session/fold/empty-cell.ts';
import { toNotebook } from '../../../lib/session/notebook/to-notebook.ts';
import { createSession, findCell } from '../../../lib/session/session.ts';
import { findChangedBasis } from '../../../lib/session/stale/find-changed-basis.ts';
import { summarizeWork } from '../../../lib/session/view/layout/summarize-work.ts';
import { diffLines } from '../../../lib/util/diff-lines.ts';
import {
  endRun as end,
  fold,
  insertCell,
  replyOf,
  ranCell as run,
  startRun as start,
  toEvents,
} from '../../helpers/session-events.ts';

const LONG = 'cell-0123456789abcdef0123456789abcdef';
const insert = (cellId: string, more: Parameters<typeof insertCell>[2] = {}) =>
  insertCell(cellId, `x = "${cellId}"`, more);
const step = (runId: string, index: number, text: string) => replyOf({ runId, step: index }, text);
const edit = (cellId: string, source: string, runId: string, index: number): EventBody => ({
  type: 'cell-edit',
  cellId,
  source,
  from: { runId, step: index },
});

const SESSION = fold(
  createSession('s'),
  insert('abc'),
  insert(LONG),
  insert('note', { cellType: 'markdown', role: 'note' }),
  insert('given', { role: 'tools' }),
  insert('gone'),
  { type: 'cell-delete', cellId: 'gone' },
);

const text = (content: string): ModelReply => ({ text: content, toolCalls: [], finishReason: 'stop' });
const call = (args: object): ModelReply => ({
  text: '',
  toolCalls: [{ id: 'c', name: 'execute_code', arguments: JSON.stringify(args) }],
  finishReason: 'tool-calls',
});

/** Cells that the code of a reply replaces, null for a new one; or what the model is told. */
function read(reply: ModelReply) {
  const action = resolveTargets(SESSION, parseAction(reply));
  if (action.type !== 'code') return action.type === 'malformed' ? action.message : 'answer';
  const code = action.segments.filter((segment) => segment.type === 'code');
  expect(code.map(({ source }) => source)).toEqual(code.map(() => 'x = 1'));
  return code.map(({ cell = null }) => cell);
}

test.each<[string, ModelReply, (string | null)[]]>([
  ['a fence', text('So:\n```python cell=abc\nx = 1\n```'), ['abc']],
  ['a fence with quotes', text('```python cell="abc"\nx = 1\n```'), ['abc']],
  ['a fence with single quotes', text("```py  cell='abc'\nx = 1\n```"), ['abc']],
  ['a fence with blanks', text('```python cell = abc\nx = 1\n```'), ['abc']],
  ['a fence in braces', text('```{python cell=abc}\nx = 1\n```'), ['abc']],
  ['a fence with more attributes', text('```python title="a", cell=abc\nx = 1\n```'), ['abc']],
  ['a fence at the end of a sentence', text('I correct it. ```python cell=abc\nx = 1\n```'), ['abc']],
  ['the short form of an ID', text('```python cell=01234567\nx = 1\n```'), [LONG]],
  ['the short form with its prefix', text('```python cell=cell-01234567\nx = 1\n```'), [LONG]],
  ['the whole ID', text(`\`\`\`python cell=${LONG}\nx = 1\n\`\`\``), [LONG]],
  ['a tag', text('<execute cell="abc">\nx = 1\n</execute>'), ['abc']],
  ['a tag without quotes', text('<execute cell=abc>x = 1</execute>'), ['abc']],
  ['a fence in a tag', text('<execute cell="abc">\n```python\nx = 1\n```\n</execute>'), ['abc']],
  ['a named fence in a tag', text('<execute>\n```python cell=abc\nx = 1\n```\n</execute>'), ['abc']],
  ['a named tag in a fence', text('```python\n<execute cell="abc">\nx = 1\n</execute>\n```'), ['abc']],
  ['a call', call({ code: 'x = 1', cell: 'abc' }), ['abc']],
  ['a call with null', call({ code: 'x = 1', cell: null }), [null]],
  ['a call with an empty ID', call({ code: 'x = 1', cell: '' }), [null]],
  ['a call as text', text('{"code": "x = 1", "cell": "abc"}'), ['abc']],
  [
    'a call between tags',
    text('<tool_call>{"name": "execute_code", "arguments": {"code": "x = 1", "cell": "abc"}}</tool_call>'),
    ['abc'],
  ],
  [
    'a new cell and two that are replaced',
    text('```python\nx = 1\n```\n```python cell=abc\nx = 1\n```\n```python cell=01234567\nx = 1\n```'),
    [null, 'abc', LONG],
  ],
])('%s names the cell', (_, reply, wanted) => {
  expect(read(reply)).toEqual(wanted);
});

const MISNAMED = /not named as it must be/;

test.each<[string, ModelReply, RegExp]>([
  ['an ID without a word', text('```python cell=\nx = 1\n```'), MISNAMED],
  ['a colon', text('```python cell: abc\nx = 1\n```'), MISNAMED],
  ['a blank', text('```python cell abc\nx = 1\n```'), MISNAMED],
  ['another name', text('```python cell_id=abc\nx = 1\n```'), MISNAMED],
  ['two IDs', text('```python cell=abc cell=01234567\nx = 1\n```'), MISNAMED],
  ['no language', text('```cell=abc\nx = 1\n```'), MISNAMED],
  ['another attribute of a tag', text('<execute cell_id="abc">\nx = 1\n</execute>'), MISNAMED],
  ['a number in a call', call({ code: 'x = 1', cell: 7 }), MISNAMED],
  ['another key in a call', call({ code: 'x = 1', cell_id: 'abc' }), MISNAMED],
  [
    'an unknown ID',
    text('```python cell=nope\nx = 1\n```'),
    /not a cell nope\. The last ones are abc, 01234567;/,
  ],
  ['a number of a cell', text('```python cell=1\nx = 1\n```'), /not a cell 1\./],
  ['a part of an ID', text('```python cell=0123\nx = 1\n```'), /not a cell 0123\./],
  ['text', text('```python cell=note\nx = 1\n```'), /Cell note holds text/],
  ['given functions', text('```python cell=given\nx = 1\n```'), /functions that the user gave you/],
  ['a deleted cell', text('```python cell=gone\nx = 1\n```'), /user deleted cell gone/],
  [
    'one cell twice',
    text('```python cell=01234567\nx = 1\n```\n```python cell=cell-01234567\nx = 1\n```'),
    /replaces cell 01234567 more than once/,
  ],
])('%s is malformed', (_, reply, wanted) => {
  expect(read(reply)).toMatch(wanted);
});

test('earlier prompts keep every version that the model saw, and the cell its place', () => {
  const first = fold(
    createSession('s'),
    start('r1'),
    ...step('r1', 1, '```python\na = 1\n```'),
    insert('a', { source: 'a = 1', author: 'agent', runId: 'r1', step: 1 }),
    ...run('a', 'first'),
    insert('said', { cellType: 'markdown', role: 'answer', author: 'agent', runId: 'r1', step: 2 }),
    end('r1'),
    insert('below', { source: 'b = a' }),
    ...run('below', 'below'),
  );
  const before = toMessages(first, 'r1').slice(1, 4);
  const later = fold(
    first,
    start('r2'),
    ...step('r2', 1, '```python cell=a\na = 2\n```'),
    edit('a', 'a = 2', 'r2', 1),
    ...run('a', 'second'),
    ...step('r2', 2, '```python cell=a\na = 3\n```'),
    edit('a', 'a = 3', 'r2', 2),
    ...run('a', 'third'),
  );
  expect(later.cells.map(({ id }) => id)).toEqual(['task-r1', 'a', 'said', 'below', 'task-r2']);
  expect(findCell(later, 'a')).toMatchObject({ source: 'a = 3', runId: 'r1', status: 'ok' });
  expect(later.changes.map(({ kind }) => kind)).toEqual(['insert', 'run']);
  const messages = toMessages(later, 'r2');
  expect(messages.slice(1, 4)[0]).toEqual(before[0]);
  const seen = JSON.stringify(messages);
  for (const words of ['(cell a):\\nfirst', '(cell a):\\nsecond', '(cell a):\\nthird'])
    expect(seen).toContain(words);

  // An exported notebook has the code as it is now, and says who wrote it.
  const exported = toNotebook(later, '0').cells.find(({ id }) => id === 'a');
  expect(exported).toMatchObject({
    source: 'a = 3',
    metadata: { actbook: { runId: 'r1', editedBy: { runId: 'r2', step: 2 } } },
  });

  // The first answer is based on code that was replaced since; the second run has its own.
  expect([...findChangedBasis(later).keys()]).toEqual(['said']);
  const byUser = fold(later, end('r2'), { type: 'cell-edit', cellId: 'a', source: 'a = 4' });
  expect(findLeft(findCell(byUser, 'a') ?? EMPTY_CELL).source).toBe('a = 3');
  expect(JSON.stringify(toMessages(fold(byUser, start('r3')), 'r3'))).toContain('(cell a):\\nthird');
});

test('a change waits for the user without touching the cell, and an accepted one is not asked for again', () => {
  const asked = fold(SESSION, start('r'), {
    type: 'approval-request',
    cellId: 'abc',
    requestId: 'q',
    reasons: ['Why.'],
    source: 'x = 2',
    isEdit: true,
  });
  const before = findCell(SESSION, 'abc');
  expect(findCell(asked, 'abc')).toEqual({ ...before, pendingApprovals: [expect.anything()] });
  const reply = { type: 'approval-reply', cellId: 'abc', requestId: 'q', from: 'human' } as const;
  expect(findCell(fold(asked, { ...reply, decision: 'refuse' }), 'abc')).toEqual(before);
  const accepted = fold(asked, { ...reply, decision: 'edit', source: 'x = 3' });
  expect(findCell(accepted, 'abc')).toMatchObject({
    source: 'x = "abc"',
    acceptedEdit: { written: 'x = 2' },
  });
  const done = findCell(fold(accepted, ...step('r', 1, ''), edit('abc', 'x = 3', 'r', 1)), 'abc');
  expect(done).toMatchObject({ source: 'x = 3', verdict: { decision: 'edit', written: 'x = 2' } });
  expect(done?.versions).toEqual([{ ...before, versions: undefined }]);
  expect(findCell(fold(accepted, end('r')), 'abc')).toEqual(before);
});

test('a branch has the code that the agent put into a cell, without the run that did', () => {
  const bodies: EventBody[] = [
    insert('a', { source: 'a = 1' }),
    ...run('a', 'first'),
    start('r'),
    ...step('r', 1, '```python cell=a\na = 2\n```'),
    {
      type: 'approval-request',
      cellId: 'a',
      requestId: 'q',
      reasons: ['Why.'],
      source: 'a = 2',
      isEdit: true,
    },
    { type: 'approval-reply', cellId: 'a', requestId: 'q', from: 'human', decision: 'approve' },
    edit('a', 'a = 2', 'r', 1),
    ...run('a', 'second'),
    end('r'),
  ];
  const session = fold(createSession('s'), ...bodies);
  const log = branchLog(toEvents(bodies), session, 'a');
  const branch = fold(createSession('b'), ...log.map(({ body }) => body));
  const [cell] = branch.cells;
  expect(cell).toMatchObject({ source: 'a = 2', status: 'ok', outputs: [{ text: 'second' }] });
  expect([cell?.edit, cell?.acceptedEdit, cell?.pendingApprovals]).toEqual([undefined, undefined, []]);
  expect(branch.runs).toEqual([]);
});

test('the work of a run counts a cell once, and the errors that were fixed in it', () => {
  const session = fold(
    createSession('s'),
    start('r'),
    ...step('r', 1, ''),
    insert('a', { author: 'agent', runId: 'r', step: 1 }),
    ...run('a', '', { status: 'error' }),
    ...step('r', 2, ''),
    edit('a', 'a = 2', 'r', 2),
    ...run('a', 'second'),
  );
  const cell = findCell(session, 'a');
  expect(cell && summarizeWork([{ cell, earlier: [] }])).toMatchObject({
    cells: 1,
    errorsFixed: 1,
    errors: 0,
  });
});

test('lines are compared, and their number is bounded', () => {
  const show = (before: string, after: string) =>
    diffLines(before, after).map(
      ({ kind, text }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`,
    );
  expect(show('a\nb\nc', 'a\nx\nc\nd\n')).toEqual([' a', '-b', '+x', ' c', '+d']);
  expect(show('', 'a')).toEqual(['+a']);
  expect(show('a\n', 'a')).toEqual([' a']);
  const many = (name: string) => Array.from({ length: 5_000 }, (_, index) => `${name}${index}`).join('\n');
  expect(diffLines(many('a'), many('b'))).toHaveLength(10_000);
});
