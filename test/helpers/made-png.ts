/** PNG files without a library: W3C PNG §5, one part of image data, no filter. */
import { crc32, deflateSync } from 'node:zlib';

interface Picture {
  width: number;
  height: number;
  /** Bits of each channel. */
  depth: number;
  /** 0 for gray, 2 for red, green, and blue. */
  colorType: 0 | 2;
  /** The rows, one after the other, each after a zero for "no filter". */
  rows: Uint8Array;
}

/** `level`: how hard the rows are packed. */
export function encodePng({ width, height, depth, colorType, rows }: Picture, level = 6): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colorType], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    toChunk('IHDR', header),
    toChunk('IDAT', deflateSync(rows, { level })),
    toChunk('IEND', Buffer.alloc(0)),
  ]);
}

function toChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** A black square, a few kilobytes whatever its side in pixels, as base64. */
export function blankPng(side: number): string {
  const rows = new Uint8Array(side * (Math.ceil(side / 8) + 1));
  return encodePng({ width: side, height: side, depth: 1, colorType: 0, rows }).toString('base64');
}

/** These gray values, packed at this level, as base64. */
export function grayPng(pixels: number[][], level = 9): string {
  const rows = Buffer.concat(pixels.map((row) => Buffer.from([0, ...row])));
  const [width, height] = [pixels[0]?.length ?? 0, pixels.length];
  return encodePng({ width, height, depth: 8, colorType: 0, rows }, level).toString('base64');
}
