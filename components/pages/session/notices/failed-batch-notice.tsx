'use client';

import { type Cell, findCell, type Session } from '../../../../lib/session/session.ts';
import { executeCell } from '../../../api/actbook-api.ts';
import { useCommands } from '../../../notebook/commands/commands-context.ts';
import { VIEW_TEXTS } from '../../../notebook/view/view-texts.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { useAction } from '../../../ui/hooks/use-action.ts';
import { RunIcon } from '../../../ui/icons.tsx';
import { createLate } from '../../../ui/layers/create-late.tsx';
import { Notice } from '../../../ui/notices/notice.tsx';
import { NOTICE_TEXTS, toSentence } from './notice-texts.ts';
import { useClosedNotice } from './use-closed-notice.ts';

// Loaded when it is needed: it reads code.
const MissingFile = createLate(async () => (await import('./missing-file.tsx')).MissingFile);

/**
 * Why cells that ran in order stopped early, until something else runs, and which of them did not run, until they have or
 * the user closes it.
 */
export function FailedBatchNotice({ session }: { session: Session }) {
  const { selection } = useCommands();
  const { batch, executions } = session;
  const left = listLeft(session);
  const run = useAction(async () => {
    for (const id of left) await executeCell(session.id, id);
  });
  const { isClosed, close } = useClosedNotice('batch', session.id, String(batch?.executions));
  if (batch?.status !== 'failed' || isClosed) return null;
  const isLatest = executions <= batch.executions + batch.done;
  if (!isLatest && left.length === 0) return null;
  const failed = isLatest ? findFailedCell(session) : null;
  const reason = isLatest ? toSentence(batch.reason ?? '') : '';
  return (
    <>
      {run.failure && <Notice tone="danger">{run.failure}</Notice>}
      <Notice
        tone="warning"
        action={
          <>
            {failed && <Button onClick={() => selection.select(failed.id)}>{VIEW_TEXTS.goToCell}</Button>}
            {!isLatest && (
              <Button onClick={run.run} disabled={run.isRunning}>
                <RunIcon size={14} /> {NOTICE_TEXTS.runUnrun(left.length)}
              </Button>
            )}
          </>
        }
        onClose={close}
      >
        {/* First: the reason may be long. */}
        {left.length > 0 && `${NOTICE_TEXTS.didNotRun(left.length)} `}
        {reason}{' '}
        {reason.includes('FileNotFoundError') && failed && <MissingFile session={session} cell={failed} />}
      </Notice>
    </>
  );
}

/** Ids of the cells of the batch that are there and have not started since it began, in order, without those that waited again since. */
function listLeft(session: Session): string[] {
  const { batch } = session;
  if (!batch) return [];
  return batch.cellIds.filter((id) => {
    const cell = findCell(session, id);
    // A notice of their own counts those that left the queue.
    return cell && cell.leftQueue === undefined && (cell.ranOrder ?? 0) <= batch.executions;
  });
}

/** Null if the kernel failed between two cells, or if the cell was deleted. */
function findFailedCell(session: Session): Cell | null {
  const cellId = session.batch?.cellIds[session.batch.done - 1];
  const cell = cellId === undefined ? null : findCell(session, cellId);
  return cell && cell.status !== 'ok' ? cell : null;
}
