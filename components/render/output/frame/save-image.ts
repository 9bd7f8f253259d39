/** Saves an image that a frame made, after checking its type. */
import { saveUrl } from '../../../ui/text/clipboard.ts';

export const IMAGE_FORMATS = ['png', 'svg'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

const MAX_URL_LENGTH = 100_000_000;
const FORMS: Record<ImageFormat, RegExp> = {
  png: /^data:image\/png;base64,[A-Za-z0-9+/]+=*$/,
  svg: /^data:image\/svg\+xml[;,]/,
};

export function saveImage(url: unknown, format: ImageFormat): void {
  if (isImageUrl(url, format)) saveUrl(url, `chart.${format}`);
}

/** Whether a frame has sent what it was asked for. */
export function isImageUrl(url: unknown, format: ImageFormat): url is string {
  return typeof url === 'string' && url.length <= MAX_URL_LENGTH && FORMS[format].test(url);
}
