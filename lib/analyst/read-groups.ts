/** Which columns or calendar parts a question groups by. */
import {
  type Dataset,
  findDateColumn,
  findYearColumn,
  isIdentifier,
  isRecurringId,
  isRowNumber,
  isYear,
} from './dataset.ts';
import type { Mention } from './match-columns.ts';
import type { Ranking } from './read-cues.ts';
import { readGrains } from './read-time.ts';
import type { Grain, Group } from './reading.ts';
import type { Word } from './words.ts';

const MAX_NUMERIC_GROUPS = 31;
/** With fewer repeats than this, a name that occurs twice is rather a coincidence. */
const MOSTLY_SINGLE = 0.9;

/** Groups in the question's order, at most three. `target` is counted, so it does not group. */
export function readGroups(
  words: readonly Word[],
  mentions: readonly Mention[],
  dataset: Dataset,
  target: Mention | null,
): Group[] {
  const durations = findDurations(words, mentions, dataset);
  const grouping = mentions.filter(
    (mention) =>
      mention !== target && !durations.includes(mention) && groupsBy(words, mention, dataset.rows, mentions),
  );
  const named = grouping.map((mention) => ({ at: mention.from, group: toGroup(mention) }));
  const covered = new Set(mentions.flatMap(({ at }) => at));
  const timed = readGrains(words)
    .filter(
      ({ at }) =>
        !covered.has(at) ||
        durations.some(({ from }) => from === at) ||
        mentions.some(({ column, from }) => from === at && column.kind === 'date'),
    )
    .flatMap(({ grain, at }) => {
      const group = toTimeGroup(words, grain, dataset);
      return group ? [{ at, group }] : [];
    });
  const groups = [...named, ...timed].toSorted((left, right) => left.at - right.at).map(({ group }) => group);
  return dropRepeats(groups).slice(0, 3);
}

/** "Busiest hour" is of the calendar where there is one, and no `resolution_hours` or `Duration (min)`. */
export function findDurations(
  words: readonly Word[],
  mentions: readonly Mention[],
  dataset: Dataset,
): readonly Mention[] {
  if (!findDateColumn(dataset)) return [];
  const spots = new Set(readGrains(words).map(({ at }) => at));
  return mentions.filter(
    ({ column, at, literal }) =>
      column.kind === 'number' &&
      at.length === 1 &&
      at.some((index) => spots.has(index)) &&
      (DURATION.test(column.name) || !literal),
  );
}

const DURATION = /[_\-. ](hours|hrs|days|weeks|months|minutes)$|[a-z](Hours|Days|Weeks|Months|Minutes)$/i;

const PERSON =
  /(^|[^a-z])(rep|person|employee|staff|agent|seller|salesman|manager|driver|player|student|customer|client|user|author|doctor|teacher|member|worker|person|[a-z]*keeper|inspector|operator|nurse|vet|technician|engineer|pilot|guide)([ _.]?name)?$/i;

/** "Who sold the most": over the rows of each person, when the table names persons again and again. */
export function addPerson(
  words: readonly Word[],
  groups: readonly Group[],
  dataset: Dataset,
  { superlative }: Ranking,
): readonly Group[] {
  if (!superlative || groups.length > 0 || words[0]?.lower !== 'who') return groups;
  const persons = dataset.columns.filter(
    ({ name, kind, unique }) => kind === 'text' && PERSON.test(name) && unique * 2 <= dataset.rows,
  );
  const [only, ...others] = persons;
  return only && others.length === 0 ? [{ column: only.name, grain: null }] : groups;
}

function dropRepeats(groups: readonly Group[]): Group[] {
  return groups.filter(
    (group, index) =>
      groups.findIndex(({ column, grain }) => column === group.column && grain === group.grain) === index,
  );
}

