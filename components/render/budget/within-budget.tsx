'use client';

import { type ReactNode, useMemo, useState } from 'react';
import {
  type DrawnValue,
  estimateDrawingMs,
  MAX_DRAWING_MS,
} from '../../../lib/notebook/drawing-time/estimate-drawing-ms.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextOutput } from '../output/text/text-output.tsx';
import { BUDGET_TEXTS } from './budget-texts.ts';
import styles from './within-budget.module.css';

interface WithinBudgetProps extends DrawnValue {
  /** The drawing. */
  children: ReactNode;
  /** Draws it where it does not hold up the page. Without it, what takes far too long is shown as text. */
  apart?: ReactNode;
}

/** The page may be held up this long by what the user asked for, milliseconds: nothing can be clicked meanwhile. */
const MAX_ASKED_MS = 10_000;
const BEGINNING_CHARACTERS = 1_000;

/** Draws what is quick to draw. Of the rest it shows the beginning as text, and draws it when the user asks for it. */
export function WithinBudget({ mimeType, text, length, size = null, children, apart }: WithinBudgetProps) {
  const [isAsked, setAsked] = useState(false);
  const { width = 0, height = 0 } = size ?? {};
  const ms = useMemo(
    () => estimateDrawingMs({ mimeType, text, length, size: { width, height } }),
    [mimeType, text, length, width, height],
  );
  if (ms <= MAX_DRAWING_MS) return children;
  const isOffered = apart !== undefined || ms <= MAX_ASKED_MS;
  if (isAsked) return isOffered ? (apart ?? children) : <TextOutput text={text} />;
  return (
    <div className={styles.offer}>
      {text !== '' && (
        <pre className={styles.beginning}>
          {text.slice(0, BEGINNING_CHARACTERS)}
          {text.length > BEGINNING_CHARACTERS && '…'}
        </pre>
      )}
      <p className={styles.line}>
        {isOffered
          ? describe({ text, length, width, height })
          : BUDGET_TEXTS.tooSlow(length, MAX_ASKED_MS / 1_000)}
        <Button onClick={() => setAsked(true)}>
          {isOffered ? BUDGET_TEXTS.draw : BUDGET_TEXTS.showText}
        </Button>
      </p>
    </div>
  );
}

function describe({ text, length, width, height }: Pick<DrawnValue, 'text' | 'length'> & Size): string {
  if (text !== '') return BUDGET_TEXTS.characters(length);
  return width > 0 ? BUDGET_TEXTS.picture(width, height) : BUDGET_TEXTS.bytes(length);
}

interface Size {
  width: number;
  height: number;
}
