'use client';

import { useState } from 'react';
import { useShowLine } from '../../code/cell-lines-context.tsx';
import styles from './cell-line-link.module.css';
import type { CellLine } from './group-traceback.ts';
import { TEXT_OUTPUT_TEXTS } from './text-output-texts.ts';

/** The name of a cell's line, as a link to it. */
export function CellLineLink({ target, text }: { target: CellLine; text: string }) {
  const show = useShowLine();
  const [isGone, setGone] = useState(false);
  if (!show) return text;
  return (
    <>
      <button
        type="button"
        data-content
        className={styles.link}
        onClick={({ currentTarget }) => {
          const frame = currentTarget.closest<HTMLElement>('[data-cell-id]');
          setGone(!show(frame?.dataset.cellId ?? null, target));
        }}
      >
        {text}
      </button>
      <span role="status" className={styles.gone}>
        {isGone && ` ${TEXT_OUTPUT_TEXTS.lineGone}`}
      </span>
    </>
  );
}
