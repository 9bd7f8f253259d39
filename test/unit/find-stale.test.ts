import { expect, test } from 'vitest';
import type { EventBody } from '../../lib/protocol/events/event.ts';
import { applyEvent } from '../../lib/session/fold/apply-event.ts';
import { createSession, type Session } from '../../lib/session/session.ts';
import { createStaleFinder } from '../../lib/session/stale/find-stale.ts';

const insert = (cellId: string, source: string, after?: string): EventBody => ({
  type: 'cell-insert',
  cellId,
  cellType: 'code',
  source,
  author: 'human',
  role: 'code',
  runId: null,
  step: null,
  ...(after === undefined ? {} : { after }),
});
const run = (cellId: string): EventBody[] => [
  { type: 'cell-start', cellId },
  { type: 'cell-end', cellId, status: 'ok', executionCount: 1 },
];
const edit = (cellId: string, source: string): EventBody => ({ type: 'cell-edit', cellId, source });
const remove = (cellId: string): EventBody => ({ type: 'cell-delete', cellId });
const fold = (session: Session, ...bodies: EventBody[]) => bodies.reduce(applyEvent, session);
const find = (session: Session) => [...createStaleFinder()(session)].map(([id, names]) => `${id}: ${names}`);

const story = fold(
  createSession('s'),
  ...['a', 'b', 'c', 'd'].flatMap((id, index) => [
    insert(id, ['df = load()', 'n = len(df)', 'df = df.dropna()', 'print(n, df)'][index] ?? ''),
    ...run(id),
  ]),
);

test('nothing is stale when cells ran from top to bottom, redefined names included', () => {
  expect(find(story)).toEqual([]);
});

test('an edit alone makes nothing stale; running it does, all the way down, until they run again', () => {
  const edited = fold(story, edit('a', 'df = load(2)'));
  expect(find(edited)).toEqual([]);
  const ran = fold(edited, ...run('a'));
  expect(find(ran)).toEqual(['b: df', 'c: df', 'd: n,df']);
  expect(find(fold(ran, ...run('b')))).toEqual(['c: df', 'd: n,df']);
  expect(find(fold(ran, ...run('b'), ...run('c'), ...run('d')))).toEqual([]);
});

test('a cell put above gives what is read below; one at the end changes nothing above', () => {
  expect(find(fold(story, insert('e', 'n = 0', 'b'), ...run('e')))).toEqual(['d: n']);
  expect(find(fold(story, insert('e', 'df = 0'), ...run('e')))).toEqual([]);
});

test('what a deleted cell had given is stale', () => {
  expect(find(fold(story, remove('b')))).toEqual(['d: n']);
  expect(find(fold(story, remove('d')))).toEqual([]);
});

test('what was deleted does not count once another cell has given the name', () => {
  const replaced = fold(story, remove('b'), insert('e', 'n = 1', 'a'), ...run('e'));
  expect(find(replaced)).toEqual(['d: n']);
  expect(find(fold(replaced, ...run('d')))).toEqual([]);
});
