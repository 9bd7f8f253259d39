'use client';

import Link from 'next/link';
import { type ComponentType, useEffect, useRef } from 'react';
import type { Way } from '../../../../lib/protocol/ways/ways.ts';
import { nameReached } from '../../../../lib/session/fold/apply-ways.ts';
import { isBusy, type Session } from '../../../../lib/session/session.ts';
import { sumRunUsage } from '../../../../lib/session/view/runs/sum-usage.ts';
import type { Ways } from '../../../../lib/session/ways.ts';
import { callApi } from '../../../api/call-api.ts';
import type { RunNotebookProps } from '../../../notebook/view/run-notebook.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { useAction } from '../../../ui/hooks/use-action.ts';
import { CheckIcon } from '../../../ui/icons.tsx';
import { Notice } from '../../../ui/notices/notice.tsx';
import { ScrollBox } from '../../../ui/scroll-box.tsx';
import type { WayState } from './describe-way.ts';
import { WayFacts } from './way-facts.tsx';
import styles from './way-view.module.css';
import { WAYS_TEXTS } from './ways-texts.ts';

interface WayViewProps {
  /** The notebook that is tried several ways. */
  session: Session;
  ways: Ways;
  way: Way;
  /** Its place among the ways, from 1. */
  number: number;
  state: WayState;
  RunNotebook: ComponentType<RunNotebookProps>;
}

/** One way: what it was told, how it stands, what it took, and its cells. */
export function WayView({ session, ways, way, number, state, RunNotebook }: WayViewProps) {
  const { name, instruction, model, begins, runId } = way;
  const { run, isRunning, isWaiting, text } = state;
  const isChosen = ways.chosen === way.sessionId;
  const cellsRef = useRef<HTMLDivElement>(null);
  // Its cells were followed down to the last one; its answer comes above them.
  useEffect(() => {
    if (!isRunning) cellsRef.current?.parentElement?.scrollTo({ top: 0 });
  }, [isRunning]);
  return (
    <>
      <header className={styles.head}>
        <h2 className={styles.name}>{name}</h2>
        <p className={styles.state} data-running={isRunning} data-waiting={isWaiting}>
          {isRunning && <span className={styles.pulse} />}
          {text}
        </p>
        <p className={styles.facts}>
          {run && (
            <>
              <WayFacts
                steps={run.steps.length}
                usage={sumRunUsage(run)}
                startedAt={run.startedAt}
                endedAt={run.endedAt}
              />
              {' · '}
            </>
          )}
          {model.label}
        </p>
        {instruction && <p className={styles.instruction}>{instruction}</p>}
        <p className={styles.facts}>{WAYS_TEXTS.begins[begins]}</p>
        <div className={styles.buttons}>
          {isChosen ? (
            <span className={styles.chosen}>
              <CheckIcon size={14} /> {WAYS_TEXTS.isNotebook}
            </span>
          ) : (
            run?.outcome &&
            !state.isGone && (
              <UseButton
                {...{ session, ways, way }}
                look={run.outcome.status === 'answered' ? 'primary' : 'plain'}
              />
            )
          )}
          {!state.isGone && (
            <Link href={`/sessions/${way.sessionId}`} aria-label={WAYS_TEXTS.openLabel(name)}>
              {WAYS_TEXTS.open}
            </Link>
          )}
        </div>
      </header>
      {run && (
        <ScrollBox className={styles.cells} label={WAYS_TEXTS.cells(name)} isFollowing={isRunning}>
          <div ref={cellsRef} data-narrow>
            <RunNotebook session={state.session} runId={runId} number={number} />
          </div>
        </ScrollBox>
      )}
    </>
  );
}

interface UseButtonProps extends Pick<WayViewProps, 'session' | 'ways' | 'way'> {
  /** One without an answer can be chosen, too. */
  look: 'primary' | 'plain';
}

/** Makes a way the notebook. Once that was changed, it says why none can be any more. */
function UseButton({ session, ways, way, look }: UseButtonProps) {
  const choose = useAction(async () => {
    const params = { sessionId: session.id, waysId: ways.id };
    await callApi('chooseWay', { params, body: { sessionId: way.sessionId } });
  });
  const isOver = ways.end !== null;
  const words = isOver ? WAYS_TEXTS.use : WAYS_TEXTS.useAndStop;
  if (isOver && (isBusy(session) || nameReached(session) !== ways.reached))
    return <span className={styles.facts}>{WAYS_TEXTS.changed}</span>;
  return (
    <>
      <Button
        look={look}
        aria-label={WAYS_TEXTS.nameUse(words, way.name)}
        disabled={choose.isRunning}
        onClick={choose.run}
      >
        {words}
      </Button>
      {choose.failure && <Notice tone="danger">{choose.failure}</Notice>}
    </>
  );
}
