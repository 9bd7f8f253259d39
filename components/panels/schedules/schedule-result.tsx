'use client';

import type { ResultChanges, ScheduleRun } from '../../../lib/protocol/schedules/schedule.ts';
import connect from '../../ask/models/connect/connect.module.css';
import { buttonClass } from '../../ui/controls/button.tsx';
import { Spinner } from '../../ui/notices/spinner.tsx';
import { describeChange, formatTime, listFacts, SCHEDULE_TEXTS } from './schedule-texts.ts';
import styles from './schedules.module.css';

/** What came of a run, and what is another one since the run before. */
export function ScheduleResult({ run, timeZone }: { run: ScheduleRun; timeZone: string }) {
  const { status, message, dueAt, answer, resultId, changes } = run;
  const when = formatTime(dueAt, timeZone);
  return (
    <div>
      <p className={styles.status} data-status={status}>
        {status === 'running' && <Spinner />} {when}: {SCHEDULE_TEXTS.status[status]}
        {status !== 'running' && `. ${message}`}
      </p>
      {answer !== null && <p className={styles.answer}>{answer}</p>}
      {changes && <Changes changes={changes} />}
      {listFacts(run).map((fact) => (
        <p key={fact} className={connect.hint}>
          {fact}
        </p>
      ))}
      {resultId !== null && (
        <div className={styles.actions}>
          <a
            className={buttonClass('quiet')}
            href={`/sessions/${resultId}`}
            aria-label={SCHEDULE_TEXTS.openOf(when)}
          >
            {SCHEDULE_TEXTS.open}
          </a>
        </div>
      )}
    </div>
  );
}

function Changes({ changes }: { changes: ResultChanges }) {
  const { cells, answer } = changes;
  return (
    <>
      <p className={connect.hint}>{describeChange(changes)}</p>
      <ul className={styles.changes}>
        {cells.flatMap(({ cell, cellId, changes: own, changeCount }) => [
          ...own.map(({ place, text, by }) => (
            <li key={`${cellId} ${place} ${text}`}>
              Cell {cell}: {text}
              {by !== undefined && `, ${by}`}
            </li>
          )),
          ...(changeCount > own.length
            ? [
                <li key={cellId}>
                  Cell {cell}: {SCHEDULE_TEXTS.more(changeCount - own.length)}
                </li>,
              ]
            : []),
        ])}
        {answer && answer.added.length > 0 && <li>{SCHEDULE_TEXTS.newInAnswer(answer.added)}</li>}
        {answer && answer.gone.length > 0 && <li>{SCHEDULE_TEXTS.goneFromAnswer(answer.gone)}</li>}
      </ul>
    </>
  );
}
