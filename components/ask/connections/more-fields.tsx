'use client';

import { useState } from 'react';
import styles from '../models/connect/connect.module.css';
import { Field, TextField } from '../models/connect/text-field.tsx';
import type { Faults, Fields } from './connection-fields.ts';
import { CONNECTION_KINDS } from './connection-kinds.ts';
import { CONNECTION_TEXTS } from './connection-texts.ts';

interface MoreFieldsProps {
  fields: Fields;
  faults: Faults;
  change: (changed: Partial<Fields>) => void;
}

/** What most connections leave as it is. Opens by itself where something is wrong or must be filled in. */
export function MoreFields({ fields, faults, change }: MoreFieldsProps) {
  const [isOpen, setOpen] = useState(fields.options !== '' || fields.allowsWriters);
  const { options: example } = CONNECTION_KINDS[fields.kind];
  const isWrong = (['maxRows', 'maxMegabytes', 'seconds', 'options'] as const).some((field) => faults[field]);
  const limits = (['maxRows', 'maxMegabytes', 'seconds'] as const).map((field) => (
    <TextField
      key={field}
      label={CONNECTION_TEXTS[field]}
      value={fields[field]}
      hint={field === 'seconds' ? CONNECTION_TEXTS.limitsHint : ''}
      error={faults[field] ?? ''}
      onChange={(value) => change({ [field]: value })}
    />
  ));
  return (
    <details
      open={isOpen || isWrong || (example !== undefined && fields.options === '')}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={styles.note}>{CONNECTION_TEXTS.more}</summary>
      <div className={styles.more}>
        {limits}
        <Field
          label={CONNECTION_TEXTS.options}
          hint={CONNECTION_TEXTS.optionsHint}
          error={faults.options ?? ''}
        >
          {(id, hintId) => (
            <textarea
              id={id}
              className={styles.lines}
              rows={2}
              value={fields.options}
              placeholder={example ?? ''}
              aria-describedby={hintId}
              aria-invalid={faults.options !== undefined || undefined}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => change({ options: event.target.value })}
            />
          )}
        </Field>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={fields.allowsWriters}
            onChange={(event) => change({ allowsWriters: event.target.checked })}
          />
          {CONNECTION_TEXTS.allowsWriters}
        </label>
        <p className={styles.hint}>{CONNECTION_TEXTS.allowsWritersHint}</p>
      </div>
    </details>
  );
}
