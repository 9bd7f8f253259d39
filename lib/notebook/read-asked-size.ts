import type { ImageSize } from './read-image-size.ts';

/** The size in CSS pixels at which an output asks to show its picture: in its metadata, by MIME type or for all of it. */
export function readAskedSize(metadata: unknown, mimeType: string): ImageSize | null {
  if (typeof metadata !== 'object' || metadata === null) return null;
  return readSize(Reflect.get(metadata, mimeType)) ?? readSize(metadata);
}

function readSize(metadata: unknown): ImageSize | null {
  if (typeof metadata !== 'object' || metadata === null) return null;
  const width = 'width' in metadata ? metadata.width : null;
  const height = 'height' in metadata ? metadata.height : null;
  return typeof width === 'number' && typeof height === 'number' && width > 0 && height > 0
    ? { width, height }
    : null;
}
