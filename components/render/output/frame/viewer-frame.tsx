'use client';

import { useRef, useState } from 'react';
import { DRAWING_TEXTS } from '../parts/drawing-texts.ts';
import type { FrameMessage } from './frame-messages.ts';
import { IMAGE_FORMATS, type ImageFormat, saveImage } from './save-image.ts';
import { type FrameContent, postToFrame, useFrame } from './use-frame.ts';
import { useFrameSource } from './use-frame-source.ts';
import { useNearness } from './use-nearness.ts';
import styles from './viewer-frame.module.css';

interface ChartProps {
  viewer: 'plotly' | 'vega' | 'bokeh';
  /** JSON, text, or a reference to either. */
  value: unknown;
  /** The kernel's plain text for it, shown when the viewer fails. */
  text: string;
}

const MIN_HEIGHT_PX = 24;
const MAX_HEIGHT_PX = 2_000;
const EXPECTED_HEIGHT_PX = 420;

/** A chart drawn in a frame by one of our libraries; loaded when it comes near the window, then kept. */
export function Chart(props: ChartProps) {
  const { ref, isNear } = useNearness();
  return (
    <div ref={ref} data-viewer={props.viewer}>
      {isNear ? <NearChart {...props} /> : <div style={{ height: EXPECTED_HEIGHT_PX }} />}
    </div>
  );
}

function NearChart({ viewer, value, text }: ChartProps) {
  const { content, failure } = useFrameSource(viewer, value);
  return (
    <ViewerFrame
      title="Chart"
      content={content}
      failure={failure}
      text={text}
      expectedHeightPx={EXPECTED_HEIGHT_PX}
    />
  );
}

interface ViewerFrameProps {
  title: string;
  content: FrameContent | null;
  /** Why there is no content; empty otherwise. */
  failure: string;
  text: string;
  /** Its assumed height until it has drawn. */
  expectedHeightPx: number;
  onMessage?: (message: FrameMessage) => void;
}

/** The frame in which `public/frame/viewer.js` draws. No script but ours runs there. */
export function ViewerFrame({
  title,
  content,
  failure,
  text,
  expectedHeightPx,
  onMessage,
}: ViewerFrameProps) {
  const [formats, setFormats] = useState<readonly ImageFormat[]>([]);
  const awaitedRef = useRef<ImageFormat | null>(null);
  const frame = useFrame({
    minHeightPx: MIN_HEIGHT_PX,
    maxHeightPx: MAX_HEIGHT_PX,
    content,
    onMessage: (message) => {
      if (message.kind === 'drawn') setFormats(readFormats(message.formats));
      // Saves only an image that the user asked for.
      else if (message.kind === 'image' && awaitedRef.current) {
        saveImage(message.url, awaitedRef.current);
        awaitedRef.current = null;
      } else onMessage?.(message);
    },
  });
  const trouble = frame.end ?? (failure || frame.failure);
  const save = (format: ImageFormat) => {
    awaitedRef.current = format;
    postToFrame(frame.ref.current, { kind: 'save', format });
  };
  return (
    <figure className={styles.figure}>
      {!frame.end && (
        <iframe
          ref={frame.ref}
          className={styles.frame}
          title={title}
          src="/frame/viewer.html"
          sandbox="allow-scripts"
          referrerPolicy="no-referrer"
          onLoad={frame.onLoad}
          data-drawn={frame.isDrawn}
          hidden={!frame.isDrawn && trouble !== ''}
          style={{ height: frame.heightPx ?? expectedHeightPx }}
        />
      )}
      {trouble ? (
        <p role="note" className={styles.failure}>
          {trouble}
        </p>
      ) : (
        !frame.isDrawn && <p className={styles.status}>Drawing…</p>
      )}
      {trouble && !frame.isDrawn && text && <pre className={styles.text}>{text}</pre>}
      {frame.isDrawn && formats.length > 0 && (
        <figcaption className={styles.actions}>
          {formats.map((format) => (
            <button key={format} type="button" className={styles.action} onClick={() => save(format)}>
              {DRAWING_TEXTS.saveAs(format.toUpperCase())}
            </button>
          ))}
        </figcaption>
      )}
    </figure>
  );
}

function readFormats(formats: unknown): ImageFormat[] {
  return Array.isArray(formats) ? IMAGE_FORMATS.filter((format) => formats.includes(format)) : [];
}
