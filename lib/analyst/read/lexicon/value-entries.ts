/** The values of a table's columns, in the forms in which people write them. */
import type { Column } from '../../query/query.ts';
import { FLAG_ENDINGS, OPPOSITES, VALUE_SYNONYMS } from '../words/concepts.ts';
import type { Field, Mention } from '../words/meanings.ts';
import { toSingular, wordsOf } from '../words/tokens.ts';
import { CLASSES, FILLERS } from '../words/vocabulary.ts';
import type { Entry } from './entry.ts';

export function valueEntries(field: Field, column: Column): Entry[] {
  const flag = readFlag(column);
  return [
    ...(flag === null ? [] : flagEntries(field, column, flag)),
    ...(column.type === 'text' ? column.values.flatMap((text) => textEntries(field, text)) : []),
  ];
}

function toEntry(words: readonly string[], meaning: Mention, cost: number): Entry {
  return { words, category: 'Value', meaning, cost, isName: true };
}

/** The yes of a column by the column's name, and its no by what is the contrary: "full time" of part time. */
function flagEntries(field: Field, column: Column, flag: Mention['value']): Entry[] {
  const words = field.words.slice(['is', 'has', 'was'].includes(field.words[0] ?? '') ? 1 : 0);
  const last = words.at(-1);
  if (last === undefined) return [];
  const label = words.join(' ');
  const yes: Mention = { field, value: flag, label };
  const no = (name: string): Mention => ({ field, value: opposite(flag, column), label: name });
  const other = OPPOSITES.get(label) ?? '';
  const contrary = other === '' ? [] : [other, `${other}r`];
  const ofOne = [
    toEntry([`un${label}`], no(`not ${label}`), 0),
    toEntry([`${label}ly`], yes, 0),
    ...(label.endsWith('led') ? [toEntry([`${label.slice(0, -2)}led`], yes, 0)] : []),
  ];
  const ofSeveral = [
    toEntry(words.with(-1, `${last}r`), yes, 1),
    ...(FLAG_ENDINGS.has(last) ? [toEntry(words.slice(0, -1), yes, 1)] : []),
  ];
  return [
    toEntry(words, yes, 0),
    ...(words.length === 1 ? ofOne : ofSeveral),
    ...contrary.map((name) => toEntry(name.split(' '), no(other), 0)),
    ...rootEntries(rootsOf(label), yes),
  ];
}

function textEntries(field: Field, text: string): Entry[] {
  const mention: Mention = { field, value: { kind: 'text', value: text }, label: text };
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const joined = words.join(' ');
  const isPerson = joined.length > 1 || ['sex', 'gender'].includes(field.words.at(-1) ?? '');
  const line = SYNONYMS_OF.get(joined);
  const others = line && isPerson ? line.filter((other) => other !== joined && other.length > 1) : [];
  // `Reports` are things, and not what was reported.
  const inflected = text.toLowerCase() === joined ? inflectValue(words) : [];
  return [
    toEntry(words, mention, FILLERS.has(joined) || CLASS_WORDS.has(joined) ? 2 : 0),
    // `PayPal` is two words by its case, and one as people type it.
    ...(words.length > 1 && !text.includes(' ') ? [toEntry([words.join('')], mention, 0)] : []),
    ...inflected.map((other) => toEntry([other], mention, 1)),
    ...others.map((other) => toEntry(other.split(' ').map(toSingular), mention, 1)),
    ...(words.length === 1 ? rootEntries(rootsOf(joined), mention) : []),
  ];
}

/** `cancelled` of `canceled`, `returned` of `return`. */
function inflectValue(words: readonly string[]): string[] {
  const [word = '', ...more] = words;
  if (more.length > 0 || word.length < 5) return [];
  if (word.endsWith('eled')) return [`${word.slice(0, -2)}led`];
  return word.endsWith('ed') ? [] : [word.endsWith('e') ? `${word}d` : `${word}ed`];
}

const SYNONYMS_OF: ReadonlyMap<string, readonly string[]> = new Map(
  VALUE_SYNONYMS.toReversed().flatMap((names) => {
    const line = names.split(names.includes('|') ? '|' : ' ');
    return line.map((name) => [name, line] as const);
  }),
);
const CLASS_WORDS: ReadonlySet<string> = new Set(Object.values(CLASSES).flatMap((names) => names.split('|')));

/** `return`, `cancellation`: of `returned`, `cancelled`. */
function rootsOf(label: string): string[] {
  if (!label.endsWith('ed')) return [];
  const stem = label.slice(0, -2);
  const isDoubled = stem.at(-1) === stem.at(-2);
  const root = isDoubled ? stem.slice(0, -1) : stem;
  const ending = root.endsWith('it') ? [`${root.slice(0, -1)}ssion`] : [];
  return [stem, `${stem}e`, root, `${root}ation`, `${root}al`, `${stem}ation`, `${stem}lation`, ...ending];
}

/** Alone, and in the plural, which cannot be a verb or an amount. */
function rootEntries(roots: readonly string[], meaning: Mention): Entry[] {
  return roots.flatMap((root) => [
    { words: [root], category: 'Root', meaning, cost: 0, isName: true },
    { words: [`${root}s`], category: 'Roots', meaning, cost: 0, isName: false },
  ]);
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
  const yes = values.findIndex((value) => ['yes', 'y', 'true', 'ja', 'oui', 'si', 'sí'].includes(value));
  const isFlag = column.type === 'text' && values.length === 2 && yes >= 0;
  return isFlag ? { kind: 'text', value: column.values[yes] ?? '' } : null;
}
