/** An image in words: its type, how large it is, and what is drawn where that is known. */
import { isBlobRef, toText } from '../notebook/mime-value.ts';
import type { OutputDigest } from '../notebook/output-digest.ts';
import { type ImageSize, readImageSize } from '../notebook/read-image-size.ts';
import { describeFigure } from './describe-figure.ts';

/** `[image/png, 640x480 pixels, 23 KB, shown to the user]`, as far as known; the plot's words when nobody sees it. */
export function describeImage(
  mimeType: string,
  value: unknown,
  { digest = {}, isAttached = false }: { digest?: OutputDigest | undefined; isAttached?: boolean } = {},
): string {
  const size = findImageSize(mimeType, value, digest);
  const pixels = size ? `, ${size.width}x${size.height} pixels` : '';
  const line = `[${mimeType}${pixels}${describeBytes(mimeType, value)}, ${isAttached ? 'attached' : 'shown to the user'}]`;
  return digest.figure && !isAttached ? `${line}\n${describeFigure(digest.figure)}` : line;
}

/** Pixels of the image that users see; null when its bytes do not tell. */
export function findImageSize(mimeType: string, value: unknown, { size }: OutputDigest): ImageSize | null {
  if (size || isBlobRef(value) || mimeType === 'image/svg+xml') return size ?? null;
  return readImageSize(toText(value));
}

function describeBytes(mimeType: string, value: unknown): string {
  const bytes = isBlobRef(value) ? value.bytes : measure(mimeType, toText(value));
  return `, ${Math.max(1, Math.round(bytes / 1024)).toLocaleString('en-US')} KB`;
}

function measure(mimeType: string, text: string): number {
  return mimeType === 'image/svg+xml' ? text.length : Math.floor((text.length * 3) / 4);
}
