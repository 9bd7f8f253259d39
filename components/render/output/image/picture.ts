/** Pixels of pictures on the page. All are from our own origin or inline, so that a canvas can be read. */

import { choosePlate, type Plate } from './choose-plate.ts';
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
