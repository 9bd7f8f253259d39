import type { ImportedNotebook } from '../../../../lib/session/imported.ts';
import type { KernelState } from '../../../../lib/session/kernel-state.ts';
import { findActiveRebuild, type Session } from '../../../../lib/session/session.ts';
import type { Connection } from '../../../../lib/stream/session-store.ts';
import { createLate } from '../../../ui/layers/create-late.tsx';
import { Notice } from '../../../ui/notices/notice.tsx';
import { FIRST_NOTICE_TEXTS } from './first-notice-texts.ts';

// Loaded when they are needed: they read code, or all cells.
const FileNotices = createLate(async () => (await import('./file-notices.tsx')).FileNotices);
const LostNotice = createLate(async () => (await import('./lost-notice.tsx')).LostNotice);
const RebuiltNotice = createLate(async () => (await import('./rebuilt-notice.tsx')).RebuiltNotice);
const WaysNotice = createLate(async () => (await import('./ways-notice.tsx')).WaysNotice);
const StuckNotice = createLate(async () => (await import('./stuck-notice.tsx')).StuckNotice);

interface SessionNoticesProps {
  session: Session;
  connection: Connection;
  /** Why the user's last action failed; empty if it did not. */
  failure: string;
}

/** What the user should know about the notebook: a lost connection, lost variables, a failed action. */
export function SessionNotices({ session, connection, failure }: SessionNoticesProps) {
  const stuck = session.cells.find(({ unresponsiveAt }) => unresponsiveAt !== undefined);
  return (
    <>
      {stuck && <StuckNotice key={stuck.unresponsiveAt} session={session} />}
      {failure && <Notice tone="danger">{failure}</Notice>}
      {connection === 'reconnecting' && <Notice tone="warning">{FIRST_NOTICE_TEXTS.reconnecting}</Notice>}
      {session.kernel.lost !== null && !findActiveRebuild(session) && <LostNotice session={session} />}
      {session.ways.length > 0 && <WaysNotice session={session} />}
      {session.rebuilds.length > 0 && <RebuiltNotice session={session} />}
      {(session.imported || session.files.some(({ name }) => name.includes('/'))) && (
        <FileNotices session={session} />
      )}
      {session.imported && session.executions === 0 && (
        <ImportNotice
          imported={session.imported}
          hasOutputs={session.cells.some(({ outputs }) => outputs.length > 0)}
        />
      )}
      {isOpen(session.kernel) && (
        <Notice tone="warning" standing={FIRST_NOTICE_TEXTS.notIsolatedShort}>
          {FIRST_NOTICE_TEXTS.notIsolated}
        </Notice>
      )}
      {session.isNetworkAllowed && !isOpen(session.kernel) && (
        <Notice tone="warning" standing={FIRST_NOTICE_TEXTS.networkAllowedShort}>
          {FIRST_NOTICE_TEXTS.networkAllowed}
        </Notice>
      )}
    </>
  );
}

interface ImportNoticeProps {
  imported: ImportedNotebook;
  hasOutputs: boolean;
}

/** Until something runs: the outputs come from the file. */
function ImportNotice({ imported: { name, kernelNote }, hasOutputs }: ImportNoticeProps) {
  return (
    <Notice tone={kernelNote === undefined ? 'plain' : 'warning'}>
      {kernelNote ?? FIRST_NOTICE_TEXTS.imported(name, hasOutputs)}
    </Notice>
  );
}

function isOpen({ status, info }: KernelState): boolean {
  return status !== 'none' && info?.isolation === 'none';
}
