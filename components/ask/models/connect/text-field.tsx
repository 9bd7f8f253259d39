'use client';

import { useId } from 'react';
import styles from './connect.module.css';

interface TextFieldProps {
  label: string;
  value: string;
  type?: 'text' | 'url' | 'password';
  placeholder?: string;
  hint?: string;
  warning?: string;
  /** What is wrong with the value, as a sentence. */
  error?: string;
  /** Below it. */
  action?: React.ReactNode;
  onChange: (value: string) => void;
}

/** A line of text in a form. */
export function TextField(props: TextFieldProps) {
  const { label, value, type = 'text', placeholder, hint, warning, error = '', action, onChange } = props;
  return (
    <Field {...{ label, hint, warning, error, action }}>
      {(id, hintId) => (
        <input
          id={id}
          className={styles.input}
          type={type}
          value={value}
          placeholder={placeholder}
          aria-describedby={hintId}
          aria-invalid={error !== '' || undefined}
          // A key is not a password of this page, and no address of the user's.
          autoComplete={type === 'password' ? 'new-password' : 'off'}
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

interface FieldProps {
  label: string;
  hint?: string | undefined;
  warning?: string | undefined;
  error?: string;
  action?: React.ReactNode;
  children: (id: string, hintId: string | undefined) => React.ReactNode;
}

/** A labeled control, with what is to be known about it below. */
export function Field({ label, hint = '', warning = '', error = '', action, children }: FieldProps) {
  const id = useId();
  const hintId = hint || warning || error ? `${id}-hint` : undefined;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.control}>
        {children(id, hintId)}
        {hintId && (
          <div id={hintId}>
            {error && (
              <p className={styles.hint} data-tone="danger">
                {error}
              </p>
            )}
            {(hint || warning) && (
              <p className={styles.hint} data-tone={warning ? 'warning' : undefined}>
                {[hint, warning].filter(Boolean).join(' ')}
              </p>
            )}
          </div>
        )}
        {action}
      </div>
    </div>
  );
}
