/** Pictures pixel by pixel: how a file packs them does not count. */
import { readImageSize } from '../../notebook/read-image-size.ts';
import { type Comparison, cannotCompare, differ, putAside, SAME } from '../finding/comparison.ts';
import { decodePng } from './decode-png.ts';

/** Base64 both, of the type `mimeType`. */
export function compareImages(notebook: string, here: string, mimeType: string, place: string): Comparison {
  const [left, right] = [Buffer.from(notebook, 'base64'), Buffer.from(here, 'base64')];
  if (left.equals(right)) return SAME;
  const [size, otherSize] = [toSize(notebook), toSize(here)];
  if (size !== null && otherSize !== null && size !== otherSize) {
    const text = `picture of ${size} pixels, here ${otherSize}`;
    return differ({ place, kind: 'shape', text, notebook: size, here: otherSize });
  }
  const [was, is] = [decodePng(left), decodePng(right)];
  if (!was || !is || was.channels !== is.channels || was.data.length !== is.data.length) {
    return cannotCompare(`The pictures (${mimeType}) are not equal, and only PNG is compared by its pixels.`);
  }
  const share = countOther(was.data, is.data, was.channels) / (was.width * was.height);
  const sides = { place, notebook: `${left.length} bytes`, here: `${right.length} bytes` };
  if (share === 0) return putAside({ ...sides, kind: 'picture-file' });
  return differ({ ...sides, text: `${toPercent(share)} of the picture’s pixels differ` });
}

function toSize(base64: string): string | null {
  const size = readImageSize(base64);
  return size && `${size.width} × ${size.height}`;
}

function countOther(left: Uint8Array, right: Uint8Array, channels: number): number {
  let count = 0;
  for (let pixel = 0; pixel < left.length; pixel += channels) {
    for (let channel = 0; channel < channels; channel++) {
      if (left[pixel + channel] === right[pixel + channel]) continue;
      count++;
      break;
    }
  }
  return count;
}

function toPercent(share: number): string {
  return share < 0.001 ? 'less than 0.1 %' : `${(share * 100).toFixed(1)} %`;
}
