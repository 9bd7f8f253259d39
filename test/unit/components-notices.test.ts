/** What the notices above the composer say, by the session they are drawn for. */
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CommandsProvider } from '../../components/notebook/commands/commands-provider.tsx';
import { BatchNotices } from '../../components/pages/session/notices/batch-notices.tsx';
import { NOTICE_TEXTS } from '../../components/pages/session/notices/notice-texts.ts';
import { PreferencesProvider } from '../../components/preferences/preferences-provider.tsx';
import type { EventBody } from '../../lib/protocol/events/event.ts';
import { applyEvent } from '../../lib/session/fold/apply-event.ts';
import { createSession, type Session } from '../../lib/session/session.ts';

const fold = (session: Session, ...bodies: EventBody[]) => bodies.reduce(applyEvent, session);
const insert = (cellId: string, source: string): EventBody => ({
  type: 'cell-insert',
  cellId,
  cellType: 'code',
  source,
  author: 'human',
  role: 'code',
  runId: null,
  step: null,
});
const run = (cellId: string, status: 'ok' | 'error' = 'ok'): EventBody[] => [
  { type: 'cell-start', cellId },
  { type: 'cell-end', cellId, status, executionCount: 1 },
];

/** The text of the notices, without their buttons' icons. */
function draw(notices: FunctionComponent<{ session: Session }>, session: Session): string {
  const children = createElement(notices, { session });
  const page = { children: createElement(CommandsProvider, { session, children }) };
  const html = renderToStaticMarkup(createElement(PreferencesProvider, page));
  return html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

test('cells of a batch that did not run are named until they have, also when the one that failed is fixed', () => {
  const failed = fold(
    createSession('s'),
    insert('a', 'x = 1'),
    insert('b', 'y = prise'),
    insert('c', 'z = 1'),
    insert('d', 'z = 2'),
    { type: 'batch-start', scope: 'all', cellIds: ['a', 'b', 'c', 'd'] },
    ...run('a'),
    ...run('b', 'error'),
    { type: 'batch-end', status: 'failed', reason: 'In [1] failed' },
  );
  expect(draw(BatchNotices, failed)).toContain(`${NOTICE_TEXTS.didNotRun(2)} In [1] failed.`);
  const fixed = fold(failed, { type: 'cell-edit', cellId: 'b', source: 'y = price' }, ...run('b'));
  const text = draw(BatchNotices, fixed);
  expect(text).toContain(NOTICE_TEXTS.didNotRun(2));
  expect(text).toContain(NOTICE_TEXTS.runUnrun(2));
  expect(text).not.toContain('In [1] failed');
  expect(draw(BatchNotices, fold(fixed, ...run('c')))).toContain(NOTICE_TEXTS.didNotRun(1));
  expect(draw(BatchNotices, fold(fixed, ...run('c'), ...run('d')))).not.toContain('did not run');
});
