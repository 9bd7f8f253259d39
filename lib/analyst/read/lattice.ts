/** Every meaning of every span of a question's words. */
import type { Column } from '../query.ts';
import { ADJECTIVES, DATE_ENDINGS, DATE_VERBS, DEGREES, OPPOSITES, VALUE_SYNONYMS } from './concepts.ts';
import type { Field, Mention } from './meanings.ts';
import { readMoments, readYear } from './moments.ts';
import type { Edge } from './parse-lattice.ts';
import { findUnit, type Token, toSingular, wordsOf } from './tokens.ts';
import { type Source, synonymsOf } from './views.ts';
import {
  AGGREGATES,
  CHARTS,
  CLASSES,
  COMPARISONS,
  FILLER_PHRASES,
  FILLERS,
  ID_WORDS,
  MEASURED_ENDINGS,
  METHODS,
  NAME_BEGINNINGS,
  NAME_COMPANIONS,
  NAME_ENDINGS,
  NUMBER_WORDS,
  ORDINAL_WORDS,
  PARTS,
  PERIODS,
  SPANS,
  TIMELY,
} from './vocabulary.ts';

/** A phrase with what it means: an entry of the lexicon. */
interface Entry {
  readonly words: readonly string[];
  readonly category: string;
  readonly meaning: unknown;
  readonly cost: number;
  /** Compared in the singular. */
  readonly isName: boolean;
}
type Index = ReadonlyMap<string, readonly Entry[]>;

/** The tokens that are left when fillers are gone, and the lattice over them. */
export interface Lattice {
  readonly tokens: readonly Token[];
  readonly edges: readonly Edge[];
}

export function makeLattice(all: readonly Token[], source: Source, fixed: Index): Lattice {
  const names = indexEntries(nameEntries(source));
  const tokens = dropFillers(all, names);
  const edges: Edge[] = [];
  tokens.forEach((token, start) => {
    const add = (category: string, end: number, meaning: unknown, cost = 0) =>
      edges.push({ category, start, end, meaning, cost });
    if (token.kind !== 'quoted') add(token.word, start + 1, null);
    for (const entry of [...entriesAt(fixed, token), ...entriesAt(names, token)]) {
      const end = matchEntry(entry, tokens, start);
      if (end !== null) add(entry.category, end, entry.meaning, entry.cost);
    }
    for (const { moment, end } of readMoments(tokens, start)) add('When', end, moment);
    addNumbers(tokens, start, add);
    if (token.kind === 'quoted') add('Quoted', start + 1, token.text.slice(1, -1).trim());
    const unit = token.kind === 'word' || token.word === '%' ? findUnit(token.word) : null;
    if (unit !== null) add('Unit', start + 1, unit);
    if (token.kind === 'word') add('Unknown', start + 1, token.text);
  });
  return { tokens, edges };
}

function entriesAt(index: Index, token: Token): readonly Entry[] {
  const words = token.kind === 'quoted' ? wordsOf(token.word) : [token.word];
  const first = words[0] ?? '';
  const singular = toSingular(first);
  return [...(index.get(first) ?? []), ...(singular === first ? [] : (index.get(singular) ?? []))];
}

/** Where the entry ends if its words are those from `start` on. A quoted name is one token. */
function matchEntry(entry: Entry, tokens: readonly Token[], start: number): number | null {
  const token = tokens[start];
  if (token?.kind === 'quoted') {
    return entry.isName && wordsOf(token.word).join(' ') === entry.words.join(' ') ? start + 1 : null;
  }
  let at = start;
  let isOpen = false;
  for (const word of entry.words) {
    if (entry.isName && at > start && tokens[at]?.word === '(') {
      isOpen = true;
      at += 1;
    }
    const other = tokens[at];
    if (!other || other.kind === 'quoted') return null;
    if (other.word !== word && !(entry.isName && toSingular(other.word) === word)) return null;
    at += 1;
  }
  if (!isOpen) return at;
  return tokens[at]?.word === ')' ? at + 1 : null;
}

