'use client';

import { useId, useRef, useState } from 'react';
import type { ModelEntry } from '../../../../lib/protocol/models/model-catalog.ts';
import { TextButton } from '../../../ui/controls/text-button.tsx';
import { Popover } from '../../../ui/layers/popover.tsx';
import { SearchableList } from '../search/searchable-list.tsx';
import styles from './connect.module.css';
import { CONNECT_TEXTS } from './connect-texts.ts';
import type { Fields } from './server-fields.ts';

interface ModelFieldProps {
  fields: Fields;
  /** What the server offers, once it was asked. */
  models: readonly ModelEntry[];
  onChange: (model: string) => void;
}

/** Which model is asked and saved: typed, or chosen from what the server offers. */
export function ModelField({ fields: { kind, label, model }, models, onChange }: ModelFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const isAzure = kind === 'azure';
  const provider = { id: 'offered', label, address: null, isFound: false, status: 'ready' as const };
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {isAzure ? CONNECT_TEXTS.deployment : CONNECT_TEXTS.model}
      </label>
      <div className={styles.control}>
        <input
          ref={inputRef}
          id={id}
          className={styles.input}
          value={model}
          placeholder={isAzure ? CONNECT_TEXTS.deploymentHint : CONNECT_TEXTS.modelHint}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
        {models.length > 1 && (
          <TextButton
            className={styles.choose}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setOpen(true)}
          >
            {CONNECT_TEXTS.chooseModel}
          </TextButton>
        )}
        {isOpen && models.length > 1 && (
          <Popover
            label={CONNECT_TEXTS.chooseModel}
            anchorRef={inputRef}
            width="wide"
            onClose={() => setOpen(false)}
          >
            <SearchableList
              providers={[{ ...provider, models: [...models] }]}
              value={model}
              onChoose={({ id: chosen }) => {
                onChange(chosen);
                setOpen(false);
              }}
            />
          </Popover>
        )}
      </div>
    </div>
  );
}
