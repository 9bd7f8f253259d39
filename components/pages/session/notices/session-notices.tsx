import type { ImportedNotebook } from '../../../../lib/session/imported.ts';
import type { KernelState } from '../../../../lib/session/kernel-state.ts';
import { findActiveRebuild, type Session } from '../../../../lib/session/session.ts';
import { findMissingFiles } from '../../../../lib/session/view/find-missing-files.ts';
import type { Connection } from '../../../../lib/stream/session-store.ts';
import { Notice } from '../../../ui/notice.tsx';
import { LostNotice } from './lost-notice.tsx';
import { RebuiltNotice } from './rebuilt-notice.tsx';

interface SessionNoticesProps {
  session: Session;
  connection: Connection;
  /** What an action of the person failed with; empty when none did. */
  failure: string;
}

/** What stands between the person and the notebook: a lost connection, lost variables, a failed action. */
export function SessionNotices({ session, connection, failure }: SessionNoticesProps) {
  return (
    <>
      {connection === 'reconnecting' && (
        <Notice tone="warning">The connection to Actbook is lost. Trying again; nothing is lost.</Notice>
      )}
      {isOpen(session.kernel) && (
        <Notice tone="warning">Code here runs without isolation, with your files and your network.</Notice>
      )}
      {session.isNetworkAllowed && (
        <Notice tone="warning">
          The network is allowed in this notebook: code may send your data anywhere.
        </Notice>
      )}
      {session.kernel.lost !== null && !findActiveRebuild(session) && <LostNotice session={session} />}
      <RebuiltNotice session={session} />
      {session.imported && session.executions === 0 && (
        <ImportNotice session={session} imported={session.imported} />
      )}
      {failure && <Notice tone="danger">{failure}</Notice>}
    </>
  );
}

interface ImportNoticeProps {
  session: Session;
  imported: ImportedNotebook;
}

/** Until something runs: what the page shows is from the file, and what its code needs may be missing. */
function ImportNotice({ session, imported: { name, kernelNote } }: ImportNoticeProps) {
  const missing = findMissingFiles(session);
  return (
    <Notice tone={kernelNote === undefined && missing.length === 0 ? 'plain' : 'warning'}>
      {kernelNote ??
        `Opened from ${name}. Its outputs are from the file: run its cells, or ask the agent to go on.`}
      {missing.length > 0 &&
        ` Its code reads ${missing.join(', ')}, which ${missing.length === 1 ? 'is' : 'are'} not here: drop ${missing.length === 1 ? 'it' : 'them'} on this page.`}
    </Notice>
  );
}

function isOpen({ status, info }: KernelState): boolean {
  return status !== 'none' && info?.isolation === 'none';
}