/** Leaves out the fillers that are not part of a longer name. */
function dropFillers(tokens: readonly Token[], names: Index): Token[] {
  const named = new Set<number>();
  tokens.forEach((token, start) => {
    for (const entry of entriesAt(names, token)) {
      const end = entry.words.length > 1 ? matchEntry(entry, tokens, start) : null;
      for (let index = start; index < (end ?? start); index += 1) named.add(index);
    }
  });
  const phrases = FILLER_PHRASES.map((phrase) => phrase.split(' '));
  const dropped = new Set<number>();
  tokens.forEach((token, start) => {
    if (FILLERS.has(token.word) && token.kind === 'word' && !named.has(start)) dropped.add(start);
    for (const phrase of phrases) {
      const isAsked = ['is', 'are'].includes(tokens[start - 1]?.word ?? '');
      const isHere = !isAsked && phrase.every((word, index) => tokens[start + index]?.word === word);
      if (isHere) for (const index of phrase.keys()) dropped.add(start + index);
    }
  });
  const kept = tokens.filter((_, index) => !dropped.has(index));
  const isComma = (token: Token) => token.word === ',';
  const first = kept.findIndex((token) => !isComma(token));
  return kept.slice(Math.max(first, 0), kept.findLastIndex((token) => !isComma(token)) + 1);
}

function addNumbers(
  tokens: readonly Token[],
  start: number,
  add: (category: string, end: number, meaning: unknown, cost?: number) => void,
): void {
  const token = tokens[start];
  if (!token || token.kind === 'quoted') return;
  const spoken = token.kind === 'word' ? NUMBER_WORDS.get(token.word) : undefined;
  const isOrdinal = token.sign !== null && ['st', 'nd', 'rd', 'th'].includes(token.sign);
  const place = isOrdinal ? token.number : ORDINAL_WORDS.get(token.word);
  if (place !== undefined && place !== null) add('Ord', start + 1, place);
  const number = isOrdinal ? null : (spoken ?? token.number);
  if (number === null) return;
  const factor = { thousand: 1e3, million: 1e6, billion: 1e9 }[tokens[start + 1]?.word ?? ''] ?? 1;
  const end = start + (factor === 1 ? 1 : 2);
  const value = number * factor;
  const cost = readYear(token) === null ? 0 : 1;
  if (token.sign === null) add('N', end, value, cost);
  add('Quantity', end, { value, unit: token.sign }, cost);
  const unit = findUnit(tokens[end]?.word ?? '');
  if (unit !== null && token.sign === null) add('Quantity', end + 1, { value, unit }, cost);
}

function indexEntries(entries: readonly Entry[]): Index {
  return Map.groupBy(entries, (entry) => entry.words[0] ?? '');
}

/** What the fixed words mean, for every question. */
export function makeFixedIndex(): Index {
  const tables: [string, Readonly<Record<string, string>>, isName: boolean][] = [
    ['Agg', AGGREGATES, false],
    ['Period', PERIODS, true],
    ['Timely', TIMELY, false],
    ['Part', PARTS, true],
    ['Span', SPANS, true],
    ['Cmp', COMPARISONS, false],
    ['Chart', CHARTS, false],
    ['Method', METHODS, false],
  ];
  const values = tables.flatMap(([category, table, isName]) =>
    Object.entries(table).flatMap(([meaning, phrases]) => toEntries(phrases, { category, meaning, isName })),
  );
  const classes = Object.entries(CLASSES).flatMap(([category, phrases]) =>
    toEntries(phrases, { category, meaning: null, isName: false }),
  );
  return indexEntries([...values, ...classes]);
}

function toEntries(phrases: string, entry: { category: string; meaning: unknown; isName: boolean }): Entry[] {
  return phrases
    .split('|')
    .filter((phrase) => phrase !== '')
    .map((phrase) => ({ ...entry, words: splitPhrase(phrase), cost: 0 }));
}

/** `, and` as `,`, `and`: marks are tokens of their own. */
function splitPhrase(phrase: string): string[] {
  return phrase === 'vs.' ? ['vs', '.'] : phrase.split(' ');
}

