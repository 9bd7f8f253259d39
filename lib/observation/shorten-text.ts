/** Text under a size: whole when it fits, else head and tail with what was left out between them said. */

/** OpenAI's rule of thumb for English and code; used wherever no tokenizer is at hand. */
export const CHARACTERS_PER_TOKEN = 4;

const HEAD_SHARE = 0.6;
/** Room for the line that says what is missing. */
const NOTE_LENGTH = 80;

/** At most `maxLength` characters, cut at line ends where lines are short enough. */
export function shortenText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const room = Math.max(0, maxLength - NOTE_LENGTH);
  const head = trimHead(text.slice(0, Math.floor(room * HEAD_SHARE)));
  const tail = trimTail(text.slice(text.length - Math.floor(room * (1 - HEAD_SHARE))));
  const omitted = text.length - head.length - tail.length;
  const lines = countNewlines(text, head.length + 1, text.length - tail.length);
  return `${head}\n[… ${describe(omitted, lines)} left out …]\n${tail}`;
}

function describe(characters: number, lines: number): string {
  const count = `${characters.toLocaleString('en-US')} characters`;
  return lines > 1 ? `${lines.toLocaleString('en-US')} lines, ${count}` : count;
}

/** Drops a last line that was cut in two, unless lines are so long that much would be lost. */
function trimHead(head: string): string {
  const end = head.lastIndexOf('\n');
  return end > head.length / 2 ? head.slice(0, end) : head.replace(/[\ud800-\udbff]$/, '');
}

function trimTail(tail: string): string {
  const start = tail.indexOf('\n');
  return start >= 0 && start < tail.length / 2 ? tail.slice(start + 1) : tail.replace(/^[\udc00-\udfff]/, '');
}

function countNewlines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
