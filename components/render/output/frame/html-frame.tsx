'use client';

import { useMemo } from 'react';
import { useFrame } from './use-frame.ts';
import styles from './viewer-frame.module.css';

const MIN_HEIGHT_PX = 24;
const MAX_HEIGHT_PX = 640;
const ROW_HEIGHT_PX = 31;

interface HtmlFrameProps {
  html: string;
  /** `static`: sanitized, without scripts. `active`: its scripts run, without network. */
  lane: 'static' | 'active';
}

/**
 * Untrusted HTML in a document of its own with an opaque origin: it can reach neither the page nor a
 * network. What it may load is set by the headers the server sends with the frame document.
 */
export function HtmlFrame({ html, lane }: HtmlFrameProps) {
  const content = useMemo(() => ({ message: { kind: 'render', html } }), [html]);
  const frame = useFrame({ minHeightPx: MIN_HEIGHT_PX, maxHeightPx: MAX_HEIGHT_PX, content });
  if (frame.end) return <p className={styles.failure}>{frame.end}</p>;
  return (
    <>
      <iframe
        ref={frame.ref}
        className={styles.frame}
        title="Output"
        src={lane === 'static' ? '/frame/index.html' : '/frame/active.html'}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        loading="lazy"
        onLoad={frame.onLoad}
        data-drawn={frame.heightPx !== null}
        style={{ height: frame.heightPx ?? estimateHeight(html) }}
      />
      {frame.failure && <p className={styles.failure}>{frame.failure}</p>}
    </>
  );
}

/** Rows give a good first guess, so that the page does not jump when the frame reports its height. */
function estimateHeight(html: string): number {
  const rows = html.match(/<tr[\s>]/gi)?.length ?? 0;
  return Math.min(Math.max(rows * ROW_HEIGHT_PX, MIN_HEIGHT_PX), MAX_HEIGHT_PX);
}