/** The names of a view: columns, values, rows, and adjectives that are about a column. */
function nameEntries(source: Source): Entry[] {
  const taken = listTaken(source);
  const toNouns = (nouns: ReadonlyMap<string, number>, category: string) =>
    [...nouns]
      .filter(([noun, cost]) => cost < 2 || !taken.has(noun))
      .map(
        ([noun, cost]): Entry => ({ words: noun.split(' '), category, meaning: noun, cost, isName: true }),
      );
  const nouns = [...toNouns(source.nouns, 'Noun'), ...toNouns(source.others, 'Other')];
  const columns = source.columns.flatMap(({ field, column }) => [
    ...columnEntries(field, taken),
    ...valueEntries(field, column),
  ]);
  return [...nouns, ...columns, ...degreeEntries(source)];
}

const CATEGORY_OF = { number: 'Num', text: 'Text', date: 'Date', boolean: 'Flag', empty: 'Col' } as const;

function columnEntries(field: Field, taken: ReadonlySet<string>): Entry[] {
  const isCode = field.type === 'number' && ID_WORDS.has(field.words.at(-1) ?? '');
  const category = isCode ? 'Text' : CATEGORY_OF[field.type];
  return namesOf(field)
    .filter(
      ({ words, cost }) => cost < 2 || !words.some((word) => taken.has(word) && !field.words.includes(word)),
    )
    .flatMap(({ words, cost }) => {
      const isVerb = field.type === 'date' && cost === 2 && words.length === 1;
      return [...new Set([category, 'Col', ...(isVerb ? ['Happened'] : [])])].map((name) => ({
        words,
        category: name,
        meaning: field,
        cost,
        isName: true,
      }));
    });
}

/** Words that are values or columns by themselves, and so not other words for a column. */
function listTaken(source: Source): Set<string> {
  const values = source.columns.flatMap(({ column }) =>
    column.type === 'text' && column.unique <= MOST_NAMED ? column.values.map((text) => wordsOf(text)) : [],
  );
  const single = values.flatMap((words) => (words.length === 1 ? words : []));
  return new Set([
    ...single,
    ...source.view.fields.flatMap(({ words }) => (words.length === 1 ? words : [])),
  ]);
}
/** More values than these are names of things, not words that a question takes for others. */
const MOST_NAMED = 50;

/** How a column can be called, with a cost for what the question leaves open. */
function namesOf(field: Field): { words: readonly string[]; cost: number }[] {
  const words = field.words;
  const [first = '', second] = words;
  const isShort = words.length === 1;
  const last = words.at(-1) ?? '';
  const end = NAME_ENDINGS.has(last) && !isShort ? words.slice(0, -1) : words;
  const names = [{ words: wordsOf(field.name), cost: 0 }, { words, cost: 0 }, ...synonymNames(end)];
  if (NAME_BEGINNINGS.has(first) && !isShort)
    names.push({ words: words.slice(second === 'of' ? 2 : 1), cost: 0 });
  if (end !== words) names.push({ words: end, cost: 1 });
  else if (!isShort) names.push({ words: [last], cost: 3 });
  if (ID_WORDS.has(last) && !isShort)
    names.push(...[...ID_WORDS].map((other) => ({ words: words.with(-1, other), cost: 1 })));
  if (field.isIdentifier && ID_WORDS.has(last)) names.push({ words: ['id'], cost: 3 });
  const companions = field.type === 'text' ? NAME_COMPANIONS.text : NAME_COMPANIONS.number;
  if (field.type === 'text' || field.type === 'number')
    names.push(...companions.split(' ').map((other) => ({ words: [...words, other], cost: 1 })));
  if (MEASURED_ENDINGS.has(last) && !isShort) names.push({ words: words.slice(0, -1), cost: 3 });
  if (field.type === 'date') names.push(...dateNames(words));
  return names.filter(({ words: name }) => name.length > 0);
}

/** With a word replaced by another for the same, and the last word alone replaced. */
function synonymNames(words: readonly string[]): { words: readonly string[]; cost: number }[] {
  return words.flatMap((word, index) =>
    synonymsOf(word).flatMap((other) => {
      const isHead = words.length > 1 && index === words.length - 1;
      return [{ words: words.with(index, other), cost: 2 }, ...(isHead ? [{ words: [other], cost: 4 }] : [])];
    }),
  );
}

