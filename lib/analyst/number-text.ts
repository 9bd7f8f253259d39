/** Text that is evidently numbers: with signs of money, units, grouping marks, brackets for minus, k and M. */
import { quote } from './python-literals.ts';

export const NUMBER =
  /^[-+(]?\s*(?:[$€£¥₹]|[A-Z]{3}(?=\s))?\s*-?\d[\d.,' \u00a0\u202f]*\s*(%|[$€£¥₹]|[a-zA-Z]{1,3})?\)?$/u;
const MULTIPLIER = /\d\s*(k|K|M|bn|B)$/;
const MULTIPLIERS = '{"k": "e3", "K": "e3", "M": "e6", "bn": "e9", "B": "e9"}';

/** `7A` and `7B` are names of classes; `7 kg` and `8 kg` are numbers. */
export function sharesUnit(values: readonly string[]): boolean {
  const units = new Set(values.map((value) => /\d\s*([a-zA-Z]{1,3})$/.exec(value.trim())?.[1] ?? ''));
  const letters = [...units].filter((unit) => unit !== '');
  return letters.length <= 1 || letters.every((unit) => MULTIPLIER.test(`0${unit}`));
}

const UNIT = /^[-+(]?\s*([$€£¥₹]|[A-Z]{3}(?=\s))|(%|[$€£¥₹]|[a-zA-Z]{1,3})\)?$/u;

/** `€` of "€ 12.50" and "9 €", `kg` of "7 kg"; null where values have none, or not all the same. */
export function findUnit(values: readonly string[]): string | null {
  const units = values.map((value) => {
    if (MULTIPLIER.test(value.trim())) return /[$€£¥₹]/u.exec(value)?.[0];
    const [, before, after] = UNIT.exec(value.trim()) ?? [];
    return before ?? after;
  });
  const [unit] = units;
  return unit !== undefined && units.every((each) => each === unit) ? unit : null;
}

/** Python that reads the column as numbers, strictly and with what cannot be read becoming missing. */
export function writeNumber(name: string, values: readonly string[]): { code: string; lenientCode: string } {
  const target = `df[${quote(name)}]`;
  const bare = `${target}.astype(str)${writeSteps(values)}`;
  return {
    code: `${target} = pd.to_numeric(${bare})`,
    lenientCode: `${target} = pd.to_numeric(${bare}, errors="coerce")`,
  };
}

function writeSteps(values: readonly string[]): string {
  const brackets = values.some((value) => /^\(.*\)$/.test(value.trim()));
  const scaled = values.some((value) => MULTIPLIER.test(value.trim()));
  const comma = hasDecimalComma(values);
  const dropped = comma || hasDotGroups(values) ? '[^0-9,e-]' : '[^0-9.e-]';
  const minus = brackets ? '.str.replace(r"^\\((.*)\\)$", r"-\\1", regex=True)' : '';
  const multiplied = scaled
    ? `.str.replace(r"\\s*(k|K|M|bn|B)$", lambda match: ${MULTIPLIERS}[match[1]], regex=True)`
    : '';
  const drop = scaled ? dropped : dropped.replace('e', '');
  return `${minus}${multiplied}.str.replace(r"${drop}", "", regex=True)${comma ? '.str.replace(",", ".")' : ''}`;
}

/** A comma is the decimal mark when it is never followed by exactly three digits. */
function hasDecimalComma(values: readonly string[]): boolean {
  return values.some((value) => /,\d{1,2}(\D|$)|,\d{4,}/.test(value));
}

/** Dots only between groups of three: "€ 250.000". Amounts of money have no three decimals. */
function hasDotGroups(values: readonly string[]): boolean {
  const dotted = values.filter((value) => value.includes('.'));
  return dotted.length > 0 && dotted.every((value) => /(^|\D)[1-9]\d{0,2}(\.\d{3})+(\D|$)/.test(value));
}
