'use client';

import { describeChange, listChanges } from '../../../lib/protocol/schedules/describe-result.ts';
import type { ResultChanges, ScheduleRun } from '../../../lib/protocol/schedules/schedule.ts';
import connect from '../../ask/models/connect/connect.module.css';
import { Markdown } from '../../render/markdown/markdown.tsx';
import { buttonClass } from '../../ui/controls/button.tsx';
import { Spinner } from '../../ui/notices/spinner.tsx';
import { formatTime, listFacts, SCHEDULE_TEXTS } from './schedule-texts.ts';
import styles from './schedules.module.css';

/** What came of a run, and what changed since the one before. */
export function ScheduleResult({ run, timeZone }: { run: ScheduleRun; timeZone: string }) {
  const { status, message, dueAt, answer, resultId, changes } = run;
  const when = formatTime(dueAt, timeZone);
  return (
    <div>
      <p className={styles.status} data-status={status}>
        {status === 'running' && <Spinner />} {when}:{' '}
        {status === 'running' ? message : `${SCHEDULE_TEXTS.status[status]}. ${message}`}
      </p>
      {answer !== null && (
        <div className={styles.answer}>
          <Markdown text={answer} headingLevel={4} />
        </div>
      )}
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
  const lines = listChanges(changes);
  return (
    <>
      <p className={connect.hint}>{describeChange(changes)}</p>
      {lines.length > 0 && (
        <ul className={styles.changes}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </>
  );
}
