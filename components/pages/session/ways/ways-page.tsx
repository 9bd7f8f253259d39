'use client';

import Link from 'next/link';
import { type ComponentType, useState } from 'react';
import { addUsage } from '../../../../lib/protocol/runs/usage.ts';
import type { Session } from '../../../../lib/session/session.ts';
import { sumRunUsage } from '../../../../lib/session/view/runs/sum-usage.ts';
import { nameNotebook } from '../../../../lib/session/view/titles/name-notebook.ts';
import type { Ways } from '../../../../lib/session/ways.ts';
import { callApi } from '../../../api/call-api.ts';
import type { RunNotebookProps } from '../../../notebook/view/run-notebook.tsx';
import { Button, buttonClass } from '../../../ui/controls/button.tsx';
import { ThemeToggle } from '../../../ui/controls/theme-toggle.tsx';
import { useAction } from '../../../ui/hooks/use-action.ts';
import { StopIcon } from '../../../ui/icons.tsx';
import { MessagePage } from '../../../ui/notices/message-page.tsx';
import { Notice } from '../../../ui/notices/notice.tsx';
import { Spinner } from '../../../ui/notices/spinner.tsx';
import { Wordmark } from '../../../ui/wordmark.tsx';
import { CONNECTION_TEXTS } from '../connection/connection-texts.ts';
import { useSession } from '../connection/use-session.ts';
import { FIRST_NOTICE_TEXTS } from '../notices/first-notice-texts.ts';
import { describeWay, type WayState } from './describe-way.ts';
import { useMedia } from './use-media.ts';
import { useSessions } from './use-sessions.ts';
import { WayFacts } from './way-facts.tsx';
import { toPanelId, toTabId, WayTabs } from './way-tabs.tsx';
import { WayView } from './way-view.tsx';
import { WaysBasis } from './ways-basis.tsx';
import styles from './ways-page.module.css';
import { WAYS_TEXTS } from './ways-texts.ts';

/** As in ways-page.module.css: from this width on, ways are columns. */
const WIDE = '(width >= 44rem)';

interface WaysPageProps {
  /** The notebook that is tried several ways. */
  sessionId: string;
  waysId: string;
  /** Its title until its log has been read. */
  title: string;
  /** Draws the cells of a way. Given, not imported: the notebook’s scripts would be cut into more files. */
  RunNotebook: ComponentType<RunNotebookProps>;
}

/** Several ways side by side, live: how each stands, what it took, its cells, and the choice between them. */
export function WaysPage({ sessionId, waysId, title, RunNotebook }: WaysPageProps) {
  const { session, connection } = useSession(sessionId);
  const ways = session.ways.find(({ id }) => id === waysId);
  if (connection === 'missing' || connection === 'signed-out')
    return <MessagePage {...CONNECTION_TEXTS[connection]} />;
  if (!ways && connection !== 'loading')
    return (
      <MessagePage
        {...WAYS_TEXTS.missing}
        action={
          <a className={buttonClass('primary')} href={`/sessions/${sessionId}`}>
            {WAYS_TEXTS.toNotebook}
          </a>
        }
      />
    );
  return (
    <>
      <header className={styles.header}>
        <Wordmark />
        <Link className={styles.back} href={`/sessions/${sessionId}`}>
          {nameNotebook(session.title || title)}
        </Link>
        <div className={styles.actions}>
          <ThemeToggle />
        </div>
      </header>
      <main className={styles.main}>
        {connection === 'reconnecting' && <Notice tone="warning">{FIRST_NOTICE_TEXTS.reconnecting}</Notice>}
        {ways ? (
          <WaysView key={ways.id} {...{ session, ways, RunNotebook }} />
        ) : (
          <p role="status">
            <Spinner /> {WAYS_TEXTS.loading}
          </p>
        )}
      </main>
    </>
  );
}

interface WaysViewProps extends Pick<WaysPageProps, 'RunNotebook'> {
  session: Session;
  ways: Ways;
}

