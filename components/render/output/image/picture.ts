/** Pictures on the page. All are from our own origin or inline, so that a canvas can be read. */

import { IMAGE_TEXTS } from './image-texts.ts';

const SAMPLE_PX = 64;
/** Vector pictures are copied at a higher resolution. */
const VECTOR_SCALE = 2;

/** Reading the pixels of larger pictures would hold up the page. */
const MAX_SAMPLED_PIXELS = 4_000_000;

/** What a loaded picture needs behind it. */
export function findPlate(image: HTMLImageElement): Plate {
  if (image.naturalWidth * image.naturalHeight > MAX_SAMPLED_PIXELS) return 'light';
  const context = drawOn(SAMPLE_PX, SAMPLE_PX, image);
  return context ? choosePlate(context.getImageData(0, 0, SAMPLE_PX, SAMPLE_PX).data) : 'light';
}

/** The picture as PNG in its actual size. */
export async function toPng(image: HTMLImageElement, mimeType: string): Promise<Blob> {
  await image.decode();
  const scale = mimeType === 'image/svg+xml' ? VECTOR_SCALE : 1;
  const context = drawOn(image.naturalWidth * scale, image.naturalHeight * scale, image);
  const png =
    context && (await new Promise<Blob | null>((resolve) => context.canvas.toBlob(resolve, 'image/png')));
  if (!png) throw new Error(IMAGE_TEXTS.notCopied);
  return png;
}

function drawOn(width: number, height: number, image: HTMLImageElement): CanvasRenderingContext2D | null {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.drawImage(image, 0, 0, width, height);
  return context;
}

/**
 * What a picture needs behind it: plots are drawn for paper, but some are drawn in white for a dark page. `ink` is a plot
 * whose paper may be dark as well.
 */
export type Plate = 'light' | 'dark' | 'ink';

/** Pixels with less alpha than this show what is behind them. */
const OPAQUE_ALPHA = 128;
const MIN_CLEAR_SHARE = 0.02;
const LIGHT_LUMA = 160;

/** `pixels` as from a canvas: red, green, blue, alpha. Dark only for a light drawing on a transparent background. */
export function choosePlate(pixels: Uint8ClampedArray): Plate {
  let clear = 0;
  let drawn = 0;
  let luma = 0;
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < OPAQUE_ALPHA) clear++;
    if (alpha === 0) continue;
    drawn += alpha;
    luma += alpha * (0.2126 * red + 0.7152 * green + 0.0722 * blue);
  }
  const isClear = clear / (pixels.length / 4) > MIN_CLEAR_SHARE;
  return isClear && drawn > 0 && luma / drawn > LIGHT_LUMA ? 'dark' : 'light';
}

/** A `data:` URL with a picture that the log contains as text or base64. An SVG is percent-encoded, others stay base64. */
export function toDataUrl(mimeType: string, text: string): string {
  if (mimeType === 'image/svg+xml') return `data:${mimeType};charset=utf-8,${encodeURIComponent(text)}`;
  return `data:${mimeType};base64,${text.replaceAll(/\s/g, '')}`;
}

export function readAsDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
