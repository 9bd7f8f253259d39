/** "Did it rain": a day with an amount of it, or one that is said to be so. */
import type { Condition } from '../query/query.ts';
import { WEATHERS } from './concepts.ts';
import { columnOf, isMention } from './conditions.ts';
import type { Entry } from './entry.ts';
import { findUnit, wordsOf } from './tokens.ts';
import type { Source } from './views.ts';

/** Of several columns that may tell, each: the question is then asked back. */
export function weatherEntries({ columns }: Source): Entry[] {
  return WEATHERS.flatMap(([verbs, amounts, values]) => {
    const told = columns.flatMap(({ field, column }): Condition[] => {
      const words = field.words.filter((word) => findUnit(word) === null);
      const isAmount = field.type === 'number' && Number(field.span?.first ?? -1) >= 0;
      if (isAmount && words.length === 1 && amounts.includes(words[0] ?? ''))
        return [
          { kind: 'compare', left: columnOf(field), operator: '>', right: { kind: 'number', value: 0 } },
        ];
      const own = column.type === 'text' ? column.values.filter((text) => isOneOf(text, values)) : [];
      const isYes = field.type === 'boolean' && words.length === 1 && values.includes(words[0] ?? '');
      if (isYes) return [isMention({ field, value: { kind: 'boolean', value: true }, label: field.name })];
      const [text, ...others] = own;
      if (text === undefined || others.length > 0) return [];
      return [isMention({ field, value: { kind: 'text', value: text }, label: text })];
    });
    return told.flatMap((meaning) =>
      verbs.map((verb) => ({ words: [verb], category: 'Weather', meaning, cost: 0, isName: false })),
    );
  });
}

function isOneOf(text: string, values: readonly string[]): boolean {
  const [word = '', ...more] = wordsOf(text);
  return more.length === 0 && values.includes(word);
}
