import { deflateSync } from 'node:zlib';

/** A PNG of these gray values, packed at this level, as base64. */
export function grayPng(pixels: number[][], level = 9): string {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(pixels[0]?.length ?? 0, 0);
  header.writeUInt32BE(pixels.length, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const raw = Buffer.concat(pixels.map((row) => Buffer.from([0, ...row])));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const parts = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(raw, { level })),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([signature, ...parts]).toString('base64');
}
