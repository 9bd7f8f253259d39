/** Text under a size: whole when it fits, else head and tail with what was left out between them said. */
import { pluralize } from '../../util/pluralize.ts';

/** OpenAI's rule of thumb for English and code; used wherever no tokenizer is at hand. */
export const CHARACTERS_PER_TOKEN = 4;

/** Text that is missing. */
export interface Omission {
  characters: number;
  lines: number;
}

export interface ShortenOptions {
  /** What the text lacks already; it is counted with what is cut. */
  missing?: Omission;
  /** Code that shows the rest, for the note: `outputs(7)`. */
  handle?: string | undefined;
}

const HEAD_SHARE = 0.6;
/** Room for the line that says what is missing. */
const NOTE_LENGTH = 80;
const NOTHING: Omission = { characters: 0, lines: 0 };

/** At most `maxLength` characters, cut at line ends where lines are short enough. */
export function shortenText(
  text: string,
  maxLength: number,
  { missing = NOTHING, handle }: ShortenOptions = {},
): string {
  if (text.length <= maxLength) return text;
  const room = Math.max(0, maxLength - NOTE_LENGTH - (handle ? handle.length + HANDLE_LENGTH : 0));
  const head = trimHead(text.slice(0, Math.floor(room * HEAD_SHARE)));
  const tail = trimTail(text.slice(text.length - Math.floor(room * (1 - HEAD_SHARE))));
  const characters = text.length - head.length - tail.length + missing.characters;
  const lines = countNewlines(text, head.length + 1, text.length - tail.length) + missing.lines;
  return `${head}\n${toOmissionNote({ characters, lines }, handle)}\n${tail}`;
}

/** `[… 1,204 lines, 48,100 characters left out; outputs(7) shows them …]` */
export function toOmissionNote({ characters, lines }: Omission, handle?: string): string {
  const count = pluralize(characters, 'character');
  const counted = lines > 1 ? `${lines.toLocaleString('en-US')} lines, ${count}` : count;
  return `[… ${counted} left out${handle ? `; ${handle} shows them` : ''} …]`;
}

const HANDLE_LENGTH = '; shows them '.length;

/** Drops a last line that was cut in two, unless lines are so long that much would be lost. */
function trimHead(head: string): string {
  const end = head.lastIndexOf('\n');
  return end > head.length / 2 ? head.slice(0, end) : head.replace(/[\ud800-\udbff]$/, '');
}

function trimTail(tail: string): string {
  const start = tail.indexOf('\n');
  return start >= 0 && start < tail.length / 2 ? tail.slice(start + 1) : tail.replace(/^[\udc00-\udfff]/, '');
}

export function countNewlines(text: string, from = 0, to = text.length): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
