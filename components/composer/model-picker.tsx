'use client';

import { useEffect, useState } from 'react';
import type { ModelInfo } from '../../lib/protocol/run.ts';
import styles from './model-picker.module.css';

interface ModelPickerProps {
  models: readonly ModelInfo[];
  value: string;
  onChange: (modelId: string) => void;
}

/** Which model answers: a choice when there are several, with a hint when no language model is set up. */
export function ModelPicker({ models, value, onChange }: ModelPickerProps) {
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
      {models.every(({ kind }) => kind === 'builtin') && <SetupHint />}
    </span>
  );
}

/** Unfolds in place, so that it covers nothing. */
function SetupHint() {
  const [isOpen, setOpen] = useState(false);
  useEscapeFirst(isOpen, () => setOpen(false));
  return (
    <>
      <button
        type="button"
        className={styles.hint}
        aria-expanded={isOpen}
        aria-controls="model-setup"
        onClick={() => setOpen(!isOpen)}
      >
        Use a language model
      </button>
      <div id="model-setup" className={styles.hintText} hidden={!isOpen}>
        <p>
          The built-in analyst follows rules; it is not a language model. To use one, start Actbook with these
          variables set:
        </p>
        <p>
          <code>OPENAI_API_KEY</code> for OpenAI, or <code>OPENAI_BASE_URL</code> for any compatible server
          (Ollama, vLLM, LM Studio…), and <code>ACTBOOK_MODEL</code> for the model’s name.
        </p>
      </div>
    </>
  );
}

/** Takes Escape before anything else on the page does: it would also stop a run. */
function useEscapeFirst(isActive: boolean, onEscape: () => void): void {
  useEffect(() => {
    if (!isActive) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      onEscape();
    };
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  });
}
