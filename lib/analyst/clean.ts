/** Turns text that is evidently dates or numbers into dates and numbers, and checks what that cost. */
import { type Analysis, describeFailure, GiveUp, type Observation } from './analysis.ts';
import type { Column } from './dataset.ts';
import { type HtmlTable, readCell } from './html-table.ts';
import { findUnit, NUMBER, sharesUnit, writeNumber } from './number-text.ts';
import { quote, quoteAll } from './python-literals.ts';

const ISO_DATE = /^\d{4}[-/.]\d{1,2}([-/.]\d{1,2})?([T ]\d{1,2}:\d{2}.*)?$/;
const DAY_MONTH_DATE = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})( \d{1,2}:\d{2}.*)?$/;
const NAMED_MONTH_DATE =
  /^(\w{3,9},? )?(\d{1,2}[ -])?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?[ -](\d{1,2},? )?'?(\d{4}|\d{2})( .*)?$/i;
const COMPACT_DATE = /^(19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(\.0)?$/;

interface Conversion {
  name: string;
  to: 'date' | 'number';
  code: string;
  /** The same, but what cannot be read becomes missing. */
  lenientCode: string;
  unit?: string | null;
}

/** Converts in one cell; when a value resists, once more with `errors="coerce"`, and counts how many were lost. */
export function* cleanColumns(columns: readonly Column[]): Analysis<Column[]> {
  const conversions = columns.map(planConversion).filter((plan) => plan !== null);
  const dates = columns.filter((column) => column.kind === 'date').map((column) => column.name);
  if (conversions.length === 0 && dates.length === 0) return [...columns];
  const names = [...conversions.map(({ name }) => name), ...dates];
  const lines = conversions.map(({ code }) => code);
  let observation = yield { say: explain(conversions), code: writeCell(lines, names) };
  if (!observation.ok && conversions.length > 0) {
    observation = yield {
      say: `One value could not be converted (${describeFailure(observation).slice(0, 120)}). I convert what can be and count the rest as missing.`,
      code: writeCell(
        conversions.map(({ lenientCode }) => lenientCode),
        names,
      ),
    };
  }
  if (!observation.ok) throw new GiveUp(`I could not convert the columns (${describeFailure(observation)}).`);
  return readCleaned(columns, conversions, observation);
}

function explain(conversions: Conversion[]): string {
  const list = (to: Conversion['to']) =>
    conversions.filter((each) => each.to === to).map(({ name }) => `\`${name}\``);
  const [dates, numbers] = [list('date'), list('number')];
  const parts = [
    ...(dates.length > 0 ? [`${dates.join(', ')} as dates`] : []),
    ...(numbers.length > 0 ? [`${numbers.join(', ')} as numbers`] : []),
  ];
  if (parts.length === 0) return 'I check which time span the dates cover.';
  return `Some columns are text so far: I read ${parts.join(' and ')}, and check the result.`;
}

function writeCell(lines: string[], names: string[]): string {
  const list = quoteAll(names);
  const bounds = '"min": converted.min(), "max": converted.max()';
  if (lines.length === 0) return `converted = df[${list}]\npd.DataFrame({${bounds}})`;
  return [
    `filled = df[${list}].notna().sum()`,
    ...lines,
    '',
    `converted = df[${list}]`,
    `pd.DataFrame({"lost": filled - converted.count(), ${bounds}})`,
  ].join('\n');
}

function planConversion(column: Column): Conversion | null {
  const { name, kind, examples } = column;
  const target = `df[${quote(name)}]`;
  const values = examples.filter((value) => !/^(n\/?a|-+|\?|unknown|none|null|nan)?$/i.test(value.trim()));
  if (values.length === 0) return null;
  const fits = (pattern: RegExp) =>
    values.filter((value) => pattern.test(value.trim())).length >= values.length * 0.6;
  if (kind === 'number' && /date|day|datum|fecha/i.test(name) && fits(COMPACT_DATE)) {
    return planDate(name, `${target}.astype("Int64").astype(str)`, ', format="%Y%m%d"');
  }
  if (kind !== 'text') return null;
  if (fits(ISO_DATE) || fits(NAMED_MONTH_DATE)) return planDate(name, target, '');
  if (fits(DAY_MONTH_DATE)) return planDate(name, target, isDayFirst(values) ? ', dayfirst=True' : '');
  if (
    fits(NUMBER) &&
    sharesUnit(values) &&
    !/(^|[^a-z])(id|code|zip|phone|postcode|version|isbn)([^a-z]|$)/i.test(name)
  ) {
    return { name, to: 'number', ...writeNumber(name, values), unit: findUnit(values) };
  }
  return null;
}

function planDate(name: string, source: string, options: string): Conversion {
  const target = `df[${quote(name)}]`;
  const mixed = options.includes('format') ? '' : ', format="mixed"';
  return {
    name,
    to: 'date',
    code: `${target} = pd.to_datetime(${source}${options})`,
    lenientCode: `${target} = pd.to_datetime(${source}${options}${mixed}, errors="coerce")`,
  };
}

function isDayFirst(values: string[]): boolean {
  const parts = values.map((value) => DAY_MONTH_DATE.exec(value.trim()));
  if (parts.some((match) => Number(match?.[3]) > 12)) return false;
  return parts.some((match) => Number(match?.[1]) > 12 || match?.[2] === '.');
}

function readCleaned(
  columns: readonly Column[],
  conversions: Conversion[],
  observation: Observation,
): Column[] {
  const table = observation.tables.at(-1);
  if (!table) return [...columns];
  return columns.map((column) => {
    const planned = conversions.find(({ name }) => name === column.name);
    const to = planned?.to ?? (column.kind === 'date' ? 'date' : null);
    if (to === null) return column;
    const unit = planned?.unit && !column.name.includes(planned.unit) ? { unit: planned.unit } : {};
    return { ...convertColumn(column, to, table), ...unit };
  });
}

function convertColumn(column: Column, to: 'date' | 'number', table: HtmlTable): Column {
  const first = readCell(table, column.name, 'min');
  const last = readCell(table, column.name, 'max');
  const span = to === 'date' && first && last ? { first, last } : null;
  const examples = to === 'number' ? [first ?? '', last ?? ''] : column.examples;
  const integer = to === 'number' && examples.every((text) => /^-?\d+(\.0+)?$/.test(text));
  const lost = Number(readCell(table, column.name, 'lost') ?? 0);
  const missing = column.missing + lost;
  return { ...column, kind: to, span, examples, integer, missing, ...(lost > 0 ? { lost } : {}) };
}
