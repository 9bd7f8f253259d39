'use client';

import { useId } from 'react';
import { traitsOf } from '../../../lib/protocol/models/model-traits.ts';
import type { ModelInfo } from '../../../lib/protocol/runs/run.ts';
import type { BranchPlan } from '../../../lib/protocol/sessions/branch.ts';
import { MAX_WAYS, MIN_WAYS } from '../../../lib/protocol/ways/default-ways.ts';
import type { Session } from '../../../lib/session/session.ts';
import { planBranch } from '../../api/actbook-api.ts';
import { IconButton } from '../../ui/controls/button.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { useLoaded } from '../../ui/hooks/use-loaded.ts';
import { CloseIcon } from '../../ui/icons.tsx';
import { nameWay, resizeWays, type WayDraft } from './way-drafts.ts';
import styles from './ways-form.module.css';
import { WAYS_FORM_TEXTS } from './ways-form-texts.ts';

interface WaysFormProps {
  session: Session;
  /** Those that are configured. */
  models: readonly ModelInfo[];
  /** That of the question. */
  model: ModelInfo | undefined;
  value: readonly WayDraft[];
  onChange: (value: readonly WayDraft[]) => void;
  /** The question goes to one agent, as usual. */
  onClose: () => void;
}

const COUNTS = Array.from({ length: MAX_WAYS - MIN_WAYS + 1 }, (_, index) => MIN_WAYS + index);

/** How a question is tried several ways: how many, each with an instruction and a model, and what they begin with. */
export function WaysForm({ session, models, model, value, onChange, onClose }: WaysFormProps) {
  const titleId = useId();
  const change = (index: number, part: Partial<WayDraft>) =>
    onChange(value.map((way, at) => (at === index ? { ...way, ...part } : way)));
  return (
    <section className={styles.form} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {WAYS_FORM_TEXTS.title}
        </h2>
        <Select
          aria-label={WAYS_FORM_TEXTS.count}
          value={value.length}
          onChange={(event) => onChange(resizeWays(Number(event.target.value), value))}
        >
          {COUNTS.map((count) => (
            <option key={count} value={count}>
              {WAYS_FORM_TEXTS.countOption(count)}
            </option>
          ))}
        </Select>
        <IconButton className={styles.close} label={WAYS_FORM_TEXTS.close} onClick={onClose}>
          <CloseIcon size={14} />
        </IconButton>
      </div>
      <p className={styles.note}>{WAYS_FORM_TEXTS.lead}</p>
      <ol className={styles.ways}>
        {value.map((way, index) => (
          <li key={way.place} className={styles.way}>
            <WayFields
              {...{ way, models, model }}
              name={nameWay(way)}
              onChange={(part) => change(index, part)}
            />
          </li>
        ))}
      </ol>
      <BeginNote session={session} />
      <p className={styles.note}>
        {model && !traitsOf(model).readsPrompts && value.every((way) => way.model === '')
          ? WAYS_FORM_TEXTS.noPrompts(model.label)
          : WAYS_FORM_TEXTS.budget(value.length)}
      </p>
    </section>
  );
}

interface WayFieldsProps {
  way: WayDraft;
  name: string;
  models: readonly ModelInfo[];
  model: ModelInfo | undefined;
  onChange: (part: Partial<WayDraft>) => void;
}

function WayFields({ way, name, models, model, onChange }: WayFieldsProps) {
  return (
    <>
      <div className={styles.head}>
        <b className={styles.name}>{name}</b>
        {models.length > 1 && (
          <Select
            aria-label={WAYS_FORM_TEXTS.model(name)}
            value={way.model}
            onChange={(event) => onChange({ model: event.target.value })}
          >
            <option value="">{WAYS_FORM_TEXTS.usualModel(model?.label ?? '')}</option>
            {models.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </div>
      <textarea
        className={styles.field}
        aria-label={WAYS_FORM_TEXTS.instruction(name)}
        placeholder={WAYS_FORM_TEXTS.placeholder}
        rows={1}
        maxLength={4000}
        value={way.instruction}
        onChange={(event) => onChange({ instruction: event.target.value })}
      />
    </>
  );
}

/** What each way begins with. Only the kernel knows whether it can be copied. */
function BeginNote({ session }: { session: Session }) {
  const { id, kernel, executions } = session;
  const plan = useLoaded(`${kernel.id} ${kernel.status} ${executions}`, () => planBranch(id));
  return (
    <p className={styles.note} role="status">
      {plan.failure || (plan.value ? describePlan(session, plan.value) : WAYS_FORM_TEXTS.asking)}
    </p>
  );
}

function describePlan({ cells }: Session, { isLive, isRefused, reason = '', bytes }: BranchPlan): string {
  const hasRun = cells.some(({ type, status }) => type === 'code' && status === 'ok');
  const begin = isLive ? WAYS_FORM_TEXTS.live : hasRun ? WAYS_FORM_TEXTS.rebuild : WAYS_FORM_TEXTS.empty;
  return [begin, isRefused ? reason : '', bytes > 0 ? WAYS_FORM_TEXTS.copies(bytes) : '']
    .filter(Boolean)
    .join(' ');
}
