'use client';

import { useRouter } from 'next/navigation';
import { type RefObject, useEffect, useRef } from 'react';
import type { RemovedProvider } from '../../../lib/protocol/models/model-catalog.ts';
import type { ModelInfo } from '../../../lib/protocol/runs/run.ts';
import { findActiveRebuild, findActiveRun, isBusy, type Session } from '../../../lib/session/session.ts';
import { isWaitingForPerson } from '../../../lib/session/view/cells/find-waiting-cell.ts';
import { findActiveWays } from '../../../lib/session/ways.ts';
import { askAgain } from '../../api/actbook-api.ts';
import { SessionIdProvider } from '../../api/session-id-context.tsx';
import { RemovedProvidersProvider } from '../../ask/models/removed-providers-context.ts';
import { CommandsProvider } from '../../notebook/commands/commands-provider.tsx';
import { FindCommands } from '../../notebook/find/find-commands.tsx';
import { FoldsProvider } from '../../notebook/folds/use-folds.tsx';
import { toWaysPath } from '../../notebook/to-ways-path.ts';
import { MAX_LAID_OUT_CELLS, NotebookView } from '../../notebook/view/notebook-view.tsx';
import { RunNotebook } from '../../notebook/view/run-notebook.tsx';
import { WriteTaskContext } from '../../notebook/write-task-context.ts';
import { useUploads } from '../../panels/files/use-uploads.ts';
import { useDeletion } from '../../panels/sessions/use-deletion.ts';
import { SessionSidebar } from '../../panels/sidebar/session-sidebar.tsx';
import { useSidebar } from '../../panels/sidebar/use-sidebar.ts';
import { LanguageProvider } from '../../render/code/language-context.tsx';
import { WidgetsProvider } from '../../render/output/parts/widgets-context.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { ArrowDownIcon } from '../../ui/icons.tsx';
import { createLate } from '../../ui/layers/create-late.tsx';
import { Opening } from '../../ui/layers/opening.tsx';
import { MessagePage } from '../../ui/notices/message-page.tsx';
import { NoticeArea } from '../../ui/notices/notice-area.tsx';
import { CONNECTION_TEXTS } from './connection/connection-texts.ts';
import { useSession } from './connection/use-session.ts';
import { FollowUp } from './follow-up.tsx';
import { SessionNotices } from './notices/session-notices.tsx';
import { SessionHeader } from './session-header.tsx';
import styles from './session-page.module.css';
import { SESSION_TEXTS } from './session-texts.ts';
import { RunAnnouncer } from './status/run-announcer.tsx';
import { useStickToBottom } from './use-stick-to-bottom.ts';
import { useTaskOpening } from './use-task-opening.ts';

// What few notebooks need, or only while something runs.
const BranchLine = createLate(async () => (await import('./branch-line.tsx')).BranchLine);
const ScheduleLine = createLate(async () => (await import('./schedule-line.tsx')).ScheduleLine);
const BatchNotices = createLate(async () => (await import('./notices/batch-notices.tsx')).BatchNotices);
const RunStatus = createLate(async () => (await import('./status/run-status.tsx')).RunStatus);
const CellStatus = createLate(async () => (await import('./status/cell-status.tsx')).CellStatus);
const WaysPage = createLate(async () => (await import('./ways/ways-page.tsx')).WaysPage);
const WaysStatus = createLate(async () => (await import('./status/ways-status.tsx')).WaysStatus);
const RebuildStatus = createLate(async () => (await import('./status/rebuild-status.tsx')).RebuildStatus);

/** Between the dock and what has the focus. */
const DOCK_GAP_PX = 8;

interface SessionPageProps {
  sessionId: string;
  /** The title to show until the log has been read. */
  title: string;
  /** The first is the default. */
  models: readonly ModelInfo[];
  /** Servers that were removed. */
  removed: readonly RemovedProvider[];
  /** Whether answers are reviewed unless the user chooses. */
  isReviewed: boolean;
  /** Several ways to show instead of the notebook. */
  waysId?: string;
}

/** One session: its notebook, or several ways side by side. One entry for both, so that they share what the browser has loaded. */
export function SessionPage(props: SessionPageProps) {
  const { sessionId, title, waysId } = props;
  return waysId === undefined ? (
    <NotebookPage {...props} />
  ) : (
    <WaysPage {...{ sessionId, waysId, title, RunNotebook }} />
  );
}

