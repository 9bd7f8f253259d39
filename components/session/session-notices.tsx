import type { ImportedNotebook } from '../../lib/session/imported.ts';
import type { KernelState } from '../../lib/session/kernel-state.ts';
import { findActiveRebuild, type Session } from '../../lib/session/session.ts';
import type { Connection } from '../../lib/stream/session-store.ts';
import { Notice } from '../ui/notice.tsx';
import { LostNotice } from './lost-notice.tsx';

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
      {session.imported && session.executions === 0 && <ImportNotice imported={session.imported} />}
      {failure && <Notice tone="danger">{failure}</Notice>}
    </>
  );
}

/** Until something runs: what the page shows is from the file. */
function ImportNotice({ imported: { name, kernelNote } }: { imported: ImportedNotebook }) {
  return (
    <Notice tone={kernelNote === undefined ? 'plain' : 'warning'}>
      {kernelNote ??
        `Opened from ${name}. Its outputs are from the file: run its cells, or ask the agent to go on.`}
    </Notice>
  );
}

function isOpen({ status, info }: KernelState): boolean {
  return status !== 'none' && info?.isolation === 'none';
}
