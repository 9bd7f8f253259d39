/** Questions without a data file: small sums, or a word about what is needed. */
import { type Analysis, runCell } from './analysis.ts';
import { bold, formatNumber } from './format.ts';

const GREETING = [
  'I am the built-in analyst: I write pandas code for your data file, run it in this notebook, and answer from its results. I am rule-based, not a language model.',
  'Add a CSV, TSV, JSON, Excel, or Parquet file (or open an example) and ask a question such as:',
  '- "Which species is heaviest on average? Show a plot."\n- "Which year had the most rain?"\n- "How has the temperature changed since 1880?"\n- "What is in this file?"',
  'For open questions, configure a language model with `OPENAI_API_KEY`, or `OPENAI_BASE_URL` for a local server.',
].join('\n\n');

/** Computes an arithmetic expression when the text holds one; otherwise says what the analyst can do. */
export function* answerWithoutFile(text: string): Analysis {
  const expression = toExpression(text);
  if (expression === null) return GREETING;
  const observation = yield* runCell({
    say: 'This needs no data file; I let Python compute it.',
    code: `${/math\./.test(expression) ? 'import math\n\n' : ''}result = ${expression}\nprint(result)`,
  });
  const shown = observation.text.trim();
  return `The result is ${bold(formatNumber(shown))}.\n\n**How:** Python evaluated \`${expression}\`.`;
}

/** `what is 12 × 7?` to `12 * 7`; null when there is no expression. Only digits, signs and known functions pass. */
export function toExpression(text: string): string | null {
  const lower = text.toLowerCase();
  const percent = /(\d+(?:\.\d+)?) ?(?:%|percent) of (\d+(?:\.\d+)?)/.exec(lower);
  if (percent) return `${percent[1]} / 100 * ${percent[2]}`;
  const factorial = /factorial of (\d{1,4})\b/.exec(lower) ?? /\b(\d{1,4})!/.exec(lower);
  if (factorial) return `math.factorial(${factorial[1]})`;
  const root = /(?:square root of|sqrt\(?) ?(\d+(?:\.\d+)?)/.exec(lower);
  if (root) return `math.sqrt(${root[1]})`;
  const written = lower
    .replaceAll(/(?<=\d),(?=\d{3}\b)/g, '')
    .replaceAll(/×|\btimes\b|\bmultiplied by\b|(?<=\d) ?x ?(?=\d)/g, '*')
    .replaceAll(/÷|\bdivided by\b|\bover\b/g, '/')
    .replaceAll(/\bplus\b/g, '+')
    .replaceAll(/\bminus\b|−/g, '-')
    .replaceAll(/\bto the power of\b|\^/g, '**');
  const found = /\(*-?\d+(?:\.\d+)?\)*(?:\s*(?:\*\*|[-+*/%])\s*\(*-?\d+(?:\.\d+)?\)*)+/
    .exec(written)?.[0]
    .trim();
  if (!found || !isBalanced(found) || hasHugePower(found)) return null;
  return found;
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** A tower of powers could keep the kernel busy forever. */
function hasHugePower(text: string): boolean {
  return (
    [...text.matchAll(/\*\*\s*\(*-?(\d+)/g)].some(([, power]) => Number(power) > 999) ||
    text.split('**').length > 2
  );
}
