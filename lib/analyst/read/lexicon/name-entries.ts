/** What a table, its columns, and what is said of them are called by. */
import { ADJECTIVES, DATE_ENDINGS, DATE_VERBS, DEGREES, SIDE_COSTS, UNIT_NOUNS } from '../words/concepts.ts';
import { isLevel } from '../words/figures.ts';
import type { Field } from '../words/meanings.ts';
import { findUnit, wordsOf } from '../words/tokens.ts';
import { isNumbering, type Source, synonymsOf } from '../words/views.ts';
import {
  ID_WORDS,
  MEASURED_ENDINGS,
  NAME_BEGINNINGS,
  NAME_COMPANIONS,
  NAME_ENDINGS,
  PARTICIPLES,
} from '../words/vocabulary.ts';
import { type Entry, toEntries } from './entry.ts';
import { dayEntries, rowVerbEntries } from './row-entries.ts';
import { valueEntries } from './value-entries.ts';

/** The names of a view: columns, values, rows, and adjectives that are about a column. */
export function nameEntries(source: Source): Entry[] {
  const taken = listTaken(source);
  const toNouns = (nouns: ReadonlyMap<string, number>, category: string) =>
    [...nouns]
      .filter(([noun, cost]) => cost < 2 || !taken.has(noun))
      .flatMap(([noun, cost]) => toEntries(noun, { category, meaning: noun, cost, isName: true }));
  const columns = source.columns.flatMap(({ field, column }) => [
    ...columnEntries(field, taken),
    ...valueEntries(field, column),
  ]);
  return [
    ...toNouns(source.nouns, 'Noun'),
    ...toNouns(source.others, 'Other'),
    ...columns,
    ...rowVerbEntries(source, taken),
    ...dayEntries(source),
    ...degreeEntries(source),
  ];
}

const CATEGORY_OF = { number: 'Num', text: 'Text', date: 'Date', boolean: 'Flag', empty: 'Col' } as const;

