/** What the notices above the composer say, by the session they are drawn for. */
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CommandsProvider } from '../../../components/notebook/commands/commands-provider.tsx';
import { BatchNotices } from '../../../components/pages/session/notices/batch-notices.tsx';
import { FailedBatchNotice } from '../../../components/pages/session/notices/failed-batch-notice.tsx';
import { LostNotice } from '../../../components/pages/session/notices/lost-notice.tsx';
import { NOTICE_TEXTS } from '../../../components/pages/session/notices/notice-texts.ts';
import { PreferencesProvider } from '../../../components/preferences/use-preferences.tsx';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { createSession, type Session } from '../../../lib/session/session.ts';
import {
  editCell,
  fold,
  insertCell as insert,
  loseKernel,
  nameVariables as names,
  ranCell,
} from '../../helpers/session-events.ts';

const run = (cellId: string, status: 'ok' | 'error' = 'ok') => ranCell(cellId, undefined, { status });
const lose = loseKernel('It died.');

/** The text of the notices, without their buttons' icons. */
function draw(notices: FunctionComponent<{ session: Session }>, session: Session): string {
  const children = createElement(notices, { session });
  const page = { children: createElement(CommandsProvider, { session, children }) };
  const html = renderToStaticMarkup(createElement(PreferencesProvider, page));
  return html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

/** The second is loaded when it is needed. */
const drawBatch = (session: Session) => draw(BatchNotices, session) + draw(FailedBatchNotice, session);

test('cells of a batch that did not run are named until they have, also when the one that failed is fixed', () => {
  const failed = fold(
    createSession('s'),
    ...[insert('a', 'x = 1'), insert('b', 'y = prise'), insert('c', 'z = 1'), insert('d', 'z = 2')],
    { type: 'batch-start', scope: 'all', cellIds: ['a', 'b', 'c', 'd'] },
    ...run('a'),
    ...run('b', 'error'),
    { type: 'batch-end', status: 'failed', reason: 'In [1] failed' },
  );
  expect(drawBatch(failed)).toContain(`${NOTICE_TEXTS.didNotRun(2)} In [1] failed.`);
  const fixed = fold(failed, editCell('b', 'y = price'), ...run('b'));
  const text = drawBatch(fixed);
  expect(text).toContain(NOTICE_TEXTS.didNotRun(2));
  expect(text).toContain(NOTICE_TEXTS.runUnrun(2));
  expect(text).not.toContain('In [1] failed');
  expect(drawBatch(fold(fixed, ...run('c')))).toContain(NOTICE_TEXTS.didNotRun(1));
  expect(drawBatch(fold(fixed, ...run('c'), ...run('d')))).not.toContain('did not run');
  const queued = fold(fixed, { type: 'queue-remove', cellIds: ['c', 'd'], reason: 'failure' });
  // Not in two notices.
  expect(drawBatch(queued)).toContain(NOTICE_TEXTS.unrun(2));
  expect(drawBatch(queued)).not.toContain(NOTICE_TEXTS.didNotRun(2));
});

test('a loss says which names no cell gives, and what the present kernel has that is set again', () => {
  const ran = fold(
    createSession('s'),
    ...[insert('a', 'df = 1'), ...run('a'), insert('b', 't0 = 1'), ...run('b')],
    ...[insert('c', 'n = 1; 1 / 0'), ...run('c', 'error'), names('df', 't0', 'n')],
    { type: 'cell-delete', cellId: 'b' },
    lose,
  );
  const text = draw(LostNotice, ran);
  expect(text).toContain('Restore by running 1 cell again');
  expect(text).toContain(NOTICE_TEXTS.notRestored('t0 (int), n (int)'));
  expect(text).not.toContain(NOTICE_TEXTS.givenAgain('df (int)'));
  const again = fold(ran, insert('d', 'df = 5; h = 6'), ...run('d'), names('df', 'h'));
  expect(draw(LostNotice, again)).not.toContain('Restore by');
  const other = fold(ran, insert('d', 'h = 6'), ...run('d'), names('h'));
  expect(draw(LostNotice, other)).toContain('Restore by running 1 cell again');
  const twice = fold(other, insert('e', 'h = 7; k = 1'), ...run('e'), names('h', 'k'), lose);
  const third = fold(twice, ...run('d'), names('h'));
  expect(draw(LostNotice, third)).toContain(NOTICE_TEXTS.givenAgain('h (int)'));
  // Of code that may give any name, nothing is claimed.
  const star = fold(ran, insert('f', 'from x import *'), ...run('f'), names('z'), lose);
  expect(draw(LostNotice, star)).not.toContain('Not restored');
});

test('a restore that lacks names leads to the files only where there are any', () => {
  const lost = fold(createSession('s'), insert('a', 'x = 1'), ...run('a'), names('x', 'y'), lose);
  const ended = fold(
    lost,
    { type: 'rebuild-start', cellIds: ['a'] },
    { type: 'rebuild-step', cellId: 'a' },
    names('x'),
    { type: 'rebuild-end', status: 'ok' },
  );
  const text = draw(LostNotice, ended);
  expect(text).toContain(NOTICE_TEXTS.stillLost('y (int)'));
  expect(text).toContain(NOTICE_TEXTS.kept);
  expect(text).not.toContain('the agent starts from the files');
  const file: EventBody = { type: 'file-add', name: 'a.csv', bytes: 1, blob: 'b', origin: 'upload' };
  expect(draw(LostNotice, fold(ended, file))).toContain(NOTICE_TEXTS.askFromFiles);
});
