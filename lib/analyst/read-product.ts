/** "Revenue" of a table that has prices and quantities only: their product, when nothing speaks against it. */
import { type Column, type Dataset, isRecurringId, measureColumns } from './dataset.ts';
import { code } from './format.ts';
import { isUnit } from './lexicon.ts';
import { findMentions } from './match-columns.ts';
import { quote } from './python-literals.ts';
import { findValues } from './read-filters.ts';
import { readNameWords, readWords } from './words.ts';

/** A column to compute and how to say so; or why it would be a guess. */
export type Product = { column: Column; says: string } | { doubt: string };

const REVENUE =
  /\b(revenue|turnover|takings|umsatz)s?\b|(?<!\b(number|count|amount) of |\bhow many |\b(first|last|top|bottom) (\d+ )?)\b(sales)\b(?!['’]? (rep|person|people|man|manager|channel|agent|team|staff|order|tax|volume|count|unit|quantit|data|file|table|made|transaction|record)s?)|\b(spent|spends?|spending)\b/i;
const ORDER_AMOUNT =
  /\b((?:total|order|purchase|sales?|transaction|invoice|basket|cart) (?:amount|value)|(?:order|invoice|basket|cart|grand) total)s?\b(?! of)/i;
const COST = /\b(?:total|overall|combined) (?:costs?|expenses?|expenditures?)\b/i;
/** "Sells the most", "most sold": pieces or money. */
const DEED = /\b(sells?|sold|bought|buys?)\b.{0,12}\b(most|least)\b|\b(most|least) (sold|bought)\b/i;
const PRICES = /\b(?:total|sum of(?: the| all)?) prices?\b/i;
/** A divisor, or buyers that no column knows. */
const PER_PIECE = /\bper (unit|piece|item)\b/i;
const BUYER = /^(customer|client|person|people|user|guest|buyer)$/;
const RANKED = /\b(best|worst|top|bottom)\b/i;
/** An amount for each order, where several rows may make one order. */
const EACH_ORDER = /^(order|invoice|basket|cart|transaction|purchase)/;

const PRICE = /^(price|preis|precio)$/;
const PRICE_PART =
  /^(price|preis|precio|unit|per|item|each|selling|sale|sell|product|piece|retail|net|gross)$/;
const COST_PART = /^(cost|unit|per|item|each|product|piece)$/;
const QUANTITY = /^(quantity|qty|units|pieces|menge|anzahl|cantidad)$/;
const QUANTITY_PART =
  /^(quantity|qty|units?|pieces?|menge|anzahl|cantidad|sold|ordered|orders?|sales?|items?|purchased|bought|number|of)$/;
const AMOUNT =
  /(^|[^a-z])(revenue|sales|turnover|amount|total|subtotal|umsatz|betrag|value|earnings|income|proceeds|spend|spending|receipts)([^a-z]|$)/i;
const REDUCTION = /discount|rebate|coupon|refund|rabatt/i;

/** The product that the question's words stand for, or null when they stand for none. */
export function readProduct(text: string, dataset: Dataset): Product | null {
  const wanted = findWanted(text, dataset);
  if (!wanted) return null;
  const quantity = findOnly(dataset, isQuantity);
  const cost = findOnly(dataset, isUnitCost);
  const price = wanted.name === 'cost' ? (cost ?? findOnly(dataset, isPrice)) : findOnly(dataset, isPrice);
  if (!quantity || !price || hasAmount(dataset)) return null;
  const formula = `${code(price.name)} × ${code(quantity.name)}`;
  if (wanted.asksWhich)
    return { doubt: `That could be by ${code(quantity.name)}, or by revenue as ${formula}; say which.` };
  const doubt = findDoubt(dataset, wanted.name);
  if (doubt !== null)
    return wanted.ranked
      ? null
      : {
          doubt: `There is no column for "${wanted.name}", and ${formula} would be a guess: ${doubt} Ask for "${price.name} times ${quantity.name}" to get that product all the same.`,
        };
  const title = wanted.name.charAt(0).toUpperCase() + wanted.name.slice(1);
  return { column: makeProduct(wanted.name, price, quantity), says: `${title} is taken as ${formula}.` };
}

interface Wanted {
  name: string;
  /** Not named, but what "best" would go by. */
  ranked: boolean;
  /** The pieces or the money: the question does not say. */
  asksWhich?: true;
}

/** The word for an amount that no column, no value and no other measure of the table accounts for. */
function findWanted(text: string, dataset: Dataset): Wanted | null {
  const words = readWords(text);
  const mentions = findMentions(words, dataset.columns);
  const values = findValues(words, dataset.columns);
  const isTaken = (at: number) =>
    values.some(({ from, to }) => from <= at && at <= to) ||
    mentions.some(
      ({ at: spots, column, literal, headless }) =>
        spots.includes(at) && literal && !headless && !isPrice(column) && !isUnitCost(column),
    );
  if (PER_PIECE.test(text)) return null;
  const figured = mentions.some(({ column }) => measureColumns(dataset).includes(column));
  if (
    PRICES.test(text) &&
    mentions.every(({ column, at }) => !isPrice(column) || at.length < partsOf(column).length)
  )
    return { name: 'revenue', ranked: false, asksWhich: true };
  if (DEED.test(text) && !figured) return { name: 'revenue', ranked: false, asksWhich: true };
  const isBuyerUnknown = words.some(
    ({ stem }, at) => BUYER.test(stem) && !mentions.some((mention) => mention.at.includes(at)),
  );
  for (const pattern of [ORDER_AMOUNT, REVENUE, COST]) {
    const match = pattern.exec(text);
    if (!match) continue;
    const at = readWords(text.slice(0, match.index)).length;
    const last = at + readWords(match[0]).length - 1;
    if (isBuyerUnknown && /^sp/i.test(match[0])) return null;
    if (!isTaken(last)) return { name: nameWanted(match[0], pattern), ranked: false };
  }
  return RANKED.test(text) && !figured ? { name: 'revenue', ranked: true } : null;
}

function nameWanted(said: string, pattern: RegExp): string {
  if (pattern === COST) return 'cost';
  const lower = said.toLowerCase().replace(/^total /, '');
  return lower === 'sales' ? lower : lower.replace(/s$/, '');
}

function findDoubt(dataset: Dataset, name: string): string | null {
  const reduction = measureColumns(dataset).find((column) => REDUCTION.test(column.name));
  if (reduction) return `it leaves out ${code(reduction.name)}.`;
  const currency = dataset.columns.find((column) => /currency|währung/i.test(column.name));
  if (currency && currency.unique > 1) return `${code(currency.name)} holds several currencies.`;
  const order = EACH_ORDER.test(name)
    ? dataset.columns.find(
        (column) =>
          EACH_ORDER.test(column.name.toLowerCase()) &&
          (isRecurringId(column, dataset.rows) || /no$|num|nr$/i.test(column.name)) &&
          column.unique < dataset.rows,
      )
    : undefined;
  return order ? `several rows have the same ${code(order.name)}.` : null;
}

function findOnly({ columns }: Dataset, test: (column: Column) => boolean): Column | null {
  const [only, ...others] = columns.filter((column) => column.kind === 'number' && test(column));
  return only && others.length === 0 ? only : null;
}

function partsOf({ name }: Column): { lower: string; stem: string }[] {
  return readNameWords(name).filter(({ stem }) => stem === 'unit' || !isUnit(stem));
}

function isPrice(column: Column): boolean {
  const parts = partsOf(column);
  return parts.some(({ stem }) => PRICE.test(stem)) && parts.every(({ stem }) => PRICE_PART.test(stem));
}

/** `unit_cost`, not `cost`, which may be that of the whole row. */
function isUnitCost(column: Column): boolean {
  const parts = partsOf(column);
  return (
    parts.length > 1 &&
    parts.some(({ stem }) => stem === 'cost') &&
    parts.every(({ stem }) => COST_PART.test(stem))
  );
}

function isQuantity(column: Column): boolean {
  const parts = partsOf(column);
  return (
    parts.some(({ lower }) => QUANTITY.test(lower)) && parts.every(({ lower }) => QUANTITY_PART.test(lower))
  );
}

function hasAmount(dataset: Dataset): boolean {
  return measureColumns(dataset).some(
    (column) =>
      AMOUNT.test(column.name) && !isPrice(column) && !isQuantity(column) && !REDUCTION.test(column.name),
  );
}

function makeProduct(name: string, price: Column, quantity: Column): Column {
  return {
    name,
    kind: 'number',
    integer: price.integer && quantity.integer,
    missing: Math.max(price.missing, quantity.missing),
    unique: Math.max(price.unique, quantity.unique),
    examples: [],
    span: null,
    formula: `df[${quote(price.name)}] * df[${quote(quantity.name)}]`,
  };
}
