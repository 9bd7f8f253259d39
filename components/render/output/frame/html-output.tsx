'use client';

import { useState } from 'react';
import { isAltairChart, isBokehPlaceholder } from '../../../../lib/notebook/read-wrapper.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { hasProgram } from '../parts/choose-mime.ts';
import type { DrawingProps } from '../parts/drawing-props.ts';
import { FRAME_TEXTS } from './frame-texts.ts';
import { HtmlFrame } from './html-frame.tsx';
import styles from './html-output.module.css';
import { Chart } from './viewer-frame.tsx';

/** HTML of an output: sanitized in a frame, or, when it is a program, run in a stricter one after a click. */
export function HtmlOutput({ text: html }: Pick<DrawingProps, 'text'>) {
  // The user allowed this program, not one that a later update puts in its place.
  const [allowedHtml, setAllowedHtml] = useState<string | null>(null);
  if (allowedHtml === html) return <HtmlFrame html={html} lane="active" />;
  if (isBokehPlaceholder(html)) return null;
  if (isAltairChart(html)) return <Chart viewer="vega" value={html} text="" />;
  if (hasProgram(html)) {
    return (
      <div className={styles.placeholder}>
        <p>{FRAME_TEXTS.askToRun}</p>
        <Button onClick={() => setAllowedHtml(html)}>{FRAME_TEXTS.run}</Button>
      </div>
    );
  }
  return <HtmlFrame html={html} lane="static" />;
}
