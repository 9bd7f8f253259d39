import type { Quantity } from '../../../quantities/finding/quantity.ts';

interface Leaves {
  /** A line for each text or number, with the names that lead to it: `- north mean: 12.5`. */
  readonly text: string;
  /** What was found in `text`, in its place in the Markdown; null for a number in a name. */
  toPlace(found: Quantity): Quantity | null;
}

/** What an answer says that is nothing but a block of JSON, as `give-answer` writes one; null for any other answer. */
export function readLeaves(markdown: string): Leaves | null {
  const [, block] = /^```json\n(.*)\n```$/s.exec(markdown) ?? [];
  if (block === undefined) return null;
  const names: string[] = [];
  const leaves: { start: number; end: number; by: number }[] = [];
  let [text, at] = ['', FENCE.length];
  for (const line of block.split('\n')) {
    const { name = '', value = '' } = LINE.exec(line)?.groups ?? {};
    if (/^[\]}]/.test(value)) names.pop();
    else if (/^[[{]$/.test(value)) names.push(name);
    else {
      const head = `- ${[...names, name].filter(Boolean).join(' ')}: `;
      const [start, end] = [text.length + head.length, text.length + head.length + value.length];
      const place = at + line.lastIndexOf(value, line.length - value.length);
      leaves.push({ start, end, by: place - start });
      text += `${head}${value}\n`;
    }
    at += line.length + 1;
  }
  const toPlace = (found: Quantity) => {
    const leaf = leaves.find(({ start, end }) => found.start >= start && found.end <= end);
    return leaf ? { ...found, start: found.start + leaf.by, end: found.end + leaf.by } : null;
  };
  return { text, toPlace };
}

const FENCE = '```json\n';
/** A line of `JSON.stringify` with an indentation. */
const LINE = /^ *(?:"(?<name>(?:[^"\\]|\\.)*)": )?(?<value>.*?),?$/;