/** `first_response_at` without its `at`, and by the verbs and nouns of what happens then. */
function dateNames(words: readonly string[]): { words: readonly string[]; cost: number }[] {
  const plain = words.length > 1 && DATE_ENDINGS.has(words.at(-1) ?? '') ? words.slice(0, -1) : words;
  const line = DATE_VERBS.find((verbs) => plain.length === 1 && verbs.split(' ').includes(plain[0] ?? ''));
  const isTime = ['timestamp', 'datetime', 'time', 'date'].includes(words.join(' '));
  return [
    ...(plain.length > 1 && plain !== words ? [{ words: plain, cost: 1 }] : []),
    ...[...verbsOf(words), ...(line?.split(' ') ?? [])].map((verb) => ({ words: [verb], cost: 2 })),
    ...(isTime ? ['time', 'date'].map((word) => ({ words: [word], cost: 2 })) : []),
  ];
}

/** `shipped` for `ship_date`. */
function verbsOf(words: readonly string[]): string[] {
  const [verb, last] = words;
  if (!verb || words.length !== 2 || !['date', 'time', 'at', 'day', 'on'].includes(last ?? '')) return [];
  return verb.endsWith('e')
    ? [`${verb}d`]
    : [verb, `${verb}ed`, `${verb}${verb.slice(-1)}ed`].slice(verb.endsWith('ed') ? 0 : 1);
}

function valueEntries(field: Field, column: Column): Entry[] {
  const entry = (words: readonly string[], mention: Mention, cost: number): Entry[] =>
    words.length === 0 ? [] : [{ words, category: 'Value', meaning: mention, cost, isName: true }];
  const flag = readFlag(column);
  if (flag !== null) {
    const words = field.words.slice(['is', 'has', 'was'].includes(field.words[0] ?? '') ? 1 : 0);
    const label = words.join(' ');
    const root = rootsOf(label);
    const entries = [
      ...entry(words, { field, value: flag, label }, 0),
      ...(words.length === 1
        ? entry([`un${label}`], { field, value: opposite(flag, column), label: `not ${label}` }, 0)
        : []),
      ...oppositeEntries(field, column, { flag, label }),
      ...(words.length === 1 && label.endsWith('led')
        ? entry([`${label.slice(0, -2)}led`], { field, value: flag, label }, 0)
        : []),
      ...(words.length > 1
        ? entry([...words.slice(0, -1), `${words.at(-1)}r`], { field, value: flag, label }, 1)
        : []),
      ...(words.length === 1 ? entry([`${label}ly`], { field, value: flag, label }, 0) : []),
      ...root
        .flatMap((stem) => entry([stem], { field, value: flag, label }, 0))
        .map((one) => ({ ...one, category: 'Root' })),
    ];
    return column.type === 'text' ? [...entries, ...textValues(field, column, entry)] : entries;
  }
  return column.type === 'text' ? textValues(field, column, entry) : [];
}

/** "full time", where the column says part time. */
function oppositeEntries(
  field: Field,
  column: Column,
  { flag, label }: { flag: Mention['value']; label: string },
): Entry[] {
  const other = OPPOSITES.get(label);
  if (other === undefined) return [];
  const meaning: Mention = { field, value: opposite(flag, column), label: other };
  const words = other.split(' ');
  return [words, words.with(-1, `${words.at(-1)}r`)].map((name) => ({
    words: name,
    category: 'Value',
    meaning,
    cost: 0,
    isName: true,
  }));
}

function textValues(
  field: Field,
  column: Column,
  entry: (words: readonly string[], mention: Mention, cost: number) => Entry[],
): Entry[] {
  return column.values.flatMap((text) => {
    const mention: Mention = { field, value: { kind: 'text', value: text }, label: text };
    const words = wordsOf(text);
    const joined = words.join(' ');
    const isPerson = joined.length > 1 || ['sex', 'gender'].includes(field.words.at(-1) ?? '');
    const line = VALUE_SYNONYMS.find((names) => splitNames(names).includes(joined));
    const others =
      line && isPerson ? splitNames(line).filter((other) => other !== joined && other.length > 1) : [];
    const cost =
      FILLERS.has(joined) || Object.values(CLASSES).some((names) => names.split('|').includes(joined))
        ? 2
        : 0;
    const inflected = inflectValue(words);
    return [
      ...entry(words, mention, cost),
      // `PayPal` is two words by its case, and one as people type it.
      ...(words.length > 1 && !text.includes(' ') ? entry([words.join('')], mention, 0) : []),
      ...inflected.flatMap((other) => entry([other], mention, 1)),
      ...others.flatMap((other) => entry(other.split(' ').map(toSingular), mention, 1)),
    ];
  });
}

