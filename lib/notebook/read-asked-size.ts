import type { ImageSize } from './read-image-size.ts';

/**
 * The size in CSS pixels at which an output asks to show its picture: in its metadata, by MIME type or for all of it. `own` is
 * the size of the picture: a width or height alone keeps its shape. Null where none is asked for, or its shape is not known.
 */
export function readAskedSize(metadata: unknown, mimeType: string, own: ImageSize | null): ImageSize | null {
  if (typeof metadata !== 'object' || metadata === null) return null;
  return readSize(Reflect.get(metadata, mimeType), own) ?? readSize(metadata, own);
}

function readSize(metadata: unknown, own: ImageSize | null): ImageSize | null {
  if (typeof metadata !== 'object' || metadata === null) return null;
  const width = 'width' in metadata ? toLength(metadata.width) : null;
  const height = 'height' in metadata ? toLength(metadata.height) : null;
  if (width !== null && height !== null) return { width, height };
  if (!own || own.width <= 0 || own.height <= 0) return null;
  if (width !== null) return { width, height: Math.max(1, Math.round((width * own.height) / own.width)) };
  return height === null
    ? null
    : { width: Math.max(1, Math.round((height * own.width) / own.height)), height };
}

function toLength(value: unknown): number | null {
  return typeof value === 'number' && value > 0 ? value : null;
}
