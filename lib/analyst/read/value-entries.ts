/** The values of a table's columns, in the forms in which people write them. */
import type { Column } from '../query/query.ts';
import { FLAG_ENDINGS, OPPOSITES, VALUE_SYNONYMS } from './concepts.ts';
import type { Entry } from './entry.ts';
import type { Field, Mention } from './meanings.ts';
import { toSingular, wordsOf } from './tokens.ts';
import { CLASSES, FILLERS } from './vocabulary.ts';

export function valueEntries(field: Field, column: Column): Entry[] {
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
      ...(words.length > 1 && FLAG_ENDINGS.has(words.at(-1) ?? '')
        ? entry(words.slice(0, -1), { field, value: flag, label }, 1)
        : []),
      ...rootEntries(root, { field, value: flag, label }),
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
    const line = SYNONYMS_OF.get(joined);
    const others = line && isPerson ? line.filter((other) => other !== joined && other.length > 1) : [];
    const cost = FILLERS.has(joined) || CLASS_WORDS.has(joined) ? 2 : 0;
    // `Reports` are things, and not what was reported.
    const inflected = text.toLowerCase() === joined ? inflectValue(words) : [];
    return [
      ...entry(words, mention, cost),
      // `PayPal` is two words by its case, and one as people type it.
      ...(words.length > 1 && !text.includes(' ') ? entry([words.join('')], mention, 0) : []),
      ...inflected.flatMap((other) => entry([other], mention, 1)),
      ...others.flatMap((other) => entry(other.split(' ').map(toSingular), mention, 1)),
      ...(words.length === 1 ? rootEntries(rootsOf(joined), mention) : []),
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
