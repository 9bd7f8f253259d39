/** Python source: literals that are safe for any text, names made of words, and calls that break where they grow long. */

const MAX_LINE_LENGTH = 92;
const MAX_NAME_LENGTH = 40;
const NAME = /^[\p{XID_Start}_]\p{XID_Continue}*$/u;
const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

/** A Python string. JSON's escapes are a subset of Python's except for lone surrogates, which are replaced. */
export function writeText(text: string): string {
  return JSON.stringify(text.toWellFormed());
}

export function writeFloat(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? 'float("nan")' : `float("${value < 0 ? '-' : ''}inf")`;
}

export function writeList(items: readonly string[]): string {
  return `[${items.join(', ')}]`;
}

/** One name by itself, several as a list. */
export function writeNames(names: readonly string[]): string {
  const texts = names.map(writeText);
  return texts.length === 1 && texts[0] !== undefined ? texts[0] : writeList(texts);
}

/** `["region", "price"]` after a data frame: none stands for all of its columns. */
export function selectColumns(names: readonly string[]): string {
  return names.length === 0 ? '' : `[${writeList(names.map(writeText))}]`;
}

/** Keyword arguments; names that Python does not allow are passed as a dictionary. */
export function writeKeywords(pairs: readonly (readonly [name: string, code: string])[]): string[] {
  const plain = pairs.filter(([name]) => isName(name)).map(([name, code]) => `${name}=${code}`);
  const others = pairs.filter(([name]) => !isName(name)).map(([name, code]) => `${writeText(name)}: ${code}`);
  return others.length === 0 ? plain : [...plain, `**{${others.join(', ')}}`];
}

/** A dictionary, an entry a line where it grows long. */
export function writeDictionary(pairs: readonly (readonly [name: string, code: string])[]): string {
  return writeBracketed(
    '{',
    pairs.map(([name, code]) => `${writeText(name)}: ${code}`),
    '}',
  );
}

export function writeCall(name: string, items: readonly string[]): string {
  return writeBracketed(`${name}(`, items, ')');
}

function writeBracketed(open: string, items: readonly string[], close: string): string {
  const line = `${open}${items.join(', ')}${close}`;
  if (line.length <= MAX_LINE_LENGTH - 8 || items.length < 2) return line;
  return `${open}\n${items.map((item) => `${indent(item)},\n`).join('')}${close}`;
}

/** Method calls after each other: in one line, or a line each. `taken`: characters before it in its line. */
export function writeChain(head: string, links: readonly string[], taken = 0): string {
  const line = `${head}${links.join('')}`;
  const isShort = !line.includes('\n') && line.length + taken <= MAX_LINE_LENGTH;
  if (links.length < 2 || isShort) return line;
  return `(\n${[head, ...links].map(indent).join('\n')}\n)`;
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '    ');
}

/** In the form that Python reads names in. */
export function isName(text: string): boolean {
  return NAME.test(text) && text === text.normalize('NFKC') && !KEYWORDS.has(text);
}

/** A variable name made of words: `Unit Price` is `unit_price`. Letters of every language are kept. */
export function toName(text: string): string {
  const words = text
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/[^\p{XID_Continue}]+|_+/gu, ' ')
    .trim();
  const name = [...words.replaceAll(/ +/g, '_')].slice(0, MAX_NAME_LENGTH).join('').replace(/_$/, '');
  if (name === '') return 'result';
  return isName(name) ? name : `the_${name}`;
}
