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
  sheets: readonly string[];
  elements: number;
  /** How deep elements are nested. */
  depth: number;
  length: number;
}

export function estimateSelectorsMs({ sheets, elements, depth, length }: StyledPicture): number {
  let ms = 0;
  let count = 0;
  for (const { selectors, isCounted } of sheets.flatMap((sheet) => [...listRules(sheet)])) {
    if (!isCounted) return Number.POSITIVE_INFINITY;
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
  isCounted: boolean;
}

/** At-rules may have rules in them: those of scopes and containers, and unknown ones, are not counted. */
const AT_RULES = /^@(?:-\w+-)?(?:media|font-face|keyframes|supports|layer|page|property)(?![-\w])/i;
/** Escapes, and what may hold a quote, or what looks like the beginning of a comment. */
const UNREAD = /\\|url\(|@import/i;
const COMMENTS_AND_STRINGS = /\/\*[\s\S]*?(?:\*\/|$)|"[^"\n\r\f]*"?|'[^'\n\r\f]*'?/g;

function* listRules(sheet: string): Generator<Rule> {
  if (UNREAD.test(sheet)) return yield { selectors: '', isCounted: false };
  const css = sheet.replaceAll(COMMENTS_AND_STRINGS, (each) => (each.startsWith('/*') ? '' : '""'));
  const open: { isRule: boolean }[] = [];
  let openRules = 0;
  let start = 0;
  for (const { 0: sign, index } of css.matchAll(/[{};]/g)) {
    const before = css.slice(start, index).trim();
    start = index + 1;
    // A sign in brackets is none.
    const isOpen = /[()[\]]/.test(before.replaceAll(/\([^()[\]]*\)|\[[^()[\]]*\]/g, ''));
    if (isOpen) yield { selectors: before, isCounted: false };
    if (sign === '}' && open.pop()?.isRule) openRules--;
    if (sign !== '{') continue;
    const isRule = !before.startsWith('@');
    const isCounted = isRule ? openRules === 0 && !/:[^\s:,(]*\(/.test(before) : AT_RULES.test(before);
    if (isRule || !isCounted) yield { selectors: before, isCounted };
    open.push({ isRule });
    if (isRule) openRules++;
  }
}