/** A text column with a value of its own in most rows names the rows; it groups only when that is said. */
function groupsBy(
  words: readonly Word[],
  mention: Mention,
  rows: number,
  mentions: readonly Mention[],
): boolean {
  const { column } = mention;
  if (column.kind === 'date') return false;
  if (isRowNumber(column, rows)) return false;
  const cued = hasGroupCue(words, mention.from) || isRanked(words, mention.from);
  if (isRecurringId(column, rows) && cued) return true;
  if (column.kind === 'text' && column.unique * 2 > rows)
    return (
      mention.literal && (hasGroupCue(words, mention.from) || (cued && column.unique < rows * MOSTLY_SINGLE))
    );
  if (column.kind === 'text' && mention.headless && !cued) return false;
  if (column.kind === 'text' || column.kind === 'boolean') return true;
  if (isYear(column) && !mention.literal && !hasGroupCue(words, mention.from)) return false;
  if (isYear(column)) return !/^(last|first)$/.test(words[mention.from - 1]?.lower ?? '');
  if (ranksBy(words, mention.from, mentions)) return false;
  return column.unique <= MAX_NUMERIC_GROUPS && column.integer && hasGroupCue(words, mention.from);
}

/** "Top 5 customers by quantity" ranks by the number, unless another number is before it. */
function ranksBy(words: readonly Word[], from: number, mentions: readonly Mention[]): boolean {
  const rank = words.findIndex(({ lower }) =>
    /^(top|bottom|best|worst|rank(ed|ing)?|sort(ed)?|order(ed)?)$/.test(lower),
  );
  const by = words.findLastIndex(({ lower }, at) => at < from && lower === 'by');
  if (rank < 0 || by < rank || from - by > 2) return false;
  return !mentions.some(
    ({ column, from: at }) => column.kind === 'number' && !isIdentifier(column) && at > rank && at < by,
  );
}

/** With a date or year column named, the other ones are not meant: "built after 1990", "discharges per month". */
export function focusTime(dataset: Dataset, words: readonly Word[], mentions: readonly Mention[]): Dataset {
  const named = mentions.filter(
    ({ column, literal, at }) =>
      literal &&
      (column.kind === 'date' || (isYear(column) && at.some((index) => words[index]?.stem !== 'year'))),
  );
  if (named.length === 0) return dataset;
  const isOther = (name: string) => !named.some(({ column }) => column.name === name);
  const columns = dataset.columns.filter(
    (column) => !(isOther(column.name) && (column.kind === 'date' || isYear(column))),
  );
  return { ...dataset, columns };
}

/** Whether "by", "per", "each", "which" … is before this word. */
export function hasGroupCue(words: readonly Word[], from: number): boolean {
  for (let at = from - 1; at >= Math.max(0, from - 3); at--) {
    const word = words[at]?.lower ?? '';
    if (/^(by|per|each|every|across|which)$/.test(word)) return true;
    if (!/^(the|number|of|different|and)$/.test(word)) return false;
  }
  return false;
}

/** "Top 5 suppliers", "the three biggest customers": those are ranked, not their rows. */
function isRanked(words: readonly Word[], from: number): boolean {
  const before = words.slice(Math.max(0, from - 2), from).map(({ lower }) => lower);
  const last = before.at(-1) ?? '';
  const rank = /^(\d{1,3}|two|three|four|five|six|seven|eight|nine|ten)$/.test(last) ? before.at(-2) : last;
  return /^(top|bottom|best|worst|biggest|largest|smallest)$/.test(rank ?? '');
}

function toGroup(mention: Mention): Group {
  return { column: mention.column.name, grain: null };
}

/** "Which month … on average" means the calendar month over all years; "by month" means each one. */
function toTimeGroup(words: readonly Word[], grain: Grain, dataset: Dataset): Group | null {
  const date = findDateColumn(dataset);
  const year = findYearColumn(dataset);
  if (year && grain === 'year') return { column: year.name, grain: null };
  if (year && grain === 'decade' && !date) return { column: year.name, grain };
  const literal = dataset.columns.find(({ name }) => name.toLowerCase() === grain);
  if (literal && literal.kind !== 'date') return { column: literal.name, grain: null };
  if (!date) return null;
  const text = words.map(({ lower }) => lower).join(' ');
  // "Our best month" is one month of one year.
  const single =
    /\b(best|worst)\b/.test(text) && !/\b(average|typical|usual|mean)|calendar|season/.test(text);
  const calendar =
    grain === 'month' &&
    !single &&
    /\b(which|what) (calendar )?month\b|month of (the )?year|calendar month|(average|typical|usual|mean)\b.*\b(by|per|each|every) month\b|season|est month/.test(
      text,
    );
  return { column: date.name, grain: calendar ? 'calendar-month' : grain };
}
