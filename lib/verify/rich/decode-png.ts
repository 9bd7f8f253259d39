/**
 * The pixels of a PNG, in bounds, as code may have made it. Only what plotting libraries write: 8 bits per channel, not
 * interlaced. Source: https://www.w3.org/TR/png-3/
 */
import { inflateSync } from 'node:zlib';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Channels of one pixel. */
  readonly channels: number;
  readonly data: Uint8Array;
}

const MAX_PIXELS = 50_000_000;
const SIGNATURE = '89504e470d0a1a0a';
/** Channels by color type; 3, a palette, is left out: equal indexes need not be equal colors. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };

/** Null for anything else, and for what is damaged. */
export function decodePng(bytes: Buffer): Pixels | null {
  if (bytes.subarray(0, 8).toString('hex') !== SIGNATURE || bytes.length < 33) return null;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const [depth, colorType, interlace] = [bytes[24], bytes[25] ?? -1, bytes[28]];
  const channels = CHANNELS[colorType];
  const isKnown = depth === 8 && interlace === 0 && channels !== undefined;
  if (!isKnown || width === 0 || height === 0 || width * height > MAX_PIXELS) return null;
  const chunks = readChunks(bytes);
  if (!chunks) return null;
  const size = height * (width * channels + 1);
  try {
    const raw = inflateSync(Buffer.concat(chunks), { maxOutputLength: size });
    return raw.length === size ? { width, height, channels, data: unfilter(raw, width, channels) } : null;
  } catch {
    return null;
  }
}

/** The parts of the image data; null where a chunk changes how they look, such as transparency of a color. */
function readChunks(bytes: Buffer): Buffer[] | null {
  const parts: Buffer[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (at + 12 + length > bytes.length || type === 'tRNS' || type === 'acTL') return null;
    if (type === 'IDAT') parts.push(bytes.subarray(at + 8, at + 8 + length));
    if (type === 'IEND') return parts;
    at += 12 + length;
  }
  return null;
}

/** PNG §9: each byte is written as what it differs from its neighbors. */
function unfilter(raw: Buffer, width: number, channels: number): Uint8Array {
  const stride = width * channels;
  const rows = raw.length / (stride + 1);
  const data = new Uint8Array(rows * stride);
  for (let y = 0; y < rows; y++) {
    const filter = raw[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x >= channels ? (data[at - channels] ?? 0) : 0;
      const up = y > 0 ? (data[at - stride] ?? 0) : 0;
      const corner = y > 0 && x >= channels ? (data[at - stride - channels] ?? 0) : 0;
      data[at] = (raw[y * (stride + 1) + 1 + x] ?? 0) + predict(filter, left, up, corner);
    }
  }
  return data;
}

function predict(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const estimate = left + up - corner;
      const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
      if (a <= b && a <= c) return left;
      return b <= c ? up : corner;
    }
    default:
      return 0;
  }
}
