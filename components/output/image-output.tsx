'use client';

import { isBlobRef, toText } from '../../lib/notebook/mime-value.ts';
import { findImageSize } from '../../lib/observation/describe-image.ts';
import type { Display } from '../../lib/observation/render-bundle.ts';
import { blobUrl } from '../api/actbook-api.ts';
import styles from './image-output.module.css';
import { useSessionId } from './session-id-context.tsx';

interface ImageOutputProps {
  mimeType: string;
  /** Base64, SVG source, or a reference to stored bytes. */
  value: unknown;
  /** What the kernel printed instead of the picture, e.g. `<Figure size 640x480 with 1 Axes>`. */
  description: string;
  output: Display;
}

/** A picture. SVG too is an `<img>`: there its scripts and links do nothing. */
export function ImageOutput({ mimeType, value, description, output }: ImageOutputProps) {
  const sessionId = useSessionId();
  const size = findImageSize(mimeType, value, output.digest ?? {});
  const src = isBlobRef(value)
    ? blobUrl(sessionId, value.blob, mimeType)
    : toDataUrl(mimeType, toText(value));
  return (
    <figure className={styles.figure}>
      <img
        className={styles.image}
        src={src}
        alt={description || 'Output image'}
        loading="lazy"
        decoding="async"
        // Its place is kept until it is there.
        {...(size ?? {})}
      />
      <a className={styles.open} href={src} download={`figure.${toExtension(mimeType)}`}>
        Save image
      </a>
    </figure>
  );
}

function toDataUrl(mimeType: string, text: string): string {
  if (mimeType === 'image/svg+xml') return `data:${mimeType};charset=utf-8,${encodeURIComponent(text)}`;
  return `data:${mimeType};base64,${text.replaceAll(/\s/g, '')}`;
}

function toExtension(mimeType: string): string {
  return mimeType === 'image/svg+xml' ? 'svg' : mimeType.replace('image/', '');
}
