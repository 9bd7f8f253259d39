'use client';

import { describeNames } from '../../lib/session/kernel-names.ts';
import { findActiveRun, findRebuildCells, type Rebuild, type Session } from '../../lib/session/session.ts';
import { controlKernel } from '../api/actbook-api.ts';
import { Button } from '../ui/button.tsx';
import { pluralize } from '../ui/format.ts';
import { RestartIcon } from '../ui/icons.tsx';
import { Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';

/** What a lost kernel took with it, and the offer to bring it back. Shown while something is lost. */
export function LostNotice({ session }: { session: Session }) {
  const rebuild = useAction(() => controlKernel(session.id, { action: 'rebuild' }));
  const { lost, epoch, lostNames } = session.kernel;
  const count = findRebuildCells(session).length;
  const last = session.rebuilds.findLast((each) => each.epoch === epoch);
  const isOffered = count > 0 && !findActiveRun(session) && last?.status !== 'ok';
  const gone = lostNames.length > 0 ? ` Gone: ${describeNames(lostNames)}.` : '';
  return (
    <>
      <Notice
        tone="warning"
        action={
          isOffered && (
            <Button onClick={rebuild.run} disabled={rebuild.isRunning}>
              <RestartIcon size={14} /> Rebuild by running {pluralize(count, 'cell')} again
            </Button>
          )
        }
      >
        {last ? describeRebuild(last) : `${lost}${gone}`} The files are still there
        {isOffered ? '.' : ': ask on, and the agent starts from them.'}
      </Notice>
      {rebuild.failure && <Notice tone="danger">{rebuild.failure}</Notice>}
    </>
  );
}

/** How a rebuild that brought back less than all has ended. */
function describeRebuild({ status, done, cellIds, reason, back, missing }: Rebuild): string {
  const ran = `${done} of ${pluralize(cellIds.length, 'cell')} ran again${status === 'stopped' ? ', then you stopped it' : ''}.`;
  const parts = [
    ran,
    reason ?? '',
    back.length > 0 ? `Back: ${describeNames(back)}.` : '',
    missing.length > 0 ? `Still gone: ${describeNames(missing)}.` : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}
