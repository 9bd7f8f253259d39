'use client';

import { useEffect, useRef, useState } from 'react';
import type { SavedSchedule, Schedule } from '../../../lib/protocol/schedules/schedule.ts';
import { callApi } from '../../api/call-api.ts';
import connect from '../../ask/models/connect/connect.module.css';
import { Button } from '../../ui/controls/button.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { useLoaded } from '../../ui/hooks/use-loaded.ts';
import { ConfirmDialog } from '../../ui/layers/confirm-dialog.tsx';
import { LargeDialog } from '../../ui/layers/large-dialog.tsx';
import { Notice } from '../../ui/notices/notice.tsx';
import { Spinner } from '../../ui/notices/spinner.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import { ScheduleResult } from './schedule-result.tsx';
import { describeTime, formatTime, listParameters, SCHEDULE_TEXTS } from './schedule-texts.ts';
import styles from './schedules.module.css';

type Part =
  | { shows: 'list' }
  | { shows: 'form'; schedule?: Schedule }
  | { shows: 'runs'; schedule: Schedule };

/** How often results are looked for while the dialog is open, milliseconds. */
const LOOK_MS = 3_000;

interface SchedulesDialogProps {
  sessionId: string;
  onClose: () => void;
}

/** When the notebook runs again, and what came of it. Rendered only while it is open. */
export function SchedulesDialog({ sessionId, onClose }: SchedulesDialogProps) {
  const load = () => callApi('listSchedules', { params: { sessionId } });
  const { value, isLoading, failure, reload } = useLoaded(`schedules ${sessionId}`, load);
  const [part, setPart] = useState<Part>({ shows: 'list' });
  const [note, setNote] = useState('');
  useOften(reload);
  const panelRef = useRef<HTMLDivElement>(null);
  const firstRef = useRef(part);
  useEffect(() => {
    // What was pressed is gone. The dialog itself takes the focus when it opens.
    if (part !== firstRef.current)
      panelRef.current?.querySelector<HTMLElement>('input, :scope > button')?.focus();
  }, [part]);
  const finish = (saved?: SavedSchedule) => {
    setNote(saved?.note === undefined ? '' : SCHEDULE_TEXTS.webhookNote(saved.note));
    setPart({ shows: 'list' });
    reload();
  };
  return (
    <LargeDialog title={SCHEDULE_TEXTS.title} width="narrow" onClose={onClose}>
      <div className={connect.dialog}>
        {part.shows === 'list' && <p className={connect.note}>{SCHEDULE_TEXTS.explanation}</p>}
        <div ref={panelRef} className={connect.panel}>
          <div role="status">
            {!value && isLoading && (
              <p className={connect.note}>
                <Spinner /> {SCHEDULE_TEXTS.loading}
              </p>
            )}
            {part.shows === 'list' && note && <p className={connect.note}>{note}</p>}
          </div>
          {failure && <Notice tone="danger">{failure}</Notice>}
          {part.shows === 'form' && (
            <ScheduleForm
              sessionId={sessionId}
              schedule={part.schedule}
              onSaved={finish}
              onCancel={() => finish()}
            />
          )}
          {part.shows === 'runs' && <RunList schedule={part.schedule} onBack={() => finish()} />}
          {value && part.shows === 'list' && (
            // What was begun may end after another part was opened, which stays.
            <List schedules={value.schedules} open={setPart} onChanged={reload} />
          )}
        </div>
      </div>
    </LargeDialog>
  );
}

interface ListProps {
  schedules: readonly Schedule[];
  open: (part: Part) => void;
  onChanged: () => void;
}

function List({ schedules, open, onChanged }: ListProps) {
  return (
    <>
      {schedules.length === 0 && <p className={connect.note}>{SCHEDULE_TEXTS.none}</p>}
      {schedules.length > 0 && (
        <ul className={connect.list} aria-label={SCHEDULE_TEXTS.list}>
          {schedules.map((schedule) => (
            <Row key={schedule.id} {...{ schedule, open, onChanged }} />
          ))}
        </ul>
      )}
      <Button className={connect.add} onClick={() => open({ shows: 'form' })}>
        {SCHEDULE_TEXTS.add}
      </Button>
    </>
  );
}

