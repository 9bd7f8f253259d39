'use client';

import { useState } from 'react';
import { type Cell, findCell, isBusy, type Session } from '../../../../lib/session/session.ts';
import { createStaleFinder } from '../../../../lib/session/stale/find-stale.ts';
import { findOutdated } from '../../../../lib/session/stale/list-batch-cells.ts';
import { useCommands } from '../../../notebook/commands/commands-context.ts';
import { Button } from '../../../ui/button.tsx';
import { pluralize } from '../../../ui/format.ts';
import { RunIcon } from '../../../ui/icons.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toSentence } from '../../../ui/to-sentence.ts';

/** Why cells that were run in order came to no end, and which cells show what is out of date. */
export function BatchNotices({ session }: { session: Session }) {
  const { runCommand, selection } = useCommands();
  const [findStale] = useState(createStaleFinder);
  if (isBusy(session)) return null;
  const count = findOutdated(session, findStale).size;
  const failure = describeFailure(session);
  const failed = findFailedCell(session);
  return (
    <>
      {failure && (
        <Notice
          tone="warning"
          action={failed && <Button onClick={() => selection.select(failed.id)}>Go to the cell</Button>}
        >
          {failure}
        </Notice>
      )}
      {count > 0 && (
        <Notice
          tone="plain"
          action={
            <Button onClick={() => runCommand('run-stale')}>
              <RunIcon size={14} /> Run stale {count === 1 ? 'cell' : 'cells'}
            </Button>
          }
        >
          {pluralize(count, 'cell')} {count === 1 ? 'shows' : 'show'} what is out of date.
        </Notice>
      )}
    </>
  );
}

/** Until something else runs. */
function describeFailure({ batch, executions }: Session): string {
  if (batch?.status !== 'failed' || executions > batch.executions + batch.done) return '';
  const left = batch.cellIds.length - batch.done;
  const reason = toSentence(batch.reason ?? '');
  return [
    reason,
    left > 0 ? `${pluralize(left, 'cell')} after it did not run.` : '',
    reason.includes('FileNotFoundError') ? 'Drop the file on this page, and run the cells again.' : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** Null where the kernel failed between two cells, and where a person has deleted the cell. */
function findFailedCell(session: Session): Cell | null {
  const cellId = session.batch?.cellIds[session.batch.done - 1];
  const cell = cellId === undefined ? null : findCell(session, cellId);
  return cell && cell.status !== 'ok' ? cell : null;
}
