/** What the analyst says where there is no table: a courtesy, or what it needs. */
import { answer, type Reply, refuse } from './reply.ts';
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

/** Says what the analyst needs. `unread`: files without a table. */
export function answerWithoutFile(unread: readonly UnreadFile[]): Reply {
  return unread.length > 0 ? refuse(describeUnread(unread)) : answer(INTRODUCTION);
}
