/** Markdown as text of the same length, so that places in it are places in the Markdown. */

/** Stands for a mark that is not text, such as `**`; between a number and its unit it does not count. */
export const MARK = '\u2060';
/** Stands for a character that is nobody's claim: of code, an address, or the numeral of a list. */
export const HIDDEN = '\ufffc';

/** Each takes time for the length of the text, not for its square: what one looks for ends where it could begin again. */
const RULES: readonly (readonly [RegExp, (match: string) => string])[] = [
  // Tags.
  [/<\/?[a-z][^<>\n]*>/giu, hide],
  // Code keeps its words: “the mean of `body_mass_g`”.
  [/(?<!`)(`{1,10})(?!`)([^\n]*?[^`\n])\1(?!`)/gu, (code) => code.replaceAll(/[\d`]/g, HIDDEN)],
  // Pictures and links keep their words, and hide their addresses.
  [/!\[[^[\]\n]*\]\((?:[^()\n]|\([^()\n]*\))*\)|\[\^[^[\]\n]+\]/gu, hide],
  [/\]\((?:[^()\n]|\([^()\n]*\))*\)/gu, hide],
  [/(?:https?:\/\/|www\.)[^\s)>\]]+|(?<![\w./-])[\w.-]*\/[\w./-]+\.\w{2,5}(?!\w)/gu, hide],
  // Names of files.
  [
    /(?<![\w.-])[\w-]+\.(?:csv|tsv|json|xlsx?|parquet|txt|ipynb|py|md|png|html|pdf|sqlite|db)(?!\w)/giu,
    (name) => name.replaceAll(/\d/g, HIDDEN),
  ],
  // Formulas: `$r = 0.59$` is not an amount of money.
  [
    /(?<![\\\d$])\$(?=\S)[^$\n]{0,200}[\\=^<>≈][^$\n]{0,200}\$(?!\d)/g,
    (formula) => `${MARK}${formula.slice(1, -1)}${MARK}`,
  ],
  [/\\(?:times|cdot)(?![a-z])/g, (name) => '×'.padEnd(name.length, MARK)],
  [/\\approx(?![a-z])/g, (name) => '≈'.padEnd(name.length, MARK)],
  [/\\[$%~*_#.()[\]-]/g, (escaped) => `${MARK}${escaped.slice(1)}`],
  [/&(?:nbsp|thinsp|#160|#8239);/g, (entity) => '\u00a0'.padEnd(entity.length, MARK)],
  [
    /\*+|~~|(?<![\p{L}\d_])_+(?=[\p{L}\d$€£-])|(?<=[\p{L}\d%.)])_+(?![\p{L}\d])/gu,
    (marks) => MARK.repeat(marks.length),
  ],
];
/** A dash that begins an item is not a minus. */
const BULLET = /^[\s>]*[-+*](?=\s)/;
const NUMERAL = /^(?:[\s>]*)(?:\d{1,3}[.)](?=\s)|#{1,6}\s+\d+(?:\.\d+)*[.)]?(?=\s))/;

export function toPlainMarkdown(markdown: string): string {
  let fence: string | null = null;
  const lines = markdown.split('\n').map((line) => {
    const [, mark] = /^\s{0,8}(?:>\s?)*(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null;
      return hide(line);
    }
    if (mark !== undefined) {
      fence = mark;
      return hide(line);
    }
    const isItem = BULLET.test(line);
    if (isItem) return line.replace(BULLET, (bullet) => bullet.replaceAll(/[-+*]/g, HIDDEN));
    return line.replace(NUMERAL, (numeral) => numeral.replaceAll(/[\d.)]/g, HIDDEN));
  });
  return RULES.reduce(
    (text, [pattern, put]) => text.replaceAll(pattern, put),
    hideComments(lines.join('\n')),
  );
}

function hideComments(text: string): string {
  let [hidden, at] = ['', 0];
  for (;;) {
    const start = text.indexOf('<!--', at);
    const end = start < 0 ? -1 : text.indexOf('-->', start + 4);
    if (end < 0) return hidden + text.slice(at);
    hidden += text.slice(at, start) + hide(text.slice(start, end + 3));
    at = end + 3;
  }
}

function hide(text: string): string {
  return text.replaceAll(/[^\n]/g, HIDDEN);
}
