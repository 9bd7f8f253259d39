'use client';

import { readCode } from '../../../../lib/session/cell-code.ts';
import { BRANCHED } from '../../../../lib/session/fold/branch-log.ts';
import { describeNames } from '../../../../lib/session/kernel-names.ts';
import {
  type Cell,
  type CellStatus,
  findActiveRun,
  findCell,
  isBusy,
  type Session,
} from '../../../../lib/session/session.ts';
import { listGivenAgain, listNotRestored } from '../../../../lib/session/stale/list-not-restored.ts';
import { listRebuildRuns } from '../../../../lib/session/stale/list-rebuild-runs.ts';
import { listReadPaths } from '../../../../lib/session/view/files/list-read-paths.ts';
import { controlKernel } from '../../../api/actbook-api.ts';
import { callApi } from '../../../api/call-api.ts';
import { useCommands } from '../../../notebook/commands/commands-context.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { useAction } from '../../../ui/hooks/use-action.ts';
import { useLoaded } from '../../../ui/hooks/use-loaded.ts';
import { RestartIcon, RunIcon } from '../../../ui/icons.tsx';
import { Notice } from '../../../ui/notices/notice.tsx';
import { describeRebuild, MAX_NAMES } from './describe-rebuild.ts';
import { NOTICE_TEXTS } from './notice-texts.ts';
import { useClosedNotice } from './use-closed-notice.ts';

/** What was lost with a kernel, and the offer to rebuild it. Shown while something is lost, until the user closes it. */
export function LostNotice({ session }: { session: Session }) {
  const { runCommand } = useCommands();
  const rebuild = useAction(() => controlKernel(session.id, { action: 'rebuild' }));
  const { lost, id: kernelId, lostNames } = session.kernel;
  const count = listRebuildRuns(session).length;
  const last = session.rebuilds.findLast((each) => each.kernelId === kernelId);
  // What a later attempt to rebuild leaves is said again.
  const { isClosed, close } = useClosedNotice('loss', session.id, `${kernelId}-${session.rebuilds.length}`);
  const goneFiles = useGoneFiles(session);
  const putBack = useAction(async () => {
    for (const path of goneFiles) await callApi('putBackFile', { params: { sessionId: session.id, path } });
  });
  if (isClosed) return null;
  const left = listNotRestored(session);
  const givesNone = lostNames.length > 0 && left.length === lostNames.length;
  const isOffered = count > 0 && !findActiveRun(session) && !givesNone;
  const names = describeNames(lostNames, MAX_NAMES);
  const isNew = isFreshBranch(session);
  const gone = lostNames.length > 0 ? `${(isNew ? NOTICE_TEXTS.notHere : NOTICE_TEXTS.lost)(names)} ` : '';
  const state = last ? describeRebuild(last, session.kernel) : `${gone}${lost}`;
  const parts = [
    state,
    isOffered && goneFiles.length > 0 ? NOTICE_TEXTS.goneFiles(goneFiles) : '',
    count > 0 && left.length > 0 ? NOTICE_TEXTS.notRestored(describeNames(left, MAX_NAMES)) : '',
    describeWaysOn(session, isOffered, last?.status === 'failed'),
  ];
  return (
    <>
      {putBack.failure && <Notice tone="danger">{putBack.failure}</Notice>}
      {rebuild.failure && <Notice tone="danger">{rebuild.failure}</Notice>}
      <Notice
        tone={isNew ? 'plain' : 'warning'}
        action={
          <>
            {isOffered && goneFiles.length > 0 && (
              <Button onClick={putBack.run} disabled={putBack.isRunning}>
                {NOTICE_TEXTS.putBack(goneFiles.length)}
              </Button>
            )}
            {isOffered && (
              <Button onClick={rebuild.run} disabled={rebuild.isRunning}>
                <RestartIcon size={14} /> {NOTICE_TEXTS.rebuild(count)}
              </Button>
            )}
            {isOffered && last && (
              <Button onClick={() => runCommand('run-all')}>
                <RunIcon size={14} /> {NOTICE_TEXTS.runAll}
              </Button>
            )}
          </>
        }
        onClose={close}
      >
        {parts.filter((part) => part !== '').join(' ')}
      </Notice>
    </>
  );
}

/** Uploads that the cells of a restore read and that code has deleted, by name; empty while that is not known. */
function useGoneFiles(session: Session): string[] {
  const sources = listRebuildRuns(session).map((cell) => ({
    ...cell,
    source: cell.ranSource ?? readCode(cell),
  }));
  const places = new Set(listReadPaths({ cells: sources }).map(({ place }) => place));
  const read = session.files.map(({ name }) => name).filter((name) => places.has(name));
  const isAsked = read.length > 0 && !isBusy(session);
  const { value } = useLoaded(isAsked ? `${session.id} ${session.seq}` : '', async () =>
    isAsked ? callApi('listFiles', { params: { sessionId: session.id } }) : null,
  );
  if (!value || value.isCut) return [];
  const present = new Set(value.files.map(({ name }) => name));
  return read.filter((name) => !present.has(name));
}

/** A branch that no kernel has had yet: what it continues from still has its variables. */
function isFreshBranch({ branchOf, kernel }: Session): boolean {
  return branchOf !== undefined && kernel.lost === BRANCHED;
}

function describeWaysOn(session: Session, isOffered: boolean, hasFailed: boolean): string {
  if (!isOffered) return session.files.length > 0 ? NOTICE_TEXTS.askFromFiles : NOTICE_TEXTS.kept;
  if (hasFailed) return NOTICE_TEXTS.runAllToFix;
  const left = findFailedCells(session).length;
  const again = listGivenAgain(session);
  const edited = listRebuildRuns(session).filter(({ id, ranSource }) => {
    const cell = findCell(session, id);
    return cell && ranSource !== readCode(cell);
  }).length;
  const facts = [
    left > 0 ? NOTICE_TEXTS.notRunAgain(left) : '',
    edited > 0 ? NOTICE_TEXTS.ranCode(edited) : '',
    again.length > 0 ? NOTICE_TEXTS.givenAgain(describeNames(again, MAX_NAMES)) : '',
  ].filter((fact) => fact !== '');
  return facts.length > 0 ? facts.join(' ') : NOTICE_TEXTS.kept;
}

/** Cells that have run and did not end well, which a rebuild leaves out, although they may have defined names before that. */
function findFailedCells(session: Session): Cell[] {
  const others: readonly CellStatus[] = ['ok', 'running', 'idle'];
  const hasFailed = ({ type, status, ranSource }: Cell) =>
    type === 'code' && !others.includes(status) && ranSource !== null;
  return session.cells.filter(hasFailed);
}
