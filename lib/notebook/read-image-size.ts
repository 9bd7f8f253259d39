/** Width and height of an image from its first bytes: nothing is decoded, as code may have made it. */

export interface ImageSize {
  width: number;
  height: number;
}

/** Enough for a JPEG with an ordinary preview in its metadata; the others tell their size at once. */
const MAX_HEADER_BYTES = 128 * 1024;
/** Pixels of a side. A header that claims more is not an image's. */
export const MAX_IMAGE_SIDE = 1_000_000;

/** Null when the start of the base64 is not a PNG, JPEG, GIF or WebP, or claims an impossible size. */
export function readImageSize(base64: string): ImageSize | null {
  return findImageSize(decodeStart(base64));
}

/** The same of bytes, all of them or the first. */
export function findImageSize(bytes: DataView): ImageSize | null {
  const size = READERS.map((read) => read(bytes)).find((each) => each !== null) ?? null;
  return size && isPossible(size.width) && isPossible(size.height) ? size : null;
}

const isPossible = (side: number) => side > 0 && side <= MAX_IMAGE_SIDE;

type Reader = (bytes: DataView) => ImageSize | null;

/** PNG specification §11.2.1: the IHDR chunk comes first. */
const readPng: Reader = (bytes) =>
  startsWith(bytes, '\x89PNG') && bytes.byteLength >= 24
    ? { width: bytes.getUint32(16), height: bytes.getUint32(20) }
    : null;

const readGif: Reader = (bytes) =>
  startsWith(bytes, 'GIF8') && bytes.byteLength >= 10
    ? { width: bytes.getUint16(6, true), height: bytes.getUint16(8, true) }
    : null;

/** ITU-T T.81 §B.1: segments until a start-of-frame (C0 to CF, but for C4, C8 and CC), which holds the size. */
const readJpeg: Reader = (bytes) => {
  if (!startsWith(bytes, '\xff\xd8')) return null;
  for (let at = 2; at + 9 <= bytes.byteLength; at += 2 + bytes.getUint16(at + 2)) {
    if (bytes.getUint8(at) !== 0xff) return null;
    const marker = bytes.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: bytes.getUint16(at + 7), height: bytes.getUint16(at + 5) };
  }
  return null;
};

/** RFC 9649 §2.5 to §2.7: lossy, lossless and extended files each have the size in another place. */
const readWebp: Reader = (bytes) => {
  if (!startsWith(bytes, 'RIFF') || !startsWith(bytes, 'WEBPVP8', 8) || bytes.byteLength < 30) return null;
  if (startsWith(bytes, ' ', 15))
    return { width: bytes.getUint16(26, true) & 0x3fff, height: bytes.getUint16(28, true) & 0x3fff };
  if (startsWith(bytes, 'L', 15)) {
    const bits = bytes.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  const read24 = (at: number) => bytes.getUint16(at, true) + bytes.getUint8(at + 2) * 65_536;
  return { width: read24(24) + 1, height: read24(27) + 1 };
};

const READERS: readonly Reader[] = [readPng, readJpeg, readGif, readWebp];

function startsWith(bytes: DataView, text: string, at = 0): boolean {
  if (bytes.byteLength < at + text.length) return false;
  return Array.from(text).every((character, index) => bytes.getUint8(at + index) === character.charCodeAt(0));
}

function decodeStart(base64: string): DataView {
  const isJpeg = base64.startsWith('/9j/');
  const start = base64.slice(0, isJpeg ? (MAX_HEADER_BYTES * 4) / 3 : 100).replaceAll(/[^a-zA-Z0-9+/]/g, '');
  const whole = start.slice(0, start.length - (start.length % 4));
  return new DataView(Uint8Array.from(atob(whole), (character) => character.charCodeAt(0)).buffer);
}
