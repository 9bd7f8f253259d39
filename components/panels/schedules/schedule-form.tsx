'use client';

import { type FormEvent, useState } from 'react';
import { readParameterValue } from '../../../lib/protocol/schedules/read-parameter-value.ts';
import type { NewSchedule, SavedSchedule, Schedule } from '../../../lib/protocol/schedules/schedule.ts';
import { AppError } from '../../../lib/util/app-error.ts';
import { callApi } from '../../api/call-api.ts';
import connect from '../../ask/models/connect/connect.module.css';
import { FormActions } from '../../ask/models/connect/form-actions.tsx';
import { Field, TextField } from '../../ask/models/connect/text-field.tsx';
import { useLeaving } from '../../ask/models/connect/use-leaving.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { TextButton } from '../../ui/controls/text-button.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { Notice } from '../../ui/notices/notice.tsx';
import { FREQUENT_TIMES, listParameters, SCHEDULE_TEXTS } from './schedule-texts.ts';

interface ScheduleFormProps {
  sessionId: string;
  /** The one to change. */
  schedule: Schedule | undefined;
  onSaved: (schedule: SavedSchedule) => void;
  onCancel: () => void;
}

interface Fields {
  name: string;
  cron: string;
  timeZone: string;
  question: string;
  parameters: string;
  approval: Schedule['approval'];
  webhook: string;
  keepsWebhook: boolean;
}

