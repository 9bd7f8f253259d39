'use client';

import { type ReactNode, useRef, useState } from 'react';
import type { Cell } from '../../../../lib/session/session.ts';
import { useCommandHandler, useCommands } from '../../../notebook/commands/commands-context.ts';
import { useGoToCell } from '../../../notebook/outline/use-go-to-cell.ts';
import { VIEW_TEXTS } from '../../../notebook/view/view-texts.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { useAction } from '../../../ui/hooks/use-action.ts';
import { Notice } from '../../../ui/notices/notice.tsx';
import { Toast } from '../../../ui/notices/toast.tsx';
import styles from './activity-bar.module.css';
import { STATUS_TEXTS } from './status-texts.ts';
import { StopButton } from './stop-button.tsx';

interface ActivityBarProps {
  /** What is happening, in a few words. */
  activity: string;
  /** Its progress. */
  facts: string;
  /** Whether it waits for the user. */
  isWaiting?: boolean;
  /** Whether it was stopped, and has not ended yet. */
  isStopped?: boolean | undefined;
  /** The cell that is running, where the user may have lost sight of it. */
  cell?: Cell | null | undefined;
  /** How many cells wait for what is running. */
  waiting: number;
  /** "Stop this cell", where cells wait. */
  stopLabel: string;
  /** `keepWaiting`: what waits runs next. */
  onStop: (keepWaiting: boolean) => Promise<void>;
  /** A link before the button that stops it. */
  children?: ReactNode;
}

/**
 * What is running in the session. Leads to a cell that waits for the user; the button or its keys stop it, or ask what to
 * stop. Escape does not: it is pressed to leave an editor.
 */
export function ActivityBar(props: ActivityBarProps) {
  const { activity, facts, isWaiting = false, isStopped = false, cell, waiting, stopLabel, onStop } = props;
  const { runCommand } = useCommands();
  const goTo = useGoToCell(stay);
  const [isAsking, setAsking] = useState(false);
  /** Stops what was running when the question was asked: another cell may have begun since. */
  const askedRef = useRef(onStop);
  const stopAll = useAction(() => onStop(false));
  const stopOne = useAction(() => askedRef.current(true));
  const isStopping = stopAll.isRunning || stopOne.isRunning;
  const failure = stopAll.failure || stopOne.failure;
  const ask = (isOpen: boolean) => {
    if (isOpen) askedRef.current = onStop;
    setAsking(isOpen);
  };
  const stop = () => {
    if (waiting > 0) ask(true);
    else stopAll.run();
  };
  useCommandHandler('work-stop', stop);
  return (
    <>
      {failure && (
        <Toast>
          <Notice tone="danger">{failure}</Notice>
        </Toast>
      )}
      <div className={styles.bar} data-waiting={isWaiting}>
        <span className={styles.pulse} />
        <span className={styles.activity}>{isStopping || isStopped ? STATUS_TEXTS.stopping : activity}</span>
        <span className={styles.facts}>{facts}</span>
        <div className={styles.buttons}>
          {isWaiting && <Button onClick={() => runCommand('cell-waiting')}>{VIEW_TEXTS.goToCell}</Button>}
          {!isWaiting && cell && (
            <Button onClick={() => goTo({ cellId: cell.id, runId: cell.runId })}>
              {VIEW_TEXTS.goToCell}
            </Button>
          )}
          {props.children}
          <StopButton
            label={stopLabel}
            waiting={waiting}
            isAsking={isAsking}
            isStopping={isStopping}
            onAsk={ask}
            onStop={(keepWaiting) => (keepWaiting ? stopOne : stopAll).run()}
          />
        </div>
      </div>
    </>
  );
}

function stay(): void {}
