/** Words of one family with a value or a date: those in Engineering are engineers, and they joined on their start date. */
import { BEGIN_VERBS, BEGIN_WORDS, GROUPS_OF_PEOPLE, WHO_WORDS } from './concepts.ts';
import type { Entry } from './entry.ts';
import type { Field } from './meanings.ts';
import { wordsOf } from './tokens.ts';
import type { Source } from './views.ts';

export function familyEntries(source: Source): Entry[] {
  return isOfPeople(source) ? [...agentEntries(source), ...beginEntries(source)] : [];
}

const PEOPLE = 'person employee staff member worker student'.split(' ');

/** Whether each row is somebody else: of shifts or orders, people would be counted several times. */
function isOfPeople({ view, nouns }: Source): boolean {
  const isRepeated = (one: Field) =>
    one.words.some((word) => WHO_WORDS.has(word)) && !one.isIdentifier && one.type !== 'boolean';
  const isNamed = PEOPLE.some((noun) => nouns.has(noun));
  return isNamed && view.rows.kind !== 'join' && !view.fields.some(isRepeated);
}

/** "engineers": those whose team is Engineering, where no column or other value has the word. */
function agentEntries({ columns }: Source): Entry[] {
  const names = columns.flatMap(({ field, column }) => [
    field.words,
    ...(column.type === 'text' ? column.values.map(wordsOf) : []),
  ]);
  const known = new Set(names.flat());
  return columns.flatMap(({ field, column }) => {
    const isOfPeople = column.type === 'text' && GROUPS_OF_PEOPLE.has(field.words.at(-1) ?? '');
    return (isOfPeople ? column.values : []).flatMap((text): Entry[] => {
      const [word = '', ...more] = wordsOf(text);
      if (more.length > 0 || !word.endsWith('ing') || word.length < MIN_LETTERS) return [];
      const stem = word.slice(0, -'ing'.length);
      const agent = stem.endsWith('er') ? stem : `${stem}er`;
      const meaning = { field, value: { kind: 'text', value: text }, label: text };
      return known.has(agent) ? [] : [{ words: [agent], category: 'Value', meaning, cost: 2, isName: true }];
    });
  });
}

/** `King` and `Spring` are not what somebody does. */
const MIN_LETTERS = 8;

/** "joined", "hired": on the only date that says when somebody began. */
function beginEntries({ view }: Source): Entry[] {
  const [field, ...others] = view.fields.filter(
    ({ type, words }) => type === 'date' && words.some((word) => BEGIN_WORDS.has(word)),
  );
  if (!field || others.length > 0) return [];
  return BEGIN_VERBS.filter((verb) => !field.words.includes(verb)).map((verb) => ({
    words: [verb],
    category: 'Happened',
    meaning: field,
    cost: 2,
    isName: true,
  }));
}
