/** What the analyst says where there is no table: a courtesy, a small sum, or what it needs. */
import type { Shown } from './list-shown.ts';
import { act, answer, type Reply, refuse } from './reply.ts';
import { describeUnread, type UnreadFile } from './sort-files.ts';

const THANKS =
  /^\W*((ok|okay|great|cool|perfect|super|nice|wow|good|many|merci|danke|gracias)\W+)*(thanks|thank you|thx|ty|cheers|danke|merci|gracias|ok|okay|great|cool|perfect|nice|awesome|well done|good job|bye|goodbye)(\W+(a lot|so much|very much|again|for .{1,30}|everyone|sch(ö|oe)n))?\W*$/i;
const GREETING = /^\W*(hi|hello|hey|hallo|bonjour|hola|good (morning|evening|afternoon))(\W+there)?\W*$/i;

const INTRODUCTION = [
  'I am the built-in analyst: I read a question by rules, write pandas code for your data file, run it in this notebook, and answer from its results. What I do not understand, I say. I am not a language model.',
  'Add a CSV, TSV, JSON, Excel, Parquet, or SQLite file (or open an example) and ask a question such as:',
  '- "Which species is the heaviest on average? Show a plot."\n- "Which year had the most precipitation in total?"\n- "What is in this file?"',
  'For open questions, connect a language model in Settings, or with `actbook models add`.',
].join('\n\n');

/** Null when something is asked. */
export function answerCourtesy(text: string, hasFile: boolean): Reply | null {
  if (THANKS.test(text)) return answer("You're welcome. Ask whenever you have another question.");
  if (!hasFile || !GREETING.test(text)) return null;
  return answer('Hello! Ask me something about your data, such as "What is in this file?"');
}

/** Computes an arithmetic expression when the text holds one; otherwise says what the analyst can do. `unread`: files without a table. */
export function answerWithoutFile(
  text: string,
  shown: readonly Shown[],
  unread: readonly UnreadFile[],
): Reply {
  const expression = toExpression(text);
  if (expression === null) return unread.length > 0 ? refuse(describeUnread(unread)) : answer(INTRODUCTION);
  const code = `${expression.includes('math.') ? 'import math\n\n' : ''}${expression}`;
  const cell = shown.find(({ source }) => source === code);
  if (!cell) return act({ say: 'This needs no data file; I let Python compute it.', code });
  const value = cell.result?.values[0]?.[0] ?? null;
  if (value === null) return refuse(`Python could not compute \`${expression}\`.`);
  const number =
    typeof value === 'number' ? value.toLocaleString('en-US', { maximumFractionDigits: 10 }) : value;
  return answer(`\`${expression}\` is **${number}**.`);
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
