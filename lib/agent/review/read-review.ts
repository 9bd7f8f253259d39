/** Reads the reply of a reviewer: a verdict, or the request for one check. */
import { isFenceLabel } from '../../execution/languages/is-fence-label.ts';
import type { Language } from '../../execution/languages/language.ts';
import type { ReviewVerdict } from '../../protocol/runs/review.ts';
import { cleanReply } from '../reply/clean-reply.ts';
import { splitReply } from '../reply/split-reply.ts';
import { toSource } from '../reply/to-source.ts';
import type { CheckRequest, RequestedFigure } from './write-check-cell.ts';

/** `failed`: the reply has no usable verdict; `text` gives the reason. */
export type Review =
  | { readonly type: 'verdict'; readonly verdict: ReviewVerdict; readonly text: string }
  | { readonly type: 'check'; readonly request: CheckRequest };

const VERDICT = /\bverdict\W{0,6}(approve|return)\w*[^\S\n]*[*_`.:]*/i;
/** A request for a check is on a line of its own: words about a check are not one. */
const CHECK = /^[ \t>#*_`]{0,40}verdict[ \t*_`]{0,8}:[ \t*_`]{0,8}check[ \t*_`.:]{0,8}$/im;
/** The longest text of a reviewer, characters: it should be five sentences. */
const MAX_LENGTH = 4000;

/**
 * `language`: of the code of a check; null where none can be run. What a reviewer invents after its code is not read, and the
 * first verdict counts. A reviewer that gives no verdict has no reason to send anything back.
 */
export function readReview(reply: string, language: Language | null): Review {
  const text = cleanReply(reply);
  const found = VERDICT.exec(text);
  const asked = CHECK.exec(text);
  if (asked && asked.index <= (found?.index ?? asked.index))
    return readCheck(text.slice(asked.index + asked[0].length), language);
  if (!found?.[1]) return fail('The reviewer gave no verdict.');
  const [word, after] = [found[1].toLowerCase(), text.slice(found.index + found[0].length)];
  const words = `${text.slice(0, found.index)}${after}`
    .replace(/^[\s*_`#:.-]+/, '')
    .trim()
    .slice(0, MAX_LENGTH);
  const isReturned = word === 'return' && words !== '';
  return { type: 'verdict', verdict: isReturned ? 'returned' : 'approved', text: words };
}

/** Figures of one check, and characters of each and of its expression. */
const [MAX_FIGURES, MAX_FIGURE, MAX_EXPRESSION] = [8, 80, 300];

function readCheck(text: string, language: Language | null): Review {
  if (!language) return fail('The reviewer asked for a check where none could be run.');
  const { pieces } = splitReply(text, language);
  const blocks = pieces.flatMap(({ block }) => block ?? []);
  const [block, ...more] = blocks;
  if (!block || more.length > 0) return reject(`it has ${block ? blocks.length : 'no'} code blocks`);
  const isCode = block.kind === 'tag' || block.label === '' || isFenceLabel(block.label, language);
  if (!isCode) return reject(`its code block is not ${language.label}`);
  if (!block.closed) return reject('its code block does not end');
  const source = toSource(block, language);
  if (source === '' || !language.isValid(source)) return reject(`its code is not valid ${language.label}`);
  const figures = pieces.flatMap(({ block: code, text: words }) => (code ? [] : readFigures(words)));
  const problem = findProblem(figures, language);
  return problem === null ? { type: 'check', request: { source, figures } } : reject(problem);
}

/** `"12 %" = share * 100`, perhaps as an item of a list. */
const FIGURE = /^[ \t]*(?:[-*+][ \t]+|\d{1,2}[.)][ \t]+)?["“]([^"“”\n]+)["”][ \t]*={1,2}[ \t]*(\S.*)$/gm;

function readFigures(text: string): RequestedFigure[] {
  return [...text.matchAll(FIGURE)].map(([, figure = '', expression = '']) => ({
    text: figure.trim(),
    expression: expression.trim().replace(/^`(.+)`$/, '$1'),
  }));
}

function findProblem(figures: readonly RequestedFigure[], language: Language): string | null {
  if (figures.length === 0) return 'it names no figure';
  if (figures.length > MAX_FIGURES) return `it names more than ${MAX_FIGURES} figures`;
  if (new Set(figures.map(({ text }) => text)).size < figures.length) return 'it names a figure twice';
  for (const { text, expression } of figures) {
    if (text.length > MAX_FIGURE || expression.length > MAX_EXPRESSION) return 'a figure is too long';
    if (/[\\\p{Cc}]/u.test(text)) return 'a figure is not plain text';
    if (!language.isValid(`(${expression})`)) return `an expression is not valid ${language.label}`;
    if (!hasName(expression)) return `“${expression}” computes nothing`;
  }
  return null;
}

/** A number that is written down compares nothing. */
function hasName(expression: string): boolean {
  const rest = expression
    .replaceAll(/(["'])(?:\\.|(?!\1).)*\1/g, '')
    .replaceAll(/(?<![\p{L}_])\d[\w.]*/gu, '');
  return /[\p{L}_]/u.test(rest);
}

function reject(problem: string): Review {
  return fail(`The reviewer asked for a check that cannot be used: ${problem}.`);
}

function fail(text: string): Review {
  return { type: 'verdict', verdict: 'failed', text };
}
