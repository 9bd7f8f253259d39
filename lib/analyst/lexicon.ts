/** The words users use for what columns hold. Extend the tables; no code knows a single entry. */
import { toStem } from './words.ts';

/** Words of one line mean the same thing in a column's name and in a question. */
const CONCEPTS: readonly string[] = [
  'weight mass weigh heavy weighing kilogram gram gewicht poids peso',
  'length long',
  'height tall',
  'depth deep',
  'width wide breadth',
  'temperature temp hot warm cold cool heat degree warming temperatur température temperatura',
  'precipitation rain rainfall rainy wet precip dry rained',
  'snow snowfall snowy',
  'wind windy',
  'sun sunshine sunny',
  'price cost expensive cheap pricey costly fee fare charge preis prix precio',
  'revenue sale turnover income sold sell selling earning umsatz erlös ventas ventes',
  'amount value sum',
  'sale sold sell selling revenue spend spent spending value amount worth total',
  'order value amount total',
  'profit margin profitable',
  'quantity qty unit volume count piece menge anzahl produced production make output built quantité cantidad',
  'salary pay wage paid earn compensation gehalt lohn salaire',
  'age old young alter',
  'date day time timestamp when datum fecha',
  'speed fast slow velocity',
  'score rating grade mark rated star',
  'population pop people inhabitant populous',
  'area surface',
  'distance far mile kilometre kilometer',
  'duration time long minute hour elapsed',
  'sex gender',
  'country nation land pays país',
  'city town stadt ville ciudad ort',
  'region area territory gebiet région región',
  'customer client buyer kunde cliente',
  'product item article produkt artikel produit producto',
  'category type kind class genre kategorie catégorie categoría',
  'name title label called nom nombre',
  'company firm business manufacturer maker brand make',
  'car vehicle auto',
  'department dept division team abteilung',
  'employee staff worker mitarbeiter employé empleado',
  'factory plant site facility works',
  'fuel consumption mpg mileage economy',
  'power horsepower hp horse',
  'student pupil',
  'survived survive survival survivor',
  'death died die fatality deceased',
  'case infection',
  'magnitude mag strong',
  'latitude lat',
  'longitude lon lng',
  'discount rebate',
  'delay late',
  'energy electricity',
  'emission co2 carbon',
  'visitor visit traffic busy',
  'order purchase transaction',
  'tip gratuity',
  'bill check',
  'size big large small größe grösse taille tamaño',
];

/** `hottest`: which concept it is about, and whether it looks for the high end. */
const ADJECTIVES: readonly (readonly [forms: string, concept: string, high: boolean])[] = [
  ['hottest warmest hotter warmer', 'temperature', true],
  ['coldest coolest colder cooler', 'temperature', false],
  ['wettest rainiest wetter rainier', 'precipitation', true],
  ['driest drier', 'precipitation', false],
  ['snowiest', 'snow', true],
  ['windiest windier', 'wind', true],
  ['sunniest sunnier', 'sun', true],
  ['heaviest heavier', 'weight', true],
  ['lightest lighter', 'weight', false],
  ['longest longer', 'long', true],
  ['shortest shorter', 'long', false],
  ['tallest taller', 'height', true],
  ['deepest deeper', 'depth', true],
  ['widest wider', 'width', true],
  ['narrowest narrower', 'width', false],
  ['oldest older', 'age', true],
  ['youngest younger', 'age', false],
  ['latest newest recent newer', 'date', true],
  ['earliest', 'date', false],
  ['priciest costliest dearest pricier', 'price', true],
  ['cheapest cheaper', 'price', false],
  ['fastest faster quickest quicker', 'speed', true],
  ['slowest slower', 'speed', false],
  ['strongest stronger', 'magnitude', true],
  ['weakest weaker', 'magnitude', false],
  ['richest richer', 'salary', true],
  ['busiest busier', 'visitor', true],
  ['biggest largest bigger larger', 'size', true],
  ['smallest smaller', 'size', false],
  ['expensive', 'price', true],
  ['cheap', 'price', false],
  ['populous', 'population', true],
  ['profitable', 'profit', true],
];