/** `cancelled` of `canceled`, `returned` of `return`. */
function inflectValue(words: readonly string[]): string[] {
  const [word = '', ...more] = words;
  if (more.length > 0 || word.length < 5) return [];
  if (word.endsWith('eled')) return [`${word.slice(0, -2)}led`];
  return word.endsWith('ed') ? [] : [word.endsWith('e') ? `${word}d` : `${word}ed`];
}

function splitNames(names: string): string[] {
  return names.split(names.includes('|') ? '|' : ' ');
}

/** `return`, `cancellation`: of `returned`, `cancelled`. */
function rootsOf(label: string): string[] {
  if (!label.endsWith('ed')) return [];
  const stem = label.slice(0, -2);
  const isDoubled = stem.at(-1) === stem.at(-2);
  const root = isDoubled ? stem.slice(0, -1) : stem;
  const ending = root.endsWith('it') ? [`${root.slice(0, -1)}ssion`] : [];
  return [stem, `${stem}e`, root, `${root}ation`, `${stem}ation`, `${stem}lation`, ...ending];
}

/** The other of two values. */
function opposite(value: Mention['value'], column: Column): Mention['value'] {
  if (value.kind === 'boolean') return { kind: 'boolean', value: false };
  if (value.kind === 'number') return { kind: 'number', value: 0 };
  const other = column.values.find((text) => value.kind === 'text' && text !== value.value);
  return { kind: 'text', value: other ?? '' };
}

/** What stands for yes in a column of two values. */
function readFlag(column: Column): Mention['value'] | null {
  if (column.type === 'boolean') return { kind: 'boolean', value: true };
  const values = column.values.map((value) => value.toLowerCase());
  if (column.type === 'number' && column.isInteger && column.unique === 2) {
    return values.length === 2 && values.every((value) => value === '0' || value === '1')
      ? { kind: 'number', value: 1 }
      : null;
  }
  const yes = values.findIndex((value) => ['yes', 'y', 'true'].includes(value));
  const isFlag = column.type === 'text' && values.length === 2 && yes >= 0;
  return isFlag ? { kind: 'text', value: column.values[yes] ?? '' } : null;
}

/** "heaviest", "heavier", "how heavy": of the columns that they fit. */
function degreeEntries(source: Source): Entry[] {
  const fieldsOf = (about: string) => {
    const topics = about.split(' ');
    return source.view.fields.filter((field) =>
      topics[0] === 'date'
        ? field.type === 'date' && field.name === source.view.date?.name
        : field.type === 'number' &&
          [...field.words, ...unitWords(field)].some((word) => topics.includes(word)),
    );
  };
  const degrees = DEGREES.flatMap(([most, more, about, isHigh]) =>
    fieldsOf(about).flatMap((field) => {
      const meaning = { field, descending: isHigh };
      return [
        ...toEntries(most, { category: 'Degree', meaning, isName: false }),
        ...toEntries(more, { category: 'Comparative', meaning, isName: false }),
      ].map((entry) => ({ ...entry, cost: about === 'date' ? 1 : 0 }));
    }),
  );
  const adjectives = ADJECTIVES.flatMap(([words, about]) =>
    fieldsOf(about).flatMap((field) =>
      toEntries(words, { category: 'Adjective', meaning: { field, descending: true }, isName: false }),
    ),
  );
  return [...degrees, ...adjectives];
}

/** `minute` of `commute_minutes`, which its words leave out. */
function unitWords({ name }: Field): string[] {
  return wordsOf(name).filter((word) => findUnit(word) !== null);
}
