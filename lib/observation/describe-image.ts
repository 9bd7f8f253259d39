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
  const header = decodeStart(base64);
  if (header.byteLength < 24 || header.getUint32(0) !== PNG_SIGNATURE) return null;
  return { width: header.getUint32(16), height: header.getUint32(20) };
}

const PNG_SIGNATURE = 0x89504e47;

/** The first bytes of base64, which code may have made up. */
function decodeStart(base64: string): DataView {
  const start = base64.slice(0, 100).replaceAll(/[^a-zA-Z0-9+/]/g, '');
  const whole = start.slice(0, start.length - (start.length % 4));
  return new DataView(Uint8Array.from(atob(whole), (character) => character.charCodeAt(0)).buffer);
}

function describeBytes(mimeType: string, value: unknown): string {
  const bytes = isBlobRef(value) ? value.bytes : typeof value === 'string' ? measure(mimeType, value) : null;
  return bytes === null ? '' : `, ${Math.max(1, Math.round(bytes / 1024)).toLocaleString('en-US')} KB`;
}

function measure(mimeType: string, value: string): number {
  return mimeType === 'image/svg+xml' ? value.length : Math.floor((value.length * 3) / 4);
}