/** A schedule to add, or to change. */
export function ScheduleForm({ sessionId, schedule, onSaved, onCancel }: ScheduleFormProps) {
  const [fields, setFields] = useState(() => toFields(schedule));
  const leaving = useLeaving(fields, onCancel);
  const change = (changed: Partial<Fields>) => setFields((before) => ({ ...before, ...changed }));
  const save = useAction(async () => {
    const body = toSettings(fields, schedule);
    onSaved(
      schedule
        ? await callApi('changeSchedule', { params: { sessionId, scheduleId: schedule.id }, body })
        : await callApi('addSchedule', { params: { sessionId }, body }),
    );
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.run();
  };
  const label = schedule ? SCHEDULE_TEXTS.editOf(schedule.name) : SCHEDULE_TEXTS.add;
  return (
    <form className={connect.form} aria-label={label} noValidate onSubmit={submit} onKeyDown={leaving.press}>
      <TextField
        label={SCHEDULE_TEXTS.name}
        value={fields.name}
        hint={schedule ? SCHEDULE_TEXTS.nameStays : SCHEDULE_TEXTS.nameHint}
        onChange={(name) => change({ name })}
      />
      <TimeFields {...{ fields, change }} />
      <TaskFields {...{ fields, change }} />
      <WebhookField {...{ fields, change, saved: schedule?.webhook ?? null }} />
      {save.failure && <Notice tone="danger">{save.failure}</Notice>}
      {leaving.question}
      <FormActions isSaving={save.isRunning} onCancel={onCancel} />
    </form>
  );
}

interface PartProps {
  fields: Fields;
  change: (changed: Partial<Fields>) => void;
}

function TimeFields({ fields, change }: PartProps) {
  const { cron, timeZone } = fields;
  const isFrequent = FREQUENT_TIMES.some(([, each]) => each === cron);
  return (
    <>
      <Field label={SCHEDULE_TEXTS.when}>
        {(id) => (
          <Select
            look="field"
            id={id}
            value={isFrequent ? cron : ''}
            onChange={(event) => event.target.value && change({ cron: event.target.value })}
          >
            {FREQUENT_TIMES.map(([label, each]) => (
              <option key={each} value={each}>
                {label}
              </option>
            ))}
            <option value="">At the time below</option>
          </Select>
        )}
      </Field>
      <TextField
        label={SCHEDULE_TEXTS.cron}
        value={cron}
        hint={SCHEDULE_TEXTS.cronHint}
        onChange={(text) => change({ cron: text })}
      />
      <Field label={SCHEDULE_TEXTS.zone}>
        {(id) => (
          <Select
            look="field"
            id={id}
            value={timeZone}
            onChange={(event) => change({ timeZone: event.target.value })}
          >
            {listZones(timeZone).map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}

function TaskFields({ fields, change }: PartProps) {
  const { question, parameters, approval } = fields;
  return (
    <>
      <Field label={SCHEDULE_TEXTS.question} hint={SCHEDULE_TEXTS.questionHint}>
        {(id, hintId) => (
          <textarea
            id={id}
            className={connect.lines}
            rows={2}
            aria-describedby={hintId}
            value={question}
            onChange={(event) => change({ question: event.target.value })}
          />
        )}
      </Field>
      {question.trim() !== '' && (
        <Field label={SCHEDULE_TEXTS.approval}>
          {(id) => (
            <Select
              look="field"
              id={id}
              value={approval}
              onChange={(event) => change({ approval: event.target.value === 'wait' ? 'wait' : 'fail' })}
            >
              <option value="fail">{SCHEDULE_TEXTS.approvals.fail}</option>
              <option value="wait">{SCHEDULE_TEXTS.approvals.wait}</option>
            </Select>
          )}
        </Field>
      )}
      <Field label={SCHEDULE_TEXTS.parameters} hint={SCHEDULE_TEXTS.parametersHint}>
        {(id, hintId) => (
          <textarea
            id={id}
            className={connect.lines}
            rows={2}
            placeholder="rate = 3"
            spellCheck={false}
            aria-describedby={hintId}
            value={parameters}
            onChange={(event) => change({ parameters: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

function WebhookField({ fields, change, saved }: PartProps & { saved: string | null }) {
  const isSaved = saved !== null && fields.keepsWebhook;
  const remove = (
    <TextButton className={connect.choose} onClick={() => change({ keepsWebhook: false })}>
      {SCHEDULE_TEXTS.webhookRemove}
    </TextButton>
  );
  return (
    <div>
      <TextField
        label={SCHEDULE_TEXTS.webhookLabel}
        type="url"
        value={fields.webhook}
        hint={isSaved ? SCHEDULE_TEXTS.webhookSaved(saved) : SCHEDULE_TEXTS.webhookHint}
        action={isSaved ? remove : undefined}
        onChange={(webhook) => change({ webhook })}
      />
      <p role="status" className={connect.hint}>
        {saved !== null && !fields.keepsWebhook && fields.webhook === '' && SCHEDULE_TEXTS.webhookRemoved}
      </p>
    </div>
  );
}

/** Some zones that systems are set to are not among those that browsers list. */
function listZones(own: string): string[] {
  return [...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted();
}

function toFields(schedule: Schedule | undefined): Fields {
  return {
    name: schedule?.name ?? '',
    cron: schedule?.cron ?? FREQUENT_TIMES[0][1],
    timeZone: schedule?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    question: schedule?.question ?? '',
    parameters: schedule ? listParameters(schedule).join('\n') : '',
    approval: schedule?.approval ?? 'fail',
    webhook: '',
    keepsWebhook: true,
  };
}

/** Throws AppError `bad-request` for parameters that cannot be read. */
function toSettings(fields: Fields, schedule: Schedule | undefined): NewSchedule {
  const { name, cron, timeZone, question, parameters, approval, webhook, keepsWebhook } = fields;
  const address = webhook.trim();
  return {
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    ...{ cron: cron.trim(), timeZone, question: question.trim() || null, approval },
    parameters: readParameters(parameters),
    ...(address === '' && keepsWebhook && schedule ? {} : { webhook: address || null }),
  };
}

function readParameters(text: string): NewSchedule['parameters'] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=');
      if (at < 1) throw new AppError('bad-request', SCHEDULE_TEXTS.badParameters);
      return [line.slice(0, at).trim(), readParameterValue(line.slice(at + 1).trim())];
    }),
  );
}
