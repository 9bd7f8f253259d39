/** The whole output of a cell as text that can be read from any place, however long it is. */

import type { ReadBlob } from '../../notebook/blob-ref.ts';
import { isBlobRef, toText } from '../../notebook/mime-value.ts';
import type { Output, StreamOutput } from '../../notebook/output.ts';
import { toVisibleText } from '../../notebook/terminal-text.ts';
import { describeImage } from '../../observation/describe-image.ts';
import { toOmissionNote } from '../../observation/shorten/shorten-text.ts';
import type { Cell } from '../../session/session.ts';

/** Part of an output, which need not be at hand before it is read. */
interface Piece {
  characters: number;
  read(): Promise<string>;
}

export interface OutputSlice {
  text: string;
  /** Where it begins and ends in the whole, and how long that is, characters (UTF-16). */
  start: number;
  end: number;
  total: number;
}

/** What is between `start` and `start + length`; a place past the end is the end. */
export async function readOutput(
  cell: Cell,
  { start, length }: { start: number; length: number },
  readBlob: ReadBlob,
): Promise<OutputSlice> {
  const pieces = await listPieces(cell.outputs, readBlob);
  const total = pieces.reduce((sum, { characters }) => sum + characters, 0);
  const from = Math.min(Math.max(0, start), total);
  const to = Math.min(total, from + Math.max(1, length));
  const texts: string[] = [];
  let at = 0;
  for (const piece of pieces) {
    const end = at + piece.characters;
    if (end > from && at < to) texts.push((await piece.read()).slice(Math.max(0, from - at), to - at));
    at = end;
  }
  return withWholeCharacters({ text: texts.join(''), start: from, end: to, total });
}

/** A character of two units at the end is left to what follows; half of one cannot be printed. */
function withWholeCharacters({ text, start, end, total }: OutputSlice): OutputSlice {
  const isCut = end < total && text.length > 1 && /[\ud800-\udbff]$/.test(text);
  const whole = isCut ? text.slice(0, -1) : text;
  return { text: whole.toWellFormed(), start, end: start + whole.length, total };
}

async function listPieces(outputs: readonly Output[], readBlob: ReadBlob): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for (const output of outputs) {
    if (output.output_type === 'stream') pieces.push(...listStream(output, readBlob));
    else if (output.output_type === 'error') pieces.push(toPiece(`${output.traceback.join('\n')}\n`));
    else pieces.push(toPiece(`${await readDisplay(output.data, readBlob)}\n`));
  }
  return pieces;
}

function listStream({ text, omitted }: StreamOutput, readBlob: ReadBlob): Piece[] {
  const visible = toVisibleText(text);
  if (!omitted) return [toPiece(visible)];
  const kept = omitted.pieces.map(({ ref, characters }) => ({
    characters,
    read: async () => fitLength(Buffer.from(await readBlob(ref.blob)).toString('utf8'), characters),
  }));
  const lost = omitted.characters - kept.reduce((sum, { characters }) => sum + characters, 0);
  const gap = lost > 0 ? `\n${toOmissionNote({ characters: lost, lines: 0 })}\n` : '';
  return [...kept, toPiece(gap + visible.replace(/^\n\[…[^\n]*…\]\n/, ''))];
}

function toPiece(text: string): Piece {
  return { characters: text.length, read: async () => text };
}

/** Whatever is stored, the places of what follows it stay the same. */
function fitLength(text: string, characters: number): string {
  return text.slice(0, characters).padEnd(characters);
}

/** The form of a value that holds most for a reader of text, in full. */
const TEXT_TYPES = ['text/plain', 'text/markdown', 'text/latex', 'application/json', 'text/html'];

async function readDisplay(data: Record<string, unknown>, readBlob: ReadBlob): Promise<string> {
  const image = Object.keys(data).find((type) => type.startsWith('image/'));
  const type = Object.keys(data).find((each) => /^application\/vnd\.(?:plotly|vega)/.test(each));
  const chosen = type ?? TEXT_TYPES.find((each) => data[each] !== undefined);
  const text =
    chosen === undefined ? `[${Object.keys(data).join(', ')}]` : await readValue(data[chosen], readBlob);
  return image === undefined ? text : `${describeImage(image, data[image])} ${text}`;
}

async function readValue(value: unknown, readBlob: ReadBlob): Promise<string> {
  return isBlobRef(value) ? Buffer.from(await readBlob(value.blob)).toString('utf8') : toText(value);
}
