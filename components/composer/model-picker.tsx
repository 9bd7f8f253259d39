'use client';

import type { ModelInfo } from '../../lib/protocol/run.ts';
import styles from './model-picker.module.css';

interface ModelPickerProps {
  models: readonly ModelInfo[];
  value: string;
  onChange: (modelId: string) => void;
  /** Where there is room for the hint. */
  opens?: 'above' | 'below';
}

/** Which model answers: a choice when there are several, with a hint when no language model is set up. */
export function ModelPicker({ models, value, onChange, opens = 'below' }: ModelPickerProps) {
  const model = models.find((each) => each.id === value) ?? models[0];
  if (!model) return null;
  return (
    <span className={styles.picker}>
      {models.length > 1 ? (
        <select
          className={styles.select}
          aria-label="Model"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          {models.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <span className={styles.only} title={model.label}>
          {model.label}
        </span>
      )}
      {models.every(({ kind }) => kind === 'builtin') && <SetupHint opens={opens} />}
    </span>
  );
}

function SetupHint({ opens }: { opens: 'above' | 'below' }) {
  return (
    <details
      className={styles.hint}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) currentTarget.open = false;
      }}
    >
      <summary>Use a language model</summary>
      <div className={styles.hintText} data-opens={opens} tabIndex={-1}>
        <p>
          The built-in analyst follows rules; it is not a language model. To use one, start Actbook with these
          variables set:
        </p>
        <p>
          <code>OPENAI_API_KEY</code> for OpenAI, or <code>OPENAI_BASE_URL</code> for any compatible server
          (Ollama, vLLM, LM Studio…), and <code>ACTBOOK_MODEL</code> for the model’s name.
        </p>
      </div>
    </details>
  );
}
