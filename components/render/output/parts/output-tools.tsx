'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { DRAWING_TEXTS } from './drawing-texts.ts';
import styles from './output-tools.module.css';

/** An action on an output. */
export interface OutputTool {
  /** On the button. */
  readonly label: string;
  /** The full name, for users who do not see the context; contains the label. */
  readonly name: string;
  readonly icon?: ReactNode;
  /** Resolves to a confirmation: `Copied`. */
  readonly act: () => Promise<string> | string;
}

const CONFIRMATION_MS = 2500;

interface OutputToolsProps {
  tools: readonly OutputTool[];
  /** Names the group of buttons for screen readers. */
  label?: string;
}

/** Buttons of an output, and briefly the result of the last click. */
export function OutputTools({ tools, label = DRAWING_TEXTS.actions }: OutputToolsProps) {
  const [said, setSaid] = useState({ text: '', isFailure: false });
  useEffect(() => {
    if (said.text === '') return;
    const timer = setTimeout(() => setSaid({ text: '', isFailure: false }), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const use = async ({ act }: OutputTool) => {
    try {
      setSaid({ text: await act(), isFailure: false });
    } catch (error) {
      const reason = error instanceof Error && error.message ? error.message : DRAWING_TEXTS.actionFailed;
      setSaid({ text: reason, isFailure: true });
    }
  };
  return (
    <fieldset className={styles.tools} aria-label={label}>
      <span role="status" className={styles.said} data-failure={said.isFailure}>
        {said.text}
      </span>
      {tools.map((tool) => (
        <button
          key={tool.name}
          type="button"
          className={styles.tool}
          aria-label={tool.name}
          title={tool.name}
          onClick={() => use(tool)}
        >
          {tool.icon}
          {tool.label}
        </button>
      ))}
    </fieldset>
  );
}

/** An output with its tools in the corner, shown on hover or focus; below it on touch screens. */
export function WithTools({ tools, children }: { tools: readonly OutputTool[]; children: ReactNode }) {
  return (
    <div className={styles.output}>
      {children}
      <div className={styles.corner}>
        <OutputTools tools={tools} />
      </div>
    </div>
  );
}
