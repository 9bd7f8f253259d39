/** What the analyst says without computing anything: thanks, greetings, questions the table cannot answer. */
import { suggest } from './analyze-overview.ts';
import type { Dataset } from './dataset.ts';
import { bold, code, formatNumber, listWords } from './format.ts';
import type { UnclearIntent } from './intent.ts';
import { asksChange } from './read-limits.ts';
import { listUnknownWords } from './read-unread.ts';
import { suggestName } from './suggest-name.ts';

const THANKS =
  /^\W*((ok|okay|great|cool|perfect|super|nice|wow|good|many|merci|danke|gracias)\W+)*(thanks|thank you|thx|ty|cheers|danke|merci|gracias|ok|okay|great|cool|perfect|nice|awesome|well done|good job|bye|goodbye)(\W+(a lot|so much|very much|again|for .{1,30}|everyone|sch(ö|oe)n))?\W*$/i;
const GREETING = /^\W*(hi|hello|hey|hallo|bonjour|hola|good (morning|evening|afternoon))(\W+there)?\W*$/i;

/** The reply to a courtesy; null when something is asked. A greeting without a file gets the introduction. */
export function answerCourtesy(text: string, hasFile: boolean): string | null {
  if (THANKS.test(text)) return "You're welcome. Ask whenever you have another question.";
  if (!hasFile) return null;
  return GREETING.test(text) ? 'Hello! Ask me something about your data, e.g. "What is in this file?"' : null;
}

export function explainUnclear(dataset: Dataset, intent: UnclearIntent, question: string): string {
  return [explainReason(dataset, intent, question), suggest(dataset)]
    .filter((part) => part !== '')
    .join('\n\n');
}

const MAX_NAMED = 12;

function explainReason(dataset: Dataset, { unknownGroup, doubt }: UnclearIntent, question: string): string {
  if (doubt !== undefined) return doubt;
  const names = dataset.columns.slice(0, MAX_NAMED).map(({ name }) => code(name));
  const more = dataset.columns.length - names.length;
  const columns = more > 0 ? `${names.join(', ')} and ${more} more` : listWords(names);
  if (unknownGroup !== null) {
    return `There is no column for "${unknownGroup}" in ${code(dataset.file)}; there are ${columns}.${suggestName(unknownGroup, dataset)}`;
  }
  if (asksChange(question)) {
    return 'I answer questions about the table and change nothing in it; a cell of your own can, with `df` as the table.';
  }
  const unknown = listUnknownWords(question, dataset);
  return [
    ...(unknown.length > 0
      ? [`Nothing in ${code(dataset.file)} matches ${unknown.map((word) => `"${word}"`).join(', ')}.`]
      : []),
    ...unknown.map((word) => suggestName(word, dataset).trim()).filter((part) => part !== ''),
    'I could not tell from this question what to compute. I am the built-in, rule-based analyst, not a language model.',
    `${code(dataset.file)} holds ${bold(formatNumber(String(dataset.rows)))} rows with the columns ${columns}.`,
    'For open questions, configure a language model (`OPENAI_API_KEY`, or `OPENAI_BASE_URL` for a local server).',
  ].join(' ');
}
