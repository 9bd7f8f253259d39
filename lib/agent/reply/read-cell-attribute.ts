/** Which cell a block of code replaces: `cell=ID` after the language of a fence, or in an `<execute>` tag. */
import type { Block } from './scan-blocks.ts';

/** `cell` is the ID as the model wrote it, absent for code that is a new cell; `problem` is a sentence for the model. */
export type CellAttribute = { readonly cell?: string } | { readonly problem: string };

const ATTRIBUTE = /(?:^|[\s,{])cell\s*=\s*(?:"([\w-]{1,64})"|'([\w-]{1,64})'|([\w-]{1,64})(?=[\s,}]|$))/gi;
const MENTION = /(?:^|[\s,{])cell(?:[_-]?id)?(?=[\s,}=:]|$)/i;
/** A fence whose info string is the attribute alone would be read as text. */
const WITHOUT_LANGUAGE = /^\{?\s*cell(?:[_-]?id)?\s*[=:]/i;
/** A longer info string is not one, and would be read for long. */
const MAX_LENGTH = 200;

export function readCellAttribute(block: Block): CellAttribute {
  const outer = readAttribute(block, afterName(block.label));
  if ('problem' in outer || outer.cell !== undefined) return outer;
  return readAttribute(block, readInnerAttributes(block.body));
}

export function isAttributeAlone({ kind, label }: Block): boolean {
  return kind === 'fence' && WITHOUT_LANGUAGE.test(label);
}

function readAttribute(block: Block, attributes: string): CellAttribute {
  const text = attributes.slice(0, MAX_LENGTH);
  const [first, ...more] = text.matchAll(ATTRIBUTE);
  const cell = first?.[1] ?? first?.[2] ?? first?.[3];
  if (cell !== undefined && more.length === 0) return { cell };
  return MENTION.test(text) ? { problem: toAttributeProblem(block) } : {};
}

/** What follows the language or the name of the tag. */
function afterName(label: string): string {
  return label.slice(0, MAX_LENGTH).replace(/^\{?\.?[\w.]+/, '');
}

/** The attributes of a tag inside a fence, or of a fence inside a tag. */
function readInnerAttributes(body: string): string {
  const [, tag, fence] =
    /^\s{0,100}(?:<execute(\s[^<>\n]{1,200})>|`{3,20}([^\n`]{1,200})\n)/i.exec(body) ?? [];
  return tag ?? afterName(fence ?? '');
}

export function toAttributeProblem({ kind, label }: Block): string {
  const language = /^\w+/.exec(label)?.[0] ?? 'python';
  const form =
    kind === 'tag' ? '<execute cell="ID">' : `\`\`\`${/^cell/i.test(language) ? 'python' : language} cell=ID`;
  return `The cell to replace is not named as it must be, so nothing was run. Begin the block with ${form}, where ID is one that you were shown as (cell ID); leave it out to add a new cell.`;
}
