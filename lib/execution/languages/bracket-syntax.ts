/** Code told from prose without a grammar: by strings and brackets that close, and by a line that does something. */
import type { Syntax } from './language.ts';

interface BracketSyntaxOptions {
  /** Strings and comments, which hide brackets; an opening quote that it does not match is an error. */
  hidden: RegExp;
  /** A line that can only be code. */
  active: RegExp;
}

/** No reply holds this much code. */
const MAX_LENGTH = 100_000;

const PAIRS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

export function createBracketSyntax({ hidden, active }: BracketSyntaxOptions): Syntax {
  return {
    isValid: (source) => source.length <= MAX_LENGTH && isBalanced(source.replaceAll(hidden, ' ')),
    doesSomething: (source, { strict = false } = {}) => !strict && active.test(source),
  };
}

function isBalanced(source: string): boolean {
  const open: string[] = [];
  for (const character of source) {
    if (/["'`]/.test(character)) return false;
    if (/[([{]/.test(character)) open.push(character);
    const opener = PAIRS[character];
    if (opener !== undefined && open.pop() !== opener) return false;
  }
  return open.length === 0;
}
