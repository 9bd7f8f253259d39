/** Which answers give the same values, as far as both are written. */
import { expect, test } from 'vitest';
import { readFigure } from '../../../lib/quantities/compare-figure.ts';
import { type AnswerValues, giveSameValues } from '../../../lib/runtime/ways/compare-values.ts';
import { findPairWinner } from '../../../lib/runtime/ways/judge-pairs.ts';

function values(...texts: string[]): AnswerValues {
  const computed = texts.map((text) => {
    const amount = readFigure(text, text);
    const kind = amount ? ('number' as const) : ('name' as const);
    return { kind, text, printed: text, label: '', cellId: 'c', amount };
  });
  return { computed, unfounded: [] };
}

test.each([
  [['4242'], ['4,242'], true],
  [['12.3 %'], ['12.34 %'], true],
  [['4.2 kg'], ['4,200 g'], true],
  [['12 kg'], ['12 %'], false],
  [['41.5'], ['41.6'], false],
  // More is said, and the result is in both.
  [['42'], ['42', '100'], true],
  [['7'], ['12', '7'], false],
  // What is repeated counts once.
  [['1', '2', '1'], ['1', '2', '3'], true],
  [['1', '2', '4'], ['1', '2', '3'], false],
  [['Gentoo', '5076'], ['5076'], true],
  [['Gentoo', '5076'], ['Adelie', '5076'], false],
  [['Gentoo'], ['5076'], false],
  [[], [], false],
])('%j and %j: %s', (one, other, isSame) => {
  expect(giveSameValues(values(...one), values(...other))).toBe(isSame);
  expect(giveSameValues(values(...other), values(...one))).toBe(isSame);
});

test('a pair has a winner where both orders agree and are sure', () => {
  const say = (winner: string | null, confidence = 0.9) => ({
    firstShown: 'a',
    winner,
    confidence,
    reason: '',
  });
  expect(findPairWinner([say('a'), say('a')])).toBe('a');
  expect(findPairWinner([say('a'), say('b')])).toBe(null);
  expect(findPairWinner([say('a'), say('a', 0.6)])).toBe(null);
  expect(findPairWinner([say('a')])).toBe(null);
});
