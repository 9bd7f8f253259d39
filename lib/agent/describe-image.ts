/** An image in words for a model that does not see: its type and how large it is. */
import { isBlobRef } from '../notebook/mime-value.ts';

/** `[image/png, 640x480 pixels, 23 KB, shown to the user]`, as far as known. */
export function describeImage(mimeType: string, value: unknown): string {
  const size = mimeType === 'image/png' && typeof value === 'string' ? readPngSize(value) : null;
  const pixels = size ? `, ${size.width}x${size.height} pixels` : '';
  return `[${mimeType}${pixels}${describeBytes(mimeType, value)}, shown to the user]`;
}

/** Width and height from the IHDR chunk, which starts every PNG (PNG specification §11.2.1). */
function readPngSize(base64: string): { width: number; height: number } | null {
  const header = Buffer.from(base64.slice(0, 64), 'base64');
  if (header.length < 24 || header.toString('latin1', 1, 4) !== 'PNG') return null;
  return { width: header.readUInt32BE(16), height: header.readUInt32BE(20) };
}

function describeBytes(mimeType: string, value: unknown): string {
  const bytes = isBlobRef(value) ? value.bytes : typeof value === 'string' ? measure(mimeType, value) : null;
  return bytes === null ? '' : `, ${Math.max(1, Math.round(bytes / 1024)).toLocaleString('en-US')} KB`;
}

function measure(mimeType: string, value: string): number {
  return mimeType === 'image/svg+xml' ? value.length : Math.floor((value.length * 3) / 4);
}
