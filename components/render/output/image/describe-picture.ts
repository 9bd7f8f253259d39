import { readAskedSize } from '../../../../lib/notebook/read-asked-size.ts';
import type { ImageSize } from '../../../../lib/notebook/read-image-size.ts';
import { describeFigure } from '../../../../lib/observation/describe-figure.ts';
import { findImageSize } from '../../../../lib/observation/describe-image.ts';
import type { Display } from '../../../../lib/observation/render-bundle.ts';
import { IMAGE_TEXTS } from './image-texts.ts';

const MAX_PLAIN_CHARACTERS = 200;
/** How a kernel prints objects without a text form: `<Figure size 640x480 with 1 Axes>`. */
const SAYS_NOTHING = /^<.*>$/s;

/** What a picture shows, for users who do not see it: titles, axes, and marks if the kernel reported them. */
export function describePicture({ data, digest }: Display): string {
  if (digest?.figure) return IMAGE_TEXTS.plot(describeFigure(digest.figure));
  const plain = data['text/plain'];
  if (typeof plain !== 'string' || plain.length > MAX_PLAIN_CHARACTERS) return IMAGE_TEXTS.undescribed;
  return SAYS_NOTHING.test(plain) ? IMAGE_TEXTS.picture(plain.slice(1, -1)) : plain;
}

/** Its size on the page in CSS pixels: as its output asks, or its own. Null when unknown before it is loaded. */
export function findShownSize(display: Display, mimeType: string, value: unknown): ImageSize | null {
  const isVector = mimeType === 'image/svg+xml';
  const own = isVector ? null : findImageSize(mimeType, value, display.digest ?? {});
  return readAskedSize(display.metadata, mimeType, own) ?? own;
}

/** `sales-by-city.png`: the plot's title, or `figure`. */
export function toFileName({ digest }: Display, mimeType: string): string {
  const title = digest?.figure?.title ?? digest?.figure?.panels[0]?.title ?? '';
  const slug = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  const extension = mimeType === 'image/svg+xml' ? 'svg' : mimeType.replace('image/', '');
  return `${slug || 'figure'}.${extension}`;
}
