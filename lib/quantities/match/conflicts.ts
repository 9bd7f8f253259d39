/** What forbids that a number says a value, however equal the two are: another unit, or a label that names another value. */
import type { Mention, NearWord } from '../answer/read-mentions.ts';
import type { SourceValue } from '../source/source-value.ts';
import { findUnit, readDenominator } from '../text/units.ts';
import { readWords } from '../text/words.ts';
import { NOUN_AFTER } from './agreement.ts';
import type { LabelsByStem, ValueIndex } from './value-index.ts';

/** Whether the sentence says something of the number that the output contradicts. What it does not say contradicts nothing. */
export function conflicts(mention: Mention, value: SourceValue, index: ValueIndex): boolean {
  return isOfOtherUnit(mention, value) || isPerOther(mention, value) || isOfOtherLabel(mention, value, index);
}

/** Money is not what an output counts, and what the answer counts has no unit of measurement. */
function isOfOtherUnit(mention: Mention, value: SourceValue): boolean {
  const own = value.unit.unit;
  const { unit, after } = mention;
  const { row, column } = value;
  if (row.stems.has('count') || column.stems.has('count'))
    return unit?.dimension.startsWith('currency') ?? false;
  if (unit === null) {
    if (own === null || own.dimension === 'percent' || !isCount(mention)) return false;
    const noun = readWords(after.slice(0, MAX_NOUN)).at(0)?.stem;
    return noun !== undefined && ![row, column].some(({ stems }) => stems.has(noun));
  }
  if (own !== null || !Number.isInteger(value.value) || !unit.dimension.startsWith('currency')) return false;
  const name = column.text === '' ? row.text : column.text;
  return PLURAL.test(name) && !MONEY.test(name);
}

/** “€421.37 per kWh” is not what `eur_mwh` has. */
function isPerOther({ after }: Mention, { row, column }: SourceValue): boolean {
  const said = findUnit(PER.exec(after)?.[1] ?? '');
  const own = said === null ? null : readDenominator(column.text === '' ? row.text : column.text);
  return said !== null && own !== null && own.dimension === said.dimension && own.factor !== said.factor;
}

const PER = /^[\s\u2060]*(?:per|pro|par|por|\/)[\s\u2060]*(\p{L}+[²³]?)/iu;

const MAX_NOUN = 40;
/** Things, such as `orders`, and what is paid for them, such as `fees`. */
const PLURAL = /(?:^|[^\p{L}])\p{Ll}{2,}[^s\P{L}]s$/iu;
const MONEY =
  /sales|earn|revenue|gross|net(?!\p{L})|price|cost|fee|fare|amount|total|spend|spent|expens|income|wage|salar|profit|loss|margin|pay|paid|bill|fine|tax|debt|rent|charge|refund|saving|deposit|balance|budget|asset|liabilit|fund|gain|return|contribution|deduction|damage|donation|grant|subsid|bonus|tip|toll|loan|credit|dollar|euro|usd|eur|gbp|cash|value|due|proceeds|takings|turnover/iu;

function isCount({ amount, after }: Mention): boolean {
  return amount.kind === 'digits' && amount.step >= 1 && NOUN_AFTER.test(after);
}

/**
 * Whether the words of the number name another row or column of the table, and not that of the value: then it is said of that
 * one, and is equal by chance.
 */
function isOfOtherLabel(mention: Mention, value: SourceValue, index: ValueIndex): boolean {
  const { group, row, column } = value;
  const { amount, words } = mention;
  // The number itself can name the row: “2 threads”.
  if (group.kind !== 'table' || row.stems.has(`#${amount.value}`)) return false;
  const { rows, columns } = index.labelsOf(group);
  const titles = new Set(words.flatMap(({ stem, distance }) => (distance === 0 ? stem : [])));
  const near = new Set(words.flatMap((word) => (isOwn(mention, word) ? word.stem : [])));
  return (
    isNamedLess(mention, row.stems, rows, near, titles) ||
    isNamedLess(mention, column.stems, columns, titles, titles) ||
    isOnlyOther(mention, row.stems, rows)
  );
}

/** Characters. */
const NEAR = 30;

/** Whether a word is about this number rather than the one before or after it. */
function isOwn({ amount, before, after }: Mention, { start, end, distance }: NearWord): boolean {
  if (distance === 0) return true;
  if (distance > NEAR) return false;
  if (start >= amount.end) return !/[\d,;:.(|]/.test(after.slice(0, start - amount.end));
  const between = before.slice(before.length - (amount.start - end));
  const lead = before.slice(0, before.length - (amount.start - start));
  return !/\d/.test(between) && !/\d[\s\u2060]*$/.test(lead);
}

/** Words for many things, which name a row or a column only together with others. */
const GENERAL = new Set(
  'count sum mean median min max deviation share row column quartile change difference distinct missing'.split(
    ' ',
  ),
);

/** Whether one of the others is said wholly, while of this label nothing is said that the other has not. */
function isNamedLess(
  mention: Mention,
  own: ReadonlySet<string>,
  others: LabelsByStem,
  said: ReadonlySet<string>,
  titles: ReadonlySet<string>,
): boolean {
  if (isGeneral(own)) return false;
  const { stems, leadStems } = mention;
  const known = [...own].filter((stem) => stems.has(stem));
  if (known.length === own.size) return false;
  const above = [...own].filter((stem) => leadStems.has(stem));
  return [...said].some((stem) => {
    if (own.has(stem) || GENERAL.has(stem)) return false;
    // What stands above may be about another number, where the cell of a table has names of its own.
    const also = titles.has(stem) ? known : [...known, ...above];
    return listWhole(stem, others, stems).some((other) => also.every((each) => other.has(each)));
  });
}

/** Whether the whole sentence names one row, and it is another one. */
function isOnlyOther({ stems, leadStems }: Mention, own: ReadonlySet<string>, others: LabelsByStem): boolean {
  if (isGeneral(own) || [...own].some((stem) => stems.has(stem) || leadStems.has(stem))) return false;
  let named: ReadonlySet<string> | null = null;
  for (const stem of stems) {
    if (GENERAL.has(stem)) continue;
    for (const label of listWhole(stem, others, stems)) {
      if (named !== null && named !== label) return false;
      named = label;
    }
  }
  return named !== null;
}

function isGeneral(own: ReadonlySet<string>): boolean {
  return own.size === 0 || own.has('count') || own.has('sum');
}

/** Labels with the word of which all words are said. */
function listWhole(
  stem: string,
  labels: LabelsByStem,
  stems: ReadonlySet<string>,
): readonly ReadonlySet<string>[] {
  const found = labels.get(stem)?.slice(0, MAX_LABELS) ?? [];
  return found.filter((label) => [...label].every((each) => stems.has(each)));
}

/** More have no word in common that tells them apart. */
const MAX_LABELS = 100;
