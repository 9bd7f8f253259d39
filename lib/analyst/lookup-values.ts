/** Looks in the data for names the question uses and the profile, which shows few values, did not. */
import { type Analysis, runCell } from './analysis.ts';
import type { Column, Dataset } from './dataset.ts';
import { dataRows } from './html-table.ts';
import { findMentions } from './match-columns.ts';
import { quoteAll } from './python-literals.ts';
import { findValues } from './read-filters.ts';
import { selectRows } from './select-rows.ts';
import { range, readWords, STOP_WORDS, toStem, type Word } from './words.ts';

const MAX_NAME_WORDS = 3;
const MAX_COLUMNS = 12;

/** The dataset with the values found added to their columns' examples; one cell, and only when there is a name to look up. */
export function* lookUpValues(dataset: Dataset, questions: readonly string[]): Analysis<Dataset> {
  const columns = dataset.columns.filter(
    ({ kind, unique, examples }) => kind === 'text' && unique > examples.length,
  );
  const unknown = questions.flatMap((question) => findUnknownNames(question, dataset.columns));
  const names = columns.length === 0 ? [] : [...new Set(unknown)];
  if (names.length === 0) return dataset;
  const list = quoteAll(columns.slice(0, MAX_COLUMNS).map(({ name }) => name));
  const selection = selectRows(dataset, []);
  const observation = yield* runCell({
    say: 'The question names something the profile did not show, so I look it up in the text columns.',
    code: [
      `wanted = {${quoteAll(names).slice(1, -1)}}`,
      ...selection.setup,
      'found = [',
      '    (name, value)',
      `    for name in ${list}`,
      `    for value in ${selection.frame}[name].dropna().unique()`,
      '    if "".join(filter(str.isalnum, str(value).casefold())) in wanted',
      ']',
      'pd.DataFrame(found, columns=["column", "value"])',
    ].join('\n'),
  });
  const table = observation.tables.at(-1);
  const found = table ? dataRows(table).map(({ cells }) => cells) : [];
  return { ...dataset, columns: dataset.columns.map((column) => addValues(column, found)) };
}

function addValues(column: Column, found: readonly (readonly string[])[]): Column {
  const values = found.flatMap(([name, value]) => (name === column.name && value ? [value] : []));
  return values.length === 0
    ? column
    : { ...column, examples: [...new Set([...column.examples, ...values])] };
}

/** Runs of words that look like names and mean no column and no known value: their letters in lower case. */
export function findUnknownNames(question: string, columns: readonly Column[]): string[] {
  const words = readWords(question);
  const known = new Set([
    ...findMentions(words, columns).flatMap(({ at }) => at),
    ...findValues(words, columns).flatMap(({ from, to }) => range(from, to)),
  ]);
  const isName = words.map((word, at) => !known.has(at) && looksLikeName(words, word, at));
  const names: string[] = [];
  for (let from = 0; from < words.length; from++) {
    for (let to = from; to < from + MAX_NAME_WORDS && isName[to]; to++) {
      const run = words.slice(from, to + 1);
      names.push(run.map(({ lower }) => lower).join(' '), run.map(({ stem }) => stem).join(' '));
    }
  }
  return [
    ...new Set([...names.map((name) => name.replaceAll(' ', '')), ...listHyphenated(question, columns)]),
  ];
}

/** "E-bikes" as `ebikes` and `ebike`, unless a value is known for it. */
function listHyphenated(question: string, columns: readonly Column[]): string[] {
  const found = question.match(/(?<![\p{L}\p{N}-])\p{L}[\p{L}\p{N}]*(?:-[\p{L}\p{N}]+)+/gu) ?? [];
  const unknown = found.filter((name) => findValues(readWords(name), columns).length === 0);
  return unknown.flatMap((name) => {
    const joined = name.replaceAll('-', '').toLowerCase();
    return [joined, toStem(joined)];
  });
}

/** Capitalised inside the sentence, or an ordinary word after "in", "for", "of" or "from". */
function looksLikeName(words: readonly Word[], word: Word, at: number): boolean {
  if (STOP_WORDS.has(word.lower) || !/^\p{L}{2}/u.test(word.raw) || COMMON.test(word.lower)) return false;
  if (at > 0 && /^\p{Lu}/u.test(word.raw)) return true;
  return /^(in|for|of|from|at|by|with)$/.test(words[at - 1]?.lower ?? '') && word.raw.length > 3;
}

/** Words of questions and calendars that name no value. */
const COMMON =
  /^(average|mean|median|total|sum|count|maximum|minimum|most|least|highest|lowest|top|bottom|share|percent|percentage|trend|distribution|correlation|plot|chart|values?|missing|rows?|columns?|data|time|year|years|month|months|week|weeks|day|days|weekday|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter|each|every|different|unique|more|less|than|number)$/;
