/** The images of a cell that are sent to a model that sees, and what each costs. */
import type { BlobRef } from '../notebook/blob-ref.ts';
import { isBlobRef, toText } from '../notebook/mime-value.ts';
import type { Output } from '../notebook/output.ts';
import type { ImageSize } from '../notebook/read-image-size.ts';
import { findImageSize } from './describe-image.ts';

export interface ObservedImage extends ImageSize {
  mimeType: string;
  /** Base64, or where the bytes are stored. */
  data: string | BlobRef;
  /** Estimate. */
  tokens: number;
}

const SENT_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
/** If there is no smaller copy, an image up to this size goes as it is; servers shrink or refuse larger ones. */
const MAX_SIDE = 1_536;
const MAX_BYTES = 2 * 1024 ** 2;

/** In order, as many as fit; those of the other outputs are described. */
export function chooseImages(outputs: readonly Output[], maxTokens: number): Map<Output, ObservedImage> {
  const chosen = new Map<Output, ObservedImage>();
  let left = maxTokens;
  for (const output of outputs) {
    const image = findImage(output);
    if (!image || image.tokens > left) continue;
    chosen.set(output, image);
    left -= image.tokens;
  }
  return chosen;
}

function findImage(output: Output): ObservedImage | null {
  if (output.output_type !== 'display_data' && output.output_type !== 'execute_result') return null;
  const { data, digest = {} } = output;
  if (digest.copy) return { ...digest.copy, tokens: estimateImageTokens(digest.copy) };
  const mimeType = SENT_TYPES.find((each) => data[each] !== undefined);
  if (mimeType === undefined) return null;
  const value = data[mimeType];
  const size = findImageSize(mimeType, value, digest);
  const bytes = isBlobRef(value) ? value.bytes : toText(value).length;
  if (!size || Math.max(size.width, size.height) > MAX_SIDE || bytes > MAX_BYTES) return null;
  const base64 = isBlobRef(value) ? value : toText(value).replaceAll(/\s/g, '');
  return { mimeType, data: base64, ...size, tokens: estimateImageTokens(size) };
}

/**
 * The dearer of two published rules: OpenAI's 85 tokens and 170 for each 512-pixel tile once the shorter side is at most
 * 768 pixels (https://platform.openai.com/docs/guides/images-vision), and Anthropic's one for 750 pixels
 * (https://docs.claude.com/en/docs/build-with-claude/vision).
 */
export function estimateImageTokens({ width, height }: ImageSize): number {
  const scale = Math.min(1, 768 / Math.min(width, height));
  const tiles = Math.ceil((width * scale) / 512) * Math.ceil((height * scale) / 512);
  return Math.max(85 + 170 * tiles, Math.ceil((width * height) / 750));
}
