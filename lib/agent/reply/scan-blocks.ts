/**
 * Blocks of code as models write them. Fences: CommonMark 0.31 §4.5, and what they get wrong (glued closers, closers of another
 * dialect, fences inside strings). Tags: `<execute>` (CodeAct, LlamaIndex), `<code>` (smolagents), `[PYTHON]` (Code Llama).
 */
import { isFenceLabel, isOtherLabel } from '../../execution/languages/is-fence-label.ts';
import type { Language } from '../../execution/languages/language.ts';
import { looksLikeCode } from '../../execution/languages/looks-like-code.ts';

/** A fenced or tagged block. `start` and `end` are offsets in the reply, delimiters included. */
export interface Block {
  readonly kind: 'fence' | 'tag';
  /** Info string of a fence, name and attributes of a tag; as written. */
  readonly label: string;
  /** Everything between the delimiters, before any unindenting. */
  readonly body: string;
  readonly closed: boolean;
  readonly start: number;
  readonly end: number;
}

/** Prefix (indent, quote marks, list marker), fence and info string. */
const OPENER =
  /^([ \t]{0,40}(?:>[ \t]?){0,8}[ \t]{0,40}(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?)(`{3,}|~{3,})[ \t]*([^`\n]*)$/;
/** A directive of MyST, Pandoc or Quarto. */
const DIRECTIVE = /^([ \t]{0,40})(:{3,20})[ \t]*(\{[^`\n]*)$/;
/** Options at the top of a directive. */
export const MYST_OPTIONS = /^(?:[ \t]*:[\w-]+:[^\n]*(?:\n|$))+/;
const LATE_OPENER = /(`{3,20})(\w{1,20}(?:[ \t]+cell[^`]{1,80})?)[ \t]*$/;
const ONE_LINE = /^[ \t]{0,40}(`{3,20})(\w{1,20})[ \t]+(\S[^`]*(?:`{1,2}[^`]+)*)(`{3,20})[ \t]*$/;
/** Where a fence that opens at the end of a sentence is looked for. */
const MAX_LATE_LENGTH = 160;
/** A closing tag at the end of a line of a fence. */
const FOREIGN_CLOSER = /^(.*?)[ \t]*(?:<\/(?:execute|code)>|\[\/PYTHON\])[ \t]*$/i;
const TAG_OPENER =
  /<(execute(?:_ipython|_bash)?|code|python)(?:(?<=execute)(\s[^<>]{1,200}))?>|\[(PYTHON)\]/gi;
/** Trying more closers than this cannot help a reply that never parses. */
const MAX_CANDIDATES = 8;

interface Fence {
  readonly start: number;
  readonly mark: string;
  readonly label: string;
}

type Opener = Pick<Block, 'kind' | 'label' | 'start'> & { readonly bodyStart: number };

interface Closer {
  readonly bodyEnd: number;
  readonly end: number;
}

/** Finds the blocks of one text. */
export class BlockScanner {
  readonly #text: string;
  readonly #language: Language;
  /** Where each tag is closed for the last time, by its name: read once, as a long reply may open thousands. */
  readonly #lastClosers: ReadonlyMap<string, number>;

  constructor(text: string, language: Language) {
    this.#text = text;
    this.#language = language;
    const closers = text.matchAll(/<\/(execute(?:_ipython|_bash)?)>/gi);
    this.#lastClosers = new Map(
      Array.from(closers, ({ 1: name = '', index }) => [name.toLowerCase(), index]),
    );
  }

  /** The end of the line at `offset`, newline not included. */
  endOfLine(offset: number): number {
    const newline = this.#text.indexOf('\n', offset);
    return newline < 0 ? this.#text.length : newline;
  }

  /** What `find` finds line by line, none inside another, in order. */
  list(find: (offset: number) => Block | null): Block[] {
    const blocks: Block[] = [];
    for (let offset = 0; offset < this.#text.length; ) {
      const block = find(offset);
      if (block) blocks.push(block);
      offset = Math.max(block?.end ?? 0, this.endOfLine(offset) + 1);
    }
    return blocks;
  }

  /** The first block that opens on the line at `offset`, or null. */
  findBlock(offset: number): Block | null {
    const fence = this.findFence(offset);
    const tag = this.findTag(offset);
    return fence && tag && tag.start < fence.start ? tag : (fence ?? tag);
  }

  /** The fenced block that opens on the line at `offset`, or null. */
  findFence(offset: number): Block | null {
    const end = this.endOfLine(offset);
    const line = this.#text.slice(offset, end);
    const [, , colons, directive = ''] = DIRECTIVE.exec(line) ?? [];
    if (colons) return this.#findDirective({ start: offset, mark: colons, label: directive.trim() });
    if (!line.includes('```') && !line.includes('~~~')) return null;
    const [, , name, body = ''] = ONE_LINE.exec(line) ?? [];
    if (name && this.#mayHoldCode(name, body))
      return { kind: 'fence', label: name, body, closed: true, start: offset, end };
    const [, , mark, info = ''] = OPENER.exec(line) ?? [];
    if (mark) return this.#closeFence({ start: offset, mark, label: info.trim() });
    // An opening fence at the end of a sentence.
    const late = LATE_OPENER.exec(line.slice(-MAX_LATE_LENGTH));
    const [found = '', lateMark = '', label = ''] = late ?? [];
    if (!late || isOtherLabel(label.trim(), this.#language)) return null;
    const block = this.#closeFence({ start: end - found.length, mark: lateMark, label: label.trim() });
    return this.#mayHoldCode(block.label, block.body) ? block : null;
  }

  /** A block of code between colons; any other directive holds text, whose fences are found on their own. */
  #findDirective(fence: Fence): Block | null {
    const block = this.#closeFence(fence);
    const body = block.body.replace(MYST_OPTIONS, '');
    return !/^[ \t]*(?:`{3}|~{3}|:{3})/m.test(body) && this.#mayHoldCode(fence.label, body) ? block : null;
  }

  /** Within a line, a label that names no language must be of code. */
  #mayHoldCode(label: string, body: string): boolean {
    if (isFenceLabel(label, this.#language)) return true;
    if (isOtherLabel(label, this.#language)) return false;
    return looksLikeCode(this.#language, body.trim(), { strict: true });
  }

  #closeFence({ start, mark, label }: Fence): Block {
    const bodyStart = Math.min(this.endOfLine(start) + 1, this.#text.length);
    const closers = this.#listClosers(bodyStart, mark);
    if (closers.length === 0) closers.push(...this.#findGluedEnd(bodyStart, mark));
    return this.#close({ kind: 'fence', label, start, bodyStart }, closers);
  }

  #listClosers(bodyStart: number, mark: string): Closer[] {
    const closers: Closer[] = [];
    const closing = new RegExp(`^[ \\t>]{0,40}\\${mark[0]}{${mark.length},}[ \\t]*(?:<[^>]{1,40}>[ \\t]*)*$`);
    const reopening = new RegExp(`^[ \\t]*\\${mark[0]}{${2 * mark.length}}[^\`~]*$`);
    for (let offset = bodyStart; offset < this.#text.length && closers.length < MAX_CANDIDATES; ) {
      const end = this.endOfLine(offset);
      const line = this.#text.slice(offset, end);
      const code = line.length < 1000 ? FOREIGN_CLOSER.exec(line)?.[1] : undefined;
      if (reopening.test(line) && line.trim().length > 2 * mark.length) {
        closers.push({ bodyEnd: offset, end: offset + line.indexOf(mark) + mark.length });
      } else if (closing.test(line)) closers.push({ bodyEnd: offset, end });
      else if (code !== undefined && !opensTag(this.#text.slice(bodyStart, offset + code.length))) {
        closers.push({ bodyEnd: offset + code.length, end });
      }
      offset = end + 1;
    }
    return closers;
  }

  /** `last line of code` + fence, which only counts at the very end of the reply. */
  #findGluedEnd(bodyStart: number, mark: string): Closer[] {
    const trimmed = this.#text.trimEnd();
    const bodyEnd = trimmed.length - mark.length;
    return trimmed.endsWith(mark) && bodyEnd > bodyStart ? [{ bodyEnd, end: this.#text.length }] : [];
  }

  /** The first tagged block that opens on the line at `offset`, or null. */
  findTag(offset: number): Block | null {
    const line = this.#text.slice(offset, this.endOfLine(offset));
    if (!line.includes('<') && !line.includes('[')) return null;
    const indent = line.length - line.trimStart().length;
    for (const { 0: tag, 1: xml, 2: attributes = '', 3: bracket = '', index } of line.matchAll(TAG_OPENER)) {
      const name = (xml ?? bracket).toLowerCase();
      const start = offset + index;
      const bodyStart = start + tag.length;
      const startsLine = index === indent;
      const isQuoted = /[`'"]/.test(line.charAt(index - 1));
      if (isQuoted || !(startsLine || this.#mayBeMeant(name, bodyStart))) continue;
      const closers = this.#listTagClosers(bodyStart, xml ? `</${name}>` : '\\[/PYTHON\\]');
      const block = this.#close({ kind: 'tag', label: name + attributes, start, bodyStart }, closers);
      if (this.#isMeant(block, startsLine)) return block;
    }
    return null;
  }

  #listTagClosers(bodyStart: number, pattern: string): Closer[] {
    const closing = new RegExp(pattern, 'gi');
    closing.lastIndex = bodyStart;
    const closers: Closer[] = [];
    for (let match = closing.exec(this.#text); match && closers.length < MAX_CANDIDATES; ) {
      closers.push({ bodyEnd: match.index, end: closing.lastIndex });
      match = closing.exec(this.#text);
    }
    return closers;
  }

  /** Within a line, only a tag that code follows below, or an `<execute>` that is closed, is more than a word. */
  #mayBeMeant(name: string, bodyStart: number): boolean {
    if (/^[ \t]{0,100}\n/.test(this.#text.slice(bodyStart, bodyStart + 101))) return true;
    return (this.#lastClosers.get(name) ?? -1) >= bodyStart;
  }

  /** `<code>` and `<python>` are HTML or prose unless they hold Python. */
  #isMeant({ label, body, closed }: Block, startsLine: boolean): boolean {
    const code = body.trim();
    const isExecute = label.startsWith('execute');
    if (code === '') return startsLine && closed && isExecute;
    return isExecute || code.includes('\n') || looksLikeCode(this.#language, code);
  }

  /** The block up to the first closer with which it is code, else to the first of all, else to the end of the reply. */
  #close({ bodyStart, ...opener }: Opener, closers: readonly Closer[]): Block {
    const isWhole = ({ bodyEnd }: Closer) => {
      const code = this.#text.slice(bodyStart, bodyEnd).trim();
      return code === '' || this.#language.isValid(code);
    };
    const closer = (closers.length > 1 ? closers.find(isWhole) : undefined) ?? closers[0];
    const body = this.#text.slice(bodyStart, closer?.bodyEnd);
    if (closer) return { ...opener, body, closed: true, end: closer.end };
    const left = opener.kind === 'tag' ? stripDamagedClose(body) : body;
    return { ...opener, body: left, closed: false, end: this.#text.length };
  }
}

/** A closing tag whose opening tag is in the same fence belongs to the fence's content. */
function opensTag(body: string): boolean {
  return /<(?:execute(?:\s[^<>]{1,200})?|code)>|\[PYTHON\]/i.test(body);
}

const DAMAGED_CLOSE = /(?:<\/[a-z_]{0,15}|\[\/[A-Z]{0,6})$/i;
const MAX_CLOSE_LENGTH = 17;

/** `</execute`, `</code`, `</exec`: the closer was cut by a stop sequence or by the model itself. */
function stripDamagedClose(body: string): string {
  const rest = body.trimEnd();
  const found = DAMAGED_CLOSE.exec(rest.slice(-MAX_CLOSE_LENGTH))?.[0] ?? '';
  return rest.slice(0, rest.length - found.length);
}
