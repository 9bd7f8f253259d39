/** A black square as PNG: a few kilobytes, whatever its side. */
import { crc32, deflateSync } from 'node:zlib';

/** Base64; `side` in pixels. */
export function blankPng(side: number): string {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  // Bits of a pixel; zeros for the rest mean gray, and no filter.
  head[8] = 1;
  const rows = Buffer.alloc(side * (Math.ceil(side / 8) + 1));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const parts = [toChunk('IHDR', head), toChunk('IDAT', deflateSync(rows)), toChunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]).toString('base64');
}

function toChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
