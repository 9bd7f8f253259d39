/** What a question says beyond what the table can be asked: a condition or a divisor that no column knows. */
import { readAggregates } from './read-cues.ts';
import type { Word } from './words.ts';

/** Words of a question that columns, values, times and grains account for. */
export type Covered = ReadonlySet<number>;

/** "Price per square metre", "how much rain" without such columns: any figure would answer another question. */
export function asksUnknown(words: readonly Word[], covered: Covered, hasMeasure: boolean): boolean {
  if (!hasMeasure && words[0]?.lower === 'how' && words[1]?.lower === 'much') return true;
  return words.some(
    ({ lower }, at) =>
      lower === 'per' && (isUnknown(words, at + 1, covered) || isRatio(words, at + 1, covered)),
  );
}

const UNIT_NOUN =
  /^(square|sq|sqm|met(er|re)s?|m2?|km|kilomet(er|re)s?|miles?|kg|kilos?|grams?|capita|head|person|inhabitants?|foot|feet|lit(er|re)s?|acres?|hectares?)$/;

/** "Cost per day of stay" divides by a column. */
function isRatio(words: readonly Word[], at: number, covered: Covered): boolean {
  return (
    /^(hour|day|week|month|year)$/.test(words[at]?.lower ?? '') &&
    words[at + 1]?.lower === 'of' &&
    covered.has(at + 2)
  );
}

function isUnknown(words: readonly Word[], at: number, covered: Covered): boolean {
  const next = words.slice(at, at + 3).findIndex(({ lower }) => !/^(the|each|single|unique)$/.test(lower));
  const word = words[at + next];
  // "Average cost per visit": each row is one.
  if (word && readAggregates(words.slice(0, at)).length > 0 && !UNIT_NOUN.test(word.lower)) return false;
  return word !== undefined && !covered.has(at + next) && !/^(cent|row|rows|record|entry)$/.test(word.lower);
}

/** Words that follow the counted thing and add no condition. */
const EMPTY_WORDS =
  /^(there|exist|exists|overall|altogether|total|rows?|records?|entries|observations?|listed|contained|recorded|taken|made|played|answered|responded|took|held|collected|measured|available|present|included|came|come|happened|occurred|different|unique|distinct|average|data|dataset|file|survey|questionnaire|log|list|report|after|before|since|during|until|table|csv|sheet|placed|visited|number|more|less|fewer|over|under|above|below|least|most|between|exactly|higher|lower|greater)$/;

/** Words of "how many A …" that look like a condition nothing in the table meets. */
export function findUnmetWords(
  words: readonly Word[],
  covered: Covered,
  stops: ReadonlySet<string>,
): string[] {
  const many = words.findIndex(({ lower }) => lower === 'many' || lower === 'often');
  if (many < 0) return [];
  const verb = words.findIndex(
    ({ lower }, at) =>
      at > many &&
      /^(is|are|was|were|did|do|does|have|has|had|with|in|for|that|who|which|\w+ed)$/.test(lower),
  );
  if (verb < 0) return [];
  return words
    .filter(
      ({ lower }, at) => at >= verb && !covered.has(at) && !stops.has(lower) && !EMPTY_WORDS.test(lower),
    )
    .map(({ raw }) => raw);
}

const COMPARATIVE =
  /^(more|less|fewer|higher|lower|bigger|larger|smaller|greater|better|worse|longer|shorter|older|younger|heavier|lighter|faster|slower|cheaper|taller|warmer|colder|hotter|richer|stronger|wetter|drier)$/;

/** "Do older patients cost more?": two comparatives ask how two columns go together. */
export function comparesTwice(words: readonly Word[]): boolean {
  const asks = /^(do|does|did|are|is|the)$/.test(words[0]?.lower ?? '');
  const count = words.filter(
    ({ lower }, at) => COMPARATIVE.test(lower) && words[at + 1]?.lower !== 'than',
  ).length;
  return asks && count > 1;
}
