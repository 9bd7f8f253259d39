/**
 * About how long a page takes to find which elements the selectors of a style sheet mean. Infinity for what cannot be
 * counted: selectors within selectors, such as `:has(…)`, and rules within rules.
 */

/** One selector tried on one element. */
const MS_PER_TRY = 0.0001;
/** Attribute selectors search in values. */
const MS_PER_SEARCHED_CHARACTER = 0.000_001;

/** More are not counted. */
const MAX_SELECTORS = 100_000;

export interface StyledPicture {
  /** All that is not a tag: whatever has rules in it counts as a style sheet. */
  text: string;
  elements: number;
  /** Of elements in elements. */
  depth: number;
  length: number;
}

export function estimateSelectorsMs({ text, elements, depth, length }: StyledPicture): number {
  if (!/\{|&#/.test(text)) return 0;
  let ms = 0;
  let count = 0;
  for (const { selectors, isNested } of listRules(toPlainCss(text))) {
    if (isNested || /:[^\s:,(]*\(/.test(selectors)) return Number.POSITIVE_INFINITY;
    const list = selectors.split(',', MAX_SELECTORS);
    count += list.length;
    if (count >= MAX_SELECTORS) return Number.POSITIVE_INFINITY;
    for (const selector of list) {
      ms += elements * countTries(selector, elements, depth) * MS_PER_TRY;
      ms += (selector.split('[').length - 1) * length * MS_PER_SEARCHED_CHARACTER;
    }
  }
  return ms;
}

/** What is tried for one element: a space looks at all that it is in, a tilde at all before it. */
function countTries(selector: string, elements: number, depth: number): number {
  const plain = selector.replaceAll(/\s+/g, ' ').trim();
  const joints = plain.replaceAll(/\[[^[\]]*\]/g, '').match(/ ?[>+~|] ?| /g) ?? [];
  return joints.reduce((tries, joint) => {
    if (joint.includes('~')) return tries * Math.max(1, elements);
    return joint === ' ' ? tries * Math.max(1, depth) : tries;
  }, 1);
}

interface Rule {
  selectors: string;
  isNested: boolean;
}

/** At-rules may have rules in them. */
function* listRules(css: string): Generator<Rule> {
  const open: { isRule: boolean }[] = [];
  let openRules = 0;
  let start = 0;
  for (const { 0: sign, index } of css.matchAll(/[{};]/g)) {
    const before = css.slice(start, index).trim();
    start = index + 1;
    if (sign === '}' && open.pop()?.isRule) openRules--;
    if (sign !== '{') continue;
    const isRule = !before.startsWith('@');
    if (isRule || /:[^\s:,(]*\(/.test(before)) yield { selectors: before, isNested: isRule && openRules > 0 };
    open.push({ isRule });
    if (isRule) openRules++;
  }
}

/** Without references, comments and strings. */
function toPlainCss(text: string): string {
  return text
    .replaceAll(/&#(x?)([\da-f]+);/gi, (_, hex: string, digits: string) =>
      toCharacter(digits, hex === '' ? 10 : 16),
    )
    .replaceAll('&gt;', '>')
    .replaceAll(/\/\*[\s\S]*?(?:\*\/|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?/g, (each) =>
      each.startsWith('/*') ? '' : '""',
    );
}

function toCharacter(digits: string, base: number): string {
  const code = Number.parseInt(digits, base);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
}