/** The notebook, live, and the composer for the next question. */
function NotebookPage({ sessionId, title, models, removed, isReviewed }: SessionPageProps) {
  const router = useRouter();
  const { session, connection } = useSession(sessionId);
  const activeRun = findActiveRun(session);
  const rebuild = findActiveRebuild(session);
  const activeWays = findActiveWays(session);
  const ownCell = session.cells.find(({ status }) => status === 'running');
  const { contentRef, isAtBottom, scrollToBottom } = useStickToBottom(activeRun !== null);
  const sidebar = useSidebar();
  const uploads = useUploads(sessionId);
  const dockRef = useDockHeight();
  const deletion = useDeletion(sessionId, () => router.push('/'));
  const [opening, writeTask] = useTaskOpening();
  const retry = useAction(() => retryLastRun(session), session.runs.length);
  useDocumentTitle(session.title || title, isWaitingForPerson(session));

  const hasEnded = connection === 'missing' || connection === 'signed-out';
  if (hasEnded && !deletion.isDeleting) return <MessagePage {...CONNECTION_TEXTS[connection]} />;
  return (
    <SessionIdProvider value={sessionId}>
      <FoldsProvider sessionId={sessionId}>
        <CommandsProvider session={session}>
          <SessionHeader
            session={session}
            title={session.title || title}
            deletion={deletion}
            connection={connection}
            models={models}
            isReviewed={isReviewed}
            sidebar={sidebar}
          />
          <div className={styles.layout}>
            <WriteTaskContext value={writeTask}>
              <SessionSidebar session={session} state={sidebar} uploads={uploads} deletion={deletion} />
            </WriteTaskContext>
            <main className={styles.main} inert={sidebar.isDrawerOpen}>
              <RunAnnouncer session={session} />
              <FindCommands session={session} />
              <div ref={contentRef} className={styles.content}>
                <Opening
                  isLoaded={connection !== 'loading'}
                  isAtOnce={session.cells.length > MAX_LAID_OUT_CELLS}
                  fallback={<NotebookSkeleton />}
                >
                  <LanguageProvider value={session.kernel.info?.languageInfo.name ?? 'python'}>
                    <WidgetsProvider
                      models={session.widgets}
                      seq={session.seq}
                      isLive={session.kernel.status === 'idle' && !isBusy(session)}
                    >
                      {session.branchOf && <BranchLine session={session} origin={session.branchOf} />}
                      {session.scheduleOf && <ScheduleLine origin={session.scheduleOf} />}
                      <WriteTaskContext value={writeTask}>
                        <NotebookView
                          session={session}
                          isReading={activeRun !== null && !isAtBottom}
                          onRetry={retry.run}
                        />
                      </WriteTaskContext>
                    </WidgetsProvider>
                  </LanguageProvider>
                </Opening>
              </div>
              <div ref={dockRef} className={styles.dock} data-dock>
                {activeRun && !isAtBottom && (
                  <Button className={styles.jump} onClick={scrollToBottom}>
                    <ArrowDownIcon /> Latest
                  </Button>
                )}
                <NoticeArea>
                  <SessionNotices
                    session={session}
                    connection={connection}
                    failure={retry.failure || deletion.failure}
                  />
                  {session.cells.length > 0 && <BatchNotices session={session} />}
                </NoticeArea>
                {activeWays && <WaysStatus session={session} ways={activeWays} />}
                {activeRun && <RunStatus session={session} run={activeRun} />}
                {(ownCell ||
                  session.batch?.status === 'running' ||
                  session.queue.length > 0 ||
                  isWaitingForPerson(session)) &&
                  !activeRun &&
                  !activeWays &&
                  !rebuild && <CellStatus session={session} cell={ownCell} />}
                {rebuild && <RebuildStatus session={session} rebuild={rebuild} />}
                <RemovedProvidersProvider value={removed}>
                  <FollowUp
                    {...{ session, models, isReviewed, uploads, opening, writeTask }}
                    onSent={scrollToBottom}
                    onTried={(waysId) => router.push(toWaysPath(sessionId, waysId))}
                  />
                </RemovedProvidersProvider>
              </div>
            </main>
          </div>
        </CommandsProvider>
      </FoldsProvider>
    </SessionIdProvider>
  );
}

/** What takes the focus is not left behind the dock, which stays at the end of the window. */
function useDockHeight(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const dock = ref.current;
    if (!dock) return;
    const { style } = document.documentElement;
    // Not a custom property: the whole page would inherit it, and be styled again whenever it changes.
    const observer = new ResizeObserver(() => {
      style.scrollPaddingBottom = `${Math.ceil(dock.getBoundingClientRect().height) + DOCK_GAP_PX}px`;
    });
    observer.observe(dock);
    return () => {
      observer.disconnect();
      style.scrollPaddingBottom = '';
    };
  }, []);
  return ref;
}

async function retryLastRun(session: Session): Promise<void> {
  const run = session.runs.at(-1);
  if (run) await askAgain(session.id, run);
}

/** The window's title follows a rename, here or elsewhere, and shows when code waits for the user. */
function useDocumentTitle(title: string, isWaiting: boolean): void {
  useEffect(() => {
    const wanted = SESSION_TEXTS.documentTitle(title, isWaiting);
    const show = () => {
      // `document.title` itself is read without spaces that repeat, so it would never be what was written.
      if (document.head.querySelector('title')?.textContent !== wanted) document.title = wanted;
    };
    show();
    // The title that the server gives the page can arrive after the page itself.
    const observer = new MutationObserver(show);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [title, isWaiting]);
}

/** The shape of a notebook while its log is being read. */
function NotebookSkeleton() {
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">{SESSION_TEXTS.loading}</span>
      <div className={styles.title} />
      <div className={styles.line} />
      <div className={styles.block} />
      <div className={styles.line} />
      <div className={styles.block} />
    </div>
  );
}
