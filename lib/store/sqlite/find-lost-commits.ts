/**
 * Looks for damage in the write-ahead log. SQLite reads it up to the first frame whose checksum is wrong and drops the rest
 * without a word, since that is what a power cut leaves of a transaction that was not stored yet. More than one transaction
 * after such a frame cannot be: each is on the disk before the next begins. https://www.sqlite.org/fileformat2.html#walformat
 */
import { readFile } from 'node:fs/promises';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC = 0x377f0682;

/**
 * How many stored transactions cannot be read any more, at least: 0 for a sound log and for none. To be called before the
 * database is opened, which writes over them.
 */
export async function findLostCommits(databasePath: string): Promise<number> {
  const wal = await readFile(`${databasePath}-wal`).catch(() => Buffer.alloc(0));
  if (wal.length < HEADER_BYTES) return 0;
  const lost = countLost(wal);
  if (lost === 0) return 0;
  // Another process may have begun it again while it was read.
  const again = await readFile(`${databasePath}-wal`).catch(() => Buffer.alloc(0));
  return again.subarray(0, HEADER_BYTES).equals(wal.subarray(0, HEADER_BYTES)) ? lost : 0;
}

function countLost(wal: Buffer): number {
  const isBig = (wal.readUInt32BE(0) & 1) === 1;
  const pageBytes = wal.readUInt32BE(8);
  const frameBytes = FRAME_HEADER_BYTES + pageBytes;
  let sums = addChecksum([0, 0], wal.subarray(0, 24), isBig);
  const isSound = (wal.readUInt32BE(0) & ~1) >>> 0 === MAGIC && hasSums(wal, 24, sums);
  // Zeros are a file that got its length and not yet its content.
  if (!isSound) return wal.subarray(0, HEADER_BYTES).every((byte) => byte === 0) ? 0 : 1;
  const salts = wal.subarray(16, 24);
  let isBroken = false;
  let commitsAfter = 0;
  for (let start = HEADER_BYTES; start + frameBytes <= wal.length; start += frameBytes) {
    const frame = wal.subarray(start, start + frameBytes);
    const isOfThisLog = frame.subarray(8, 16).equals(salts);
    if (!isBroken) {
      sums = addChecksum(
        addChecksum(sums, frame.subarray(0, 8), isBig),
        frame.subarray(FRAME_HEADER_BYTES),
        isBig,
      );
      isBroken = !isOfThisLog || !hasSums(frame, 16, sums);
    }
    // The page count of a frame that ends a transaction is not 0.
    if (isBroken && isOfThisLog && frame.readUInt32BE(4) !== 0) commitsAfter++;
  }
  // The last one may be what a power cut left of a transaction that was not stored.
  return Math.max(0, commitsAfter - 1);
}

type Sums = readonly [number, number];

function hasSums(bytes: Buffer, at: number, [first, second]: Sums): boolean {
  return bytes.readUInt32BE(at) === first && bytes.readUInt32BE(at + 4) === second;
}

function addChecksum([first, second]: Sums, bytes: Buffer, isBig: boolean): Sums {
  let one = first;
  let two = second;
  for (let at = 0; at < bytes.length; at += 8) {
    const left = isBig ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at);
    const right = isBig ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4);
    one = (one + left + two) >>> 0;
    two = (two + right + one) >>> 0;
  }
  return [one, two];
}
