'use client';

import { type RefObject, useEffect, useRef, useState } from 'react';
import { onThemeChange, readTheme } from '../ui/theme.ts';
import styles from './html-output.module.css';

const DOCUMENTS = { static: '/frame/index.html', active: '/frame/active.html' } as const;
const MIN_HEIGHT_PX = 24;
const MAX_HEIGHT_PX = 640;
const ROW_HEIGHT_PX = 31;

interface HtmlFrameProps {
  html: string;
  /** `static`: cleaned, no script of its own. `active`: its scripts run, without network. */
  lane: keyof typeof DOCUMENTS;
}

/**
 * Untrusted HTML in a document of its own with an opaque origin: it can reach neither the page nor a
 * network. What it may load is set by the headers the server sends with the frame document.
 */
export function HtmlFrame({ html, lane }: HtmlFrameProps) {
  const frameRef = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(() => estimateHeight(html));
  const [failure, setFailure] = useState('');
  const [loadCount, setLoadCount] = useState(0);
  useFrameMessages(frameRef, (message, frame) => {
    if (message.kind === 'ready') render(frame, html);
    if (message.kind === 'height') setHeight(clampHeight(message.height));
    if (message.kind === 'error') setFailure(String(message.message).slice(0, 500));
  });
  useEffect(() => {
    const frame = frameRef.current;
    if (!frame) return;
    render(frame, html);
    return onThemeChange(() => render(frame, html));
  }, [html]);
  // A second document: the output went elsewhere. The page's policy refused it, and an error page is left.
  if (loadCount > 1) {
    return <p className={styles.failure}>This output tried to leave its frame and was closed.</p>;
  }
  return (
    <>
      <iframe
        ref={frameRef}
        className={styles.frame}
        title="Output"
        src={DOCUMENTS[lane]}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        loading="lazy"
        onLoad={() => setLoadCount((count) => count + 1)}
        style={{ height }}
      />
      {failure && <p className={styles.failure}>{failure}</p>}
    </>
  );
}

interface FrameMessage {
  kind: unknown;
  height?: unknown;
  message?: unknown;
}

function useFrameMessages(
  frameRef: RefObject<HTMLIFrameElement | null>,
  onMessage: (message: FrameMessage, frame: HTMLIFrameElement) => void,
): void {
  useEffect(() => {
    const receive = ({ source, data }: MessageEvent<unknown>) => {
      const frame = frameRef.current;
      // The origin of a sandboxed frame is "null" and proves nothing; its window does.
      if (!frame || source !== frame.contentWindow) return;
      if (typeof data === 'object' && data !== null && 'kind' in data) onMessage(data, frame);
    };
    addEventListener('message', receive);
    return () => removeEventListener('message', receive);
  });
}

function render(frame: HTMLIFrameElement, html: string): void {
  const { scheme, colors } = readTheme(frame);
  // An opaque origin cannot be named as a target.
  frame.contentWindow?.postMessage({ kind: 'render', html, scheme, colors }, '*');
}

/** Rows give a good first guess, so that the page does not jump when the frame reports its height. */
function estimateHeight(html: string): number {
  const rows = html.match(/<tr[\s>]/gi)?.length ?? 0;
  return clampHeight(rows * ROW_HEIGHT_PX);
}

function clampHeight(height: unknown): number {
  const pixels = typeof height === 'number' && Number.isFinite(height) ? Math.ceil(height) : 0;
  return Math.min(Math.max(pixels, MIN_HEIGHT_PX), MAX_HEIGHT_PX);
}