const CONCEPTS_BY_STEM = indexConcepts();
const ADJECTIVES_BY_FORM: ReadonlyMap<string, Adjective> = new Map(
  ADJECTIVES.flatMap(([forms, concept, high]) =>
    forms.split(' ').map((form): [string, Adjective] => [form, { concept, high }]),
  ),
);

export interface Adjective {
  concept: string;
  high: boolean;
}

function indexConcepts(): ReadonlyMap<string, ReadonlySet<number>> {
  const index = new Map<string, Set<number>>();
  CONCEPTS.forEach((line, concept) => {
    for (const word of line.split(' ')) {
      const stem = toStem(word);
      index.set(stem, (index.get(stem) ?? new Set()).add(concept));
    }
  });
  return index;
}

export function findAdjective(word: string): Adjective | null {
  return ADJECTIVES_BY_FORM.get(word) ?? null;
}

/** Whether two stems are words for the same thing; a superlative stands for its concept. */
export function isSynonym(left: string, right: string): boolean {
  const concepts = conceptsOf(left);
  for (const concept of conceptsOf(right)) if (concepts.has(concept)) return true;
  return false;
}

/** Long words of figures and the short ones column names use for them: `temp_max`, `price_avg`. */
const SHORT_FORMS: ReadonlyMap<string, string> = new Map([
  ['maximum', 'max'],
  ['maximal', 'max'],
  ['minimum', 'min'],
  ['minimal', 'min'],
  ['average', 'avg'],
]);

export function isShortForm(long: string, short: string): boolean {
  return SHORT_FORMS.get(long) === short;
}

function conceptsOf(stem: string): ReadonlySet<number> {
  const word = findAdjective(stem)?.concept ?? stem;
  return CONCEPTS_BY_STEM.get(word) ?? NO_CONCEPTS;
}

const NO_CONCEPTS: ReadonlySet<number> = new Set();

const UNITS = new Set(
  'mm cm m km g kg mg lb lbs oz usd eur gbp chf dollar euro c f celsius fahrenheit pct percent in ft h sec ms s nr num'.split(
    ' ',
  ),
);

/** `mm` in `bill_length_mm`: part of the name, rarely part of the question. */
export function isUnit(stem: string): boolean {
  return UNITS.has(stem);
}

const INTENSIVE =
  /temp|length|width|height|depth|mass|weight|price|rate|ratio|score|rating|grade|age$|percent|pct|share|index|mean|avg|average|speed|wind|pressure|humid|lat|lon|mpg|bmi|size|level|per ?cap|per |density|max|min|anomal|duration|salary|wage|income|margin|discount|magnitude|gdp cap|expectancy|horsepower|displacement|acceleration|carat|ph|alcohol|quality/;
const ADDITIVE =
  /unit|umsatz|menge|anzahl|betrag|ventas|ventes|sale|sold|revenue|amount|quantity|qty|count|total|rain|precip|snow|profit|population|visitor|order|death|case|birth|vote|point|goal|spend|budget|calor|emission|cost|turnover|export|import|passenger|download|view|click|visit|ride|trip|pop$|hour|volume|production/;

/** Whether adding the values up means something (units sold), as opposed to a level (temperature). */
export function isAdditive(columnName: string): boolean {
  const name = spaceOut(columnName);
  return ADDITIVE.test(name) && !/(^| )(avg|average|mean|max|min|rate|per|price|pct|percent)( |$)/.test(name);
}

export function isIntensive(columnName: string): boolean {
  return !isAdditive(columnName) && INTENSIVE.test(spaceOut(columnName));
}

function spaceOut(columnName: string): string {
  return columnName
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_\-.]+/g, ' ')
    .toLowerCase();
}
