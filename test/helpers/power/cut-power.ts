/** What a disk may hold after a power cut: all that was synced, and any part of what was written since. */
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const SECTOR_BYTES = 512;

export interface RecordedWrite {
  kind: string;
  path: string;
  offset: number;
  data: Buffer;
}

/** In the order in which record-writes.c saw them. */
export async function readRecord(path: string): Promise<RecordedWrite[]> {
  const bytes = await readFile(path);
  const writes: RecordedWrite[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf('\n', at);
    const [kind = '', offset, count, ...name] = bytes.toString('utf8', at, end).split(' ');
    const data = bytes.subarray(end + 1, end + 1 + Number(count));
    writes.push({ kind, path: name.join(' '), offset: Number(offset), data });
    at = end + 1 + data.length;
  }
  return writes;
}

interface Stored {
  content: Content;
  /** Written since. */
  waiting: RecordedWrite[];
}

/** The files after these writes and a power cut; `random` decides what of the unsynced ones arrived. */
export function cutPower(writes: readonly RecordedWrite[], random: () => number): Map<string, Buffer> {
  const { files, moves } = follow(writes);
  for (const { undo } of moves.toReversed()) if (random() < 0.5) undo();
  for (const { content, waiting } of files.values()) for (const each of waiting) applyPart(content, each);
  return new Map([...files].map(([path, { content }]) => [path, content.bytes.subarray(0, content.size)]));

  /** Each sector arrives or does not, in any order. */
  function applyPart(content: Content, write: RecordedWrite): void {
    if (write.kind === 'T' && random() < 0.5) apply(content, write);
    for (let at = 0; at < write.data.length; at += SECTOR_BYTES) {
      const data = write.data.subarray(at, at + SECTOR_BYTES);
      if (random() < 0.5) apply(content, { ...write, offset: write.offset + at, data });
    }
  }
}

/** Grows by more than it needs. */
interface Content {
  bytes: Buffer;
  size: number;
}

function apply(content: Content, { kind, offset, data }: RecordedWrite): void {
  const end = offset + data.length;
  if (end > content.bytes.length) content.bytes = Buffer.concat([content.bytes], 2 * end);
  if (kind === 'T') content.bytes.fill(0, offset);
  data.copy(content.bytes, offset);
  content.size = kind === 'T' ? offset : Math.max(content.size, end);
}

interface Followed {
  files: Map<string, Stored>;
  /** Renames and removals whose folder was not synced, with what takes them back. */
  moves: { folder: string; undo: () => void }[];
}

function follow(writes: readonly RecordedWrite[]): Followed {
  const files: Followed['files'] = new Map();
  let moves: Followed['moves'] = [];
  const find = (path: string) => {
    const file = files.get(path) ?? { content: { bytes: Buffer.alloc(0), size: 0 }, waiting: [] };
    files.set(path, file);
    return file;
  };
  const sync = (path: string) => {
    const file = files.get(path);
    if (file) for (const each of file.waiting.splice(0)) apply(file.content, each);
    moves = moves.filter(({ folder }) => folder !== path);
  };
  const move = (path: string, to: string | null) => {
    const file = find(path);
    files.delete(path);
    if (to !== null) files.set(to, file);
    const undo = () => {
      if (to !== null && files.get(to) === file) files.delete(to);
      if (!files.has(path)) files.set(path, file);
    };
    moves.push({ folder: dirname(to ?? path), undo });
  };
  for (const write of writes) {
    if (write.kind === 'S') sync(write.path);
    else if (write.kind === 'R') move(write.path, write.data.toString());
    else if (write.kind === 'U') move(write.path, null);
    else find(write.path).waiting.push(write);
  }
  return { files, moves };
}
