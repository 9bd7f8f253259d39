/**
 * Reads the HTML of a plain data table as text, by a grammar limited to what data libraries write: pandas, Polars, R.
 * Anything else in it (scripts, links, pictures, colors, broken nesting) is rejected. Only text
 * survives, so nothing in the HTML can act.
 */
export interface ScannedCell {
  readonly text: string;
  readonly isHeader: boolean;
  readonly colSpan: number;
  readonly rowSpan: number;
}

export interface ScannedTable {
  readonly head: readonly (readonly ScannedCell[])[];
  readonly body: readonly (readonly ScannedCell[])[];
  /** Text around the table, such as pandas' `1204 rows × 2 columns`. */
  readonly notes: string;
}

/** A whole tag: slash, name, attributes. */
const TAG = /^<(\/?)([a-z]+)((?:\s+[a-z]+(?:=(?:"[^"<]*"|'[^'<]*'|[^\s"'<=]+))?)*)\s*>$/i;
const ATTRIBUTE = /([a-z]+)(?:=(?:"([^"]*)"|'([^']*)'|(\S+)))?/gi;

/** Elements, and the parents each may have. */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  div: ['', 'div'],
  p: ['', 'div'],
  small: ['', 'div'],
  table: ['', 'div'],
  caption: ['table'],
  thead: ['table'],
  tbody: ['table'],
  tr: ['thead', 'tbody'],
  th: ['tr'],
  td: ['tr'],
};
const TEXT_IN = new Set(['th', 'td']);
const NOTES_IN = new Set(['p', 'small', 'caption']);
const MAX_TAG_CHARACTERS = 300;

const ALLOWED_VALUES: Readonly<Record<string, RegExp>> = {
  border: /^\d*$/,
  class: /^dataframe\b[\w .-]*$|^$/,
  colspan: /^[1-9]\d{0,3}$/,
  rowspan: /^[1-9]\d{0,5}$/,
  align: /^\w*$/,
  halign: /^\w*$/,
  valign: /^\w*$/,
  scope: /^\w*$/,
  style: /^\s*text-align:\s*\w+;?\s*$/,
};
/** Rules that only align a data frame's text. A declaration has only one end, or hostile ones take forever to read. */
const PLAIN_STYLE =
  /^(?:\s*\.dataframe[^{}]*\{(?:\s*(?:text-align|vertical-align|white-space):\s*[\w-]+\s*(?:;|(?=\})))*\s*\})*\s*$/;

type Attributes = Record<string, string>;

class NotPlain extends Error {}

/** Null when the HTML is anything but one plain table. Linear in its length. */
export function scanTableHtml(html: string): ScannedTable | null {
  try {
    return new TableScanner().scan(html);
  } catch (error) {
    if (error instanceof NotPlain) return null;
    throw error;
  }
}

class TableScanner {
  private readonly open: string[] = [];
  private readonly head: ScannedCell[][] = [];
  private readonly body: ScannedCell[][] = [];
  private notes = '';
  private text = '';
  private spans = { colSpan: 1, rowSpan: 1 };
  private tables = 0;

  scan(html: string): ScannedTable {
    for (let at = 0; at < html.length; )
      at = html[at] === '<' ? this.readTag(html, at) : this.readText(html, at);
    require(this.open.length === 0 && this.tables === 1);
    return { head: this.head, body: this.body, notes: this.notes.trim() };
  }

  private readText(html: string, at: number): number {
    const next = html.indexOf('<', at);
    const end = next < 0 ? html.length : next;
    const text = html.slice(at, end);
    if (TEXT_IN.has(this.inside) || NOTES_IN.has(this.inside)) this.text += decodeEntities(text);
    else require(text.trim() === '');
    return end;
  }

  private readTag(html: string, at: number): number {
    const end = html.indexOf('>', at) + 1;
    require(end > 0 && end - at <= MAX_TAG_CHARACTERS);
    const tag = html.slice(at, end);
    if (/^<style\b/i.test(tag)) return readStyle(html, end);
    const [, slash, name = '', attributes = ''] = TAG.exec(tag) ?? [];
    if (slash) this.close(name.toLowerCase());
    else this.enter(name.toLowerCase(), attributes);
    return end;
  }

  private get inside(): string {
    return this.open.at(-1) ?? '';
  }

  private enter(name: string, attributes: string): void {
    require(PARENTS[name]?.includes(this.inside) === true);
    if (name === 'table') require(++this.tables === 1);
    const values: Attributes = attributes === '' ? {} : readAttributes(attributes);
    if (name === 'tr') (this.inside === 'thead' ? this.head : this.body).push([]);
    if (TEXT_IN.has(name)) {
      this.spans = { colSpan: Number(values.colspan ?? 1), rowSpan: Number(values.rowspan ?? 1) };
    }
    this.text = '';
    this.open.push(name);
  }

  private close(name: string): void {
    require(this.open.pop() === name);
    if (NOTES_IN.has(name)) this.notes += `${this.text} `;
    if (!TEXT_IN.has(name)) return;
    const rows = this.open.at(-2) === 'thead' ? this.head : this.body;
    rows.at(-1)?.push({ text: this.text.trim(), isHeader: name === 'th', ...this.spans });
  }
}

/** The end of the style that begins here. */
function readStyle(html: string, at: number): number {
  const end = html.indexOf('</style>', at);
  require(end >= 0 && PLAIN_STYLE.test(html.slice(at, end)));
  return end + '</style>'.length;
}

function require(isPlain: boolean): void {
  if (!isPlain) throw new NotPlain();
}

function readAttributes(written: string): Attributes {
  const values: Attributes = {};
  for (const [, name = '', double, single, bare] of written.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    const value = double ?? single ?? bare ?? '';
    require(Object.hasOwn(ALLOWED_VALUES, key) && ALLOWED_VALUES[key]?.test(value) === true);
    values[key] = value;
  }
  return values;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  times: '×',
  hellip: '…',
};

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (_, decimal, hex, name) => {
    if (name === undefined) return toCharacter(decimal ? Number(decimal) : Number.parseInt(hex, 16));
    const character = Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : undefined;
    require(character !== undefined);
    return character ?? '';
  });
}

function toCharacter(codePoint: number): string {
  require(codePoint > 0 && codePoint <= 0x10ffff);
  return String.fromCodePoint(codePoint);
}
