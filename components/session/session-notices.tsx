import type { KernelState } from '../../lib/session/session.ts';
import type { Connection } from '../../lib/stream/session-store.ts';
import { Notice } from '../ui/notice.tsx';

interface SessionNoticesProps {
  kernel: KernelState;
  isNetworkAllowed: boolean;
  connection: Connection;
  /** What an action of the person failed with; empty when none did. */
  failure: string;
}

/** What stands between the person and the notebook: a lost connection, lost variables, a failed action. */
export function SessionNotices({ kernel, isNetworkAllowed, connection, failure }: SessionNoticesProps) {
  return (
    <>
      {connection === 'reconnecting' && (
        <Notice tone="warning">The connection to Actbook is lost. Trying again; nothing is lost.</Notice>
      )}
      {isNetworkAllowed && (
        <Notice tone="warning">
          The network is allowed in this notebook: code may send your data anywhere.
        </Notice>
      )}
      {kernel.lost && (
        <Notice tone="warning">
          {kernel.lost} The files are still there: ask on, and the agent starts from them.
        </Notice>
      )}
      {failure && <Notice tone="danger">{failure}</Notice>}
    </>
  );
}