function columnEntries(field: Field, taken: ReadonlySet<string>): Entry[] {
  const isCode =
    field.type === 'number' &&
    (ID_WORDS.has(field.words.at(-1) ?? '') || (field.isIdentifier && isNumbering(field, field.unique)));
  const category = isCode ? 'Text' : CATEGORY_OF[field.type];
  return namesOf(field)
    .filter(
      ({ words, cost }) => cost < 2 || !words.some((word) => taken.has(word) && !field.words.includes(word)),
    )
    .flatMap(({ words, cost }) => {
      const isVerb = field.type === 'date' && cost === 2 && words.length === 1;
      // "kilometers per month", of `Distance (km)`, are all of them. A column of that name can be of single values.
      const [word = '', ...more] = words;
      const isOwn = more.length > 0 || field.words.includes(word);
      const isUnit = !isOwn && findUnit(word) !== null && !isLevel(field);
      const meaning = isUnit && field.type === 'number' ? { ...field, isAdditive: true } : field;
      return [...new Set([category, 'Col', ...(isVerb ? ['Happened'] : [])])].map((name) => ({
        words,
        category: name,
        meaning,
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
interface Name {
  readonly words: readonly string[];
  readonly cost: number;
}

function namesOf(field: Field): Name[] {
  const { words } = field;
  const [first = '', second] = words;
  const isShort = words.length === 1;
  const last = words.at(-1) ?? '';
  const end = NAME_ENDINGS.has(last) && !isShort ? words.slice(0, -1) : words;
  const names: Name[] = [{ words: wordsOf(field.name), cost: 0 }, { words, cost: 0 }, ...synonymNames(end)];
  names.push(...unitNames(field));
  // "type of member", of `Member Type`.
  if (words.length === 2) names.push({ words: [last, 'of', first], cost: 1 });
  if (NAME_BEGINNINGS.has(first) && !isShort)
    names.push({ words: words.slice(second === 'of' ? 2 : 1), cost: 0 });
  if (!isShort && isParticiple(last)) names.push({ words: words.slice(0, -1), cost: 1 });
  if (end !== words) names.push({ words: end, cost: 1 });
  else if (!isShort) names.push({ words: [last], cost: 3 });
  if (ID_WORDS.has(last) && !isShort)
    names.push(...[...ID_WORDS].map((other) => ({ words: words.with(-1, other), cost: 1 })));
  if (field.isIdentifier && ID_WORDS.has(last)) names.push({ words: ['id'], cost: 3 });
  if (MEASURED_ENDINGS.has(last) && !isShort) names.push({ words: words.slice(0, -1), cost: 3 });
  return [...names, ...typeNames(field)].filter(({ words: name }) => name.length > 0);
}

/** What columns of its type are called by beside their name. */
function typeNames({ type, words }: Field): Name[] {
  if (type === 'date') return dateNames(words);
  if (type !== 'text' && type !== 'number') return [];
  const companions = NAME_COMPANIONS[type].split(' ').map((other) => ({ words: [...words, other], cost: 1 }));
  // "mark in maths", of a column for each subject.
  const marks = type === 'number' && words.length === 1 ? ['mark', 'grade'] : [];
  return [...companions, ...marks.map((mark) => ({ words: [mark, 'in', ...words], cost: 2 }))];
}

/** `kWh used` by what the unit measures, where the name says nothing else. */
function unitNames({ name }: Field): Name[] {
  const words = wordsOf(name);
  const [unit, ...others] = words.filter((word) => UNIT_NOUNS.has(word));
  const isAll = words.every((word) => word === unit || isParticiple(word));
  if (unit === undefined || others.length > 0 || !isAll) return [];
  const nouns = UNIT_NOUNS.get(unit)?.split(' ') ?? [];
  return [unit, ...nouns].map((word) => ({ words: [word], cost: 2 }));
}

/** `Honey taken`, `units_sold`: what was done with it need not be said. */
function isParticiple(word: string): boolean {
  return (word.endsWith('ed') && word.length > 4) || PARTICIPLES.has(word);
}

/** With a word replaced by another for the same, and the last word alone replaced. What something cost may be its price. */
function synonymNames(words: readonly string[]): Name[] {
  return words.flatMap((word, index) =>
    synonymsOf(word).flatMap((other) => {
      const isHead = words.length > 1 && index === words.length - 1;
      return [
        { words: words.with(index, other), cost: 2 },
        ...(isHead ? [{ words: [other], cost: other === 'cost' ? 3 : 4 }] : []),
      ];
    }),
  );
}

/** `first_response_at` without its `at`, and by the verbs and nouns of what happens then. */
function dateNames(words: readonly string[]): Name[] {
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
  const isTurned = words.length === 2 && words[0] === 'date';
  const [verb, last] = isTurned ? words.toReversed() : words;
  if (!verb || words.length !== 2 || !['date', 'time', 'at', 'day', 'on'].includes(last ?? '')) return [];
  return verb.endsWith('e')
    ? [`${verb}d`]
    : [verb, `${verb}ed`, `${verb}${verb.slice(-1)}ed`].slice(verb.endsWith('ed') ? 0 : 1);
}

/** "heaviest", "heavier", "how heavy": of the columns that they fit. */
function degreeEntries({ view: { fields, date }, suggested }: Source): Entry[] {
  const fieldsOf = (about: string) => {
    const topics = about.split(' ');
    // Less time for less distance is not faster.
    if (about === SPEED_BY_TIME && fields.some(({ words }) => words.some((word) => DISTANCES.has(word))))
      return [];
    if (about === 'date') return date?.type === 'date' ? [date] : [];
    const ranked = fields.flatMap((field) => {
      const words = [...field.words, ...unitWords(field)];
      const ranks = topics.flatMap((topic, rank) => (words.includes(topic) ? [rank] : []));
      return field.type === 'number' && ranks.length > 0 ? [{ field, rank: Math.min(...ranks) }] : [];
    });
    // The most expensive has the highest price rather than the highest shipping cost.
    const main = ranked.filter(({ field: { words } }) => !words.some((word) => SIDE_COSTS.has(word)));
    const fitting = main.length > 0 ? main : ranked;
    const best = Math.min(...fitting.map(({ rank }) => rank));
    return fitting.flatMap(({ field, rank }) => (rank === best ? field : []));
  };
  // The latest bus can be the one that was most late.
  const isUnclear = suggested !== null && fields.some(({ words }) => words.includes('delay'));
  const degrees = DEGREES.flatMap(([about, ...ends]) =>
    ends.flatMap(([most, more] = ['', ''], at) => {
      const descending = at === 0;
      const fitting = isUnclear && about === 'date' ? [] : preferEnd(fieldsOf(about), descending);
      const cost = about === 'date' ? 1 : 0;
      return fitting.flatMap((field) => {
        const entry = { meaning: { field, descending }, cost, isName: false };
        return [
          ...toEntries(most, { ...entry, category: 'Degree' }),
          ...toEntries(more, { ...entry, category: 'Comparative' }),
        ];
      });
    }),
  );
  const adjectives = ADJECTIVES.flatMap(([words, about]) =>
    fieldsOf(about).flatMap((field) => {
      const meaning = { field, descending: true };
      return toEntries(words, { category: 'Adjective', meaning, cost: 0, isName: false });
    }),
  );
  return [...degrees, ...adjectives];
}

const SPEED_BY_TIME = 'duration minute';
const DISTANCES: ReadonlySet<string> = new Set('distance km kilometer mile'.split(' '));

const ENDS = { high: ['max', 'maximum', 'high', 'highest'], low: ['min', 'minimum', 'low', 'lowest'] };

/** The hottest day is the one with the highest `temp_max`, not the highest `temp_min`. */
function preferEnd(fields: readonly Field[], isHigh: boolean): readonly Field[] {
  const opposite = isHigh ? ENDS.low : ENDS.high;
  const kept = fields.filter(({ name }) => !wordsOf(name).some((word) => opposite.includes(word)));
  return kept.length > 0 ? kept : fields;
}

/** `minute` of `commute_minutes`, which its words leave out, and of a column of times such as `0:43:41`. */
function unitWords({ name, unit }: Field): string[] {
  const ofValues = unit === null ? null : findUnit(unit);
  return [...wordsOf(name).filter((word) => findUnit(word) !== null), ...(ofValues ? [ofValues] : [])];
}