function Row({ schedule, open, onChanged }: Omit<ListProps, 'schedules'> & { schedule: Schedule }) {
  const { name, timeZone, upcoming, isPaused, lastRun, question } = schedule;
  const parameters = listParameters(schedule);
  const times = upcoming.map((at) => formatTime(at, timeZone)).join(' · ');
  const next = isPaused ? SCHEDULE_TEXTS.paused : times ? SCHEDULE_TEXTS.next(times) : SCHEDULE_TEXTS.never;
  return (
    <li className={connect.row}>
      <div className={connect.rowText}>
        <p className={connect.rowLabel}>{name}</p>
        <p className={connect.hint}>{describeTime(schedule)}</p>
        {question !== null && <p className={connect.hint}>{SCHEDULE_TEXTS.asks(question)}</p>}
        {parameters.length > 0 && <p className={connect.hint}>{SCHEDULE_TEXTS.withParameters(parameters)}</p>}
        <p className={connect.hint}>{next}</p>
        {lastRun ? (
          <ScheduleResult run={lastRun} timeZone={timeZone} />
        ) : (
          <p className={connect.hint}>{SCHEDULE_TEXTS.notRun}</p>
        )}
        <RowActions {...{ schedule, open, onChanged }} />
      </div>
    </li>
  );
}

function RowActions({ schedule, open, onChanged }: Omit<ListProps, 'schedules'> & { schedule: Schedule }) {
  const { id, sessionId, name, isPaused, lastRun } = schedule;
  const params = { sessionId, scheduleId: id };
  const [isAsking, setAsking] = useState(false);
  // While it is running, the reply says so: a button that is switched off would lose the focus.
  const run = useAction(async () => {
    await callApi('runSchedule', { params });
    onChanged();
  }, lastRun?.status);
  const pause = useAction(async () => {
    await callApi('changeSchedule', { params, body: { isPaused: !isPaused } });
    onChanged();
  });
  const remove = useAction(async () => {
    await callApi('removeSchedule', { params });
    setAsking(false);
    open({ shows: 'list' });
    onChanged();
  });
  const failure = run.failure || pause.failure || remove.failure;
  const [pauseLabel, pauseOf] = isPaused
    ? [SCHEDULE_TEXTS.resume, SCHEDULE_TEXTS.resumeOf(name)]
    : [SCHEDULE_TEXTS.pause, SCHEDULE_TEXTS.pauseOf(name)];
  return (
    <>
      <div className={styles.actions}>
        <Button look="quiet" aria-label={SCHEDULE_TEXTS.runOf(name)} onClick={run.run}>
          {SCHEDULE_TEXTS.run}
        </Button>
        {lastRun && (
          <Button
            look="quiet"
            aria-label={SCHEDULE_TEXTS.historyOf(name)}
            onClick={() => open({ shows: 'runs', schedule })}
          >
            {SCHEDULE_TEXTS.history}
          </Button>
        )}
        <Button look="quiet" aria-label={pauseOf} onClick={pause.run}>
          {pauseLabel}
        </Button>
        <Button
          look="quiet"
          aria-label={SCHEDULE_TEXTS.editOf(name)}
          onClick={() => open({ shows: 'form', schedule })}
        >
          {SCHEDULE_TEXTS.edit}
        </Button>
        <Button look="quiet" aria-label={SCHEDULE_TEXTS.removeOf(name)} onClick={() => setAsking(true)}>
          {SCHEDULE_TEXTS.remove}
        </Button>
      </div>
      {failure && <Notice tone="danger">{failure}</Notice>}
      {isAsking && (
        <ConfirmDialog
          title={SCHEDULE_TEXTS.removeTitle(name)}
          confirmLabel={SCHEDULE_TEXTS.remove}
          isErasing
          isBusy={remove.isRunning}
          onConfirm={remove.run}
          onCancel={() => setAsking(false)}
        >
          <p>{SCHEDULE_TEXTS.removeText}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** All results of a schedule that are kept, the last first. */
function RunList({ schedule, onBack }: { schedule: Schedule; onBack: () => void }) {
  const { id, sessionId, name, timeZone } = schedule;
  const load = () => callApi('listScheduleRuns', { params: { sessionId, scheduleId: id } });
  const { value, failure, reload } = useLoaded(id, load);
  useOften(reload);
  return (
    <>
      <Button className={connect.add} look="quiet" onClick={onBack}>
        {SCHEDULE_TEXTS.back}
      </Button>
      <div>
        <p className={connect.rowLabel}>{SCHEDULE_TEXTS.results(name)}</p>
        <p className={connect.hint}>{describeTime(schedule)}</p>
      </div>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <ul className={connect.list} aria-label={SCHEDULE_TEXTS.results(name)}>
        {value?.runs.map((run) => (
          <li key={run.id} className={connect.row}>
            <ScheduleResult run={run} timeZone={timeZone} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** While it is shown: runs begin and end without this page. */
function useOften(reload: () => void): void {
  useEffect(() => {
    const timer = setInterval(reload, LOOK_MS);
    return () => clearInterval(timer);
  }, [reload]);
}
