'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { type Cell, findCell, isBusy, type Session } from '../../../../lib/session/session.ts';
import { createStaleFinder } from '../../../../lib/session/stale/find-stale.ts';
import { findOutdated } from '../../../../lib/session/stale/list-batch-cells.ts';
import { executeCell } from '../../../api/actbook-api.ts';
import { useCommands } from '../../../notebook/commands/commands-context.ts';
import { Button } from '../../../ui/button.tsx';
import { RunIcon } from '../../../ui/icons.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toSentence } from '../../../ui/to-sentence.ts';
import { useAction } from '../../../ui/use-action.ts';
import { NOTICE_TEXTS } from './notice-texts.ts';

// Loaded when it is needed: it reads code.
const MissingFile = dynamic(() => import('./missing-file.tsx').then((module) => module.MissingFile), {
  loading: () => null,
});

/** Why cells that run in order stopped early, which cells left the queue without running, and how many cells are out of date. */
export function BatchNotices({ session }: { session: Session }) {
  const { runCommand, selection } = useCommands();
  const [findStale] = useState(createStaleFinder);
  const unrun = session.cells.filter(({ leftQueue }) => leftQueue !== undefined && leftQueue !== 'user');
  const queue = useAction(async () => {
    for (const { id } of unrun) await executeCell(session.id, id);
  });
  if (isBusy(session)) return null;
  const count = findOutdated(session, findStale).size;
  const failure = describeFailure(session);
  const failed = findFailedCell(session);
  return (
    <>
      {failure && (
        <Notice
          tone="warning"
          action={
            failed && <Button onClick={() => selection.select(failed.id)}>{NOTICE_TEXTS.goToCell}</Button>
          }
        >
          {failure}{' '}
          {failed && failure.includes('FileNotFoundError') && <MissingFile session={session} cell={failed} />}
        </Notice>
      )}
      {unrun.length > 0 && (
        <Notice
          tone="warning"
          action={
            <Button onClick={queue.run} disabled={queue.isRunning}>
              <RunIcon size={14} /> {NOTICE_TEXTS.runUnrun(unrun.length)}
            </Button>
          }
        >
          {NOTICE_TEXTS.unrun(unrun.length)}
        </Notice>
      )}
      {queue.failure && <Notice tone="danger">{queue.failure}</Notice>}
      {count > 0 && (
        <Notice
          tone="plain"
          action={
            <Button onClick={() => runCommand('run-stale')}>
              <RunIcon size={14} /> {NOTICE_TEXTS.runOutdated(count)}
            </Button>
          }
        >
          {NOTICE_TEXTS.outdated(count)}
        </Notice>
      )}
    </>
  );
}

/** Until something else runs. */
function describeFailure(session: Session): string {
  const { batch, executions } = session;
  if (batch?.status !== 'failed' || executions > batch.executions + batch.done) return '';
  const hasNotRun = (id: string) => (findCell(session, id)?.ranOrder ?? 0) <= batch.executions;
  // First: the reason may be long.
  const left = batch.cellIds.filter((id) => findCell(session, id) && hasNotRun(id)).length;
  const reason = toSentence(batch.reason ?? '');
  return [left > 0 ? NOTICE_TEXTS.didNotRun(left) : '', reason].filter((part) => part !== '').join(' ');
}

/** Null if the kernel failed between two cells, or if the cell was deleted. */
function findFailedCell(session: Session): Cell | null {
  const cellId = session.batch?.cellIds[session.batch.done - 1];
  const cell = cellId === undefined ? null : findCell(session, cellId);
  return cell && cell.status !== 'ok' ? cell : null;
}