function WaysView({ session, ways, RunNotebook }: WaysViewProps) {
  const snapshots = useSessions(ways.ways.map(({ sessionId }) => sessionId));
  const isWide = useMedia(WIDE);
  const [picked, setPicked] = useState<number | null>(null);
  const chosen = ways.ways.findIndex(({ sessionId }) => sessionId === ways.chosen);
  const shown = picked ?? Math.max(0, chosen);
  const columns = ways.ways.flatMap((way, index) => {
    const snapshot = snapshots[index];
    return snapshot ? [{ way, number: index + 1, state: describeWay(ways, way, snapshot) }] : [];
  });
  const states = columns.map(({ state }) => state);
  return (
    <>
      <h1 className={styles.task}>{ways.task.text}</h1>
      {ways.end && <WaysBasis ways={ways} end={ways.end} />}
      {!isWide && <WayTabs ways={ways.ways} states={states} shown={shown} onShow={setPicked} />}
      <div className={styles.columns}>
        {columns.map(({ way, ...column }, index) => {
          const { sessionId, name } = way;
          if (!isWide && index !== shown) return null;
          const role = isWide
            ? { 'aria-label': name }
            : { role: 'tabpanel', 'aria-labelledby': toTabId(sessionId) };
          return (
            <section
              key={sessionId}
              id={toPanelId(sessionId)}
              className={styles.column}
              data-chosen={ways.chosen === sessionId}
              {...role}
            >
              <WayView {...{ session, ways, way, RunNotebook, ...column }} />
            </section>
          );
        })}
      </div>
      <WaysBar {...{ session, ways, states }} />
    </>
  );
}

interface WaysBarProps {
  session: Session;
  ways: Ways;
  states: readonly WayState[];
}

/** All of them together: what they do and took, their limit, and what stops them. */
function WaysBar({ session, ways, states }: WaysBarProps) {
  const { end, startedAt, budget } = ways;
  /** They end a while after they were stopped. */
  const [isStopped, setStopped] = useState(false);
  const stop = useAction(async () => {
    await callApi('cancelWays', { params: { sessionId: session.id, waysId: ways.id } });
    setStopped(true);
  });
  const runs = states.flatMap(({ run }) => run ?? []);
  const compared = end?.basis.kind === 'judge' ? [end.basis.usage] : [];
  return (
    <div className={styles.bar}>
      {stop.failure && <Notice tone="danger">{stop.failure}</Notice>}
      <div className={styles.together}>
        <b role="status">{describeTogether(ways, states)}</b>
        <WayFacts
          steps={runs.reduce((sum, { steps }) => sum + steps.length, 0)}
          usage={addUsage(...runs.map(sumRunUsage), ...compared)}
          startedAt={startedAt}
          endedAt={end?.at ?? null}
        />
        <span className={styles.budget}>{WAYS_TEXTS.budget(budget)}</span>
        {end ? (
          <Link
            className={buttonClass(ways.chosen === null ? 'plain' : 'primary', styles.action)}
            href={`/sessions/${session.id}`}
          >
            {WAYS_TEXTS.toNotebook}
          </Link>
        ) : (
          <Button className={styles.action} onClick={stop.run} disabled={stop.isRunning || isStopped}>
            <StopIcon size={14} /> {isStopped ? WAYS_TEXTS.stopping : WAYS_TEXTS.stopAll}
          </Button>
        )}
      </div>
    </div>
  );
}

function describeTogether({ end, ways }: Ways, states: readonly WayState[]): string {
  const waiting = states.filter(({ isWaiting }) => isWaiting).length;
  const running = states.filter(({ isRunning }) => isRunning).length;
  if (end) return WAYS_TEXTS.ended(ways.length);
  if (waiting > 0) return WAYS_TEXTS.waiting(waiting);
  return running > 0 ? WAYS_TEXTS.running(running) : WAYS_TEXTS.comparing;
}
