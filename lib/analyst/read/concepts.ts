/** What the words of columns mean: synonyms, adjectives of degree, units, what adds up. Data: extend the tables. */

/** Words of one line name the same thing. */
export const SYNONYMS: readonly string[] = [
  'weight mass weigh',
  'length long',
  'temperature temp',
  'precipitation rain rainfall precip',
  'price cost fare fee charge',
  'revenue sale turnover income earning',
  'revenue amount value',
  'profit earning margin',
  'quantity qty unit',
  'salary pay wage compensation earn earning',
  'date day',
  'speed velocity',
  'score rating grade mark',
  'population inhabitant pop',
  'distance length mileage kilometer km mile',
  'duration length',
  'duration minute',
  'sex gender',
  'country nation',
  'city town',
  'customer client buyer',
  'product item article',
  'category kind class',
  'company firm business',
  'manufacturer maker brand',
  'department dept division',
  'employee staff worker',
  'plant factory site',
  'student pupil',
  'discount rebate',
  'delay lateness',
  'energy electricity consumption',
  'trip ride journey rental',
  'order purchase transaction',
  'doctor physician',
  'supplier vendor',
  'carrier airline',
  'patient person',
  'humidity moisture',
  'quantity amount',
  'age old',
  'arr arrival',
  'dep departure',
  'dest destination',
  'amt amount',
  'pct percent percentage',
  'dist distance',
  'avg average',
  'num number',
];

/** What an adjective is about (words of columns, the best fit first), and whether it asks for the high end. */
export const DEGREES: readonly (readonly [most: string, more: string, about: string, isHigh: boolean])[] = [
  ['heaviest', 'heavier', 'weight mass', true],
  ['lightest', 'lighter', 'weight mass', false],
  ['hottest|warmest', 'hotter|warmer', 'temperature temp', true],
  ['coldest|coolest', 'colder|cooler', 'temperature temp', false],
  ['wettest|rainiest', 'wetter|rainier', 'precipitation rain rainfall precip', true],
  ['driest', 'drier', 'precipitation rain rainfall precip', false],
  ['windiest', 'windier', 'wind', true],
  ['longest', 'longer', 'duration length distance minute', true],
  ['shortest', 'shorter', 'duration length distance minute', false],
  ['farthest|furthest', 'farther|further', 'distance', true],
  ['tallest', 'taller', 'height', true],
  ['deepest', 'deeper', 'depth', true],
  ['widest', 'wider', 'width', true],
  ['narrowest', 'narrower', 'width', false],
  ['oldest', 'older', 'age', true],
  ['youngest', 'younger', 'age', false],
  ['newest|latest|most recent', 'newer|later|more recent', 'date', true],
  ['oldest|earliest', 'earlier', 'date', false],
  [
    'most expensive|priciest|costliest|dearest',
    'more expensive|pricier|costlier|dearer',
    'price cost fare fee',
    true,
  ],
  ['cheapest|least expensive', 'cheaper|less expensive', 'price cost fare fee', false],
  ['fastest|quickest', 'faster|quicker', 'speed velocity', true],
  ['slowest', 'slower', 'speed velocity', false],
  ['fastest|quickest', 'faster|quicker', 'duration minute', false],
  ['slowest', 'slower', 'duration minute', true],
  ['strongest', 'stronger', 'magnitude power', true],
  ['weakest', 'weaker', 'magnitude power', false],
  ['best paid|highest paid', 'better paid', 'salary wage pay', true],
  ['best rated|highest rated', 'better rated', 'rating score', true],
  ['worst rated|lowest rated', 'worse rated', 'rating score', false],
  ['most profitable', 'more profitable', 'profit margin', true],
  ['least profitable', 'less profitable', 'profit margin', false],
  ['most populous', 'more populous', 'population', true],
  ['most delayed|latest running', 'more delayed', 'delay', true],
];

/** Spellings of a unit, the first as the others are compared. */
export const UNITS: readonly string[] = [
  'g gram grams',
  'kg kilogram kilograms kilo kilos',
  't ton tons tonne tonnes',
  'mm millimeter millimeters millimetre millimetres',
  'cm centimeter centimeters',
  'm meter meters metre metres',
  'km kilometer kilometers kilometre kilometres',
  'mile miles mi',
  'usd dollar dollars $',
  'eur euro euros €',
  'gbp pound pounds £',
  'c celsius degree degrees °c',
  'f fahrenheit',
  '% percent pct',
  'second seconds sec s',
  'minute minutes min mins',
  'hour hours h hr hrs',
  'day days',
  'month months',
  'year years',
  'kwh',
  'mwh',
  'point points',
  'unit units piece pieces',
];

/** Units of one kind, by how much larger each is than the first. */
export const SCALES: readonly Readonly<Record<string, number>>[] = [
  { g: 1, kg: 1e3, t: 1e6 },
  { mm: 1, cm: 10, m: 1e3, km: 1e6 },
  { second: 1, minute: 60, hour: 3600, day: 86400 },
  { kwh: 1, mwh: 1e3 },
];

/** Columns whose values add up, by a word of their name; a word of {@link LEVELS} says that they do not. */
export const AMOUNTS = new Set(
  'unit sale sold revenue amount quantity qty count total rain rainfall precipitation precip snow profit population visitor order death vote point goal spend budget emission cost turnover export import passenger download view click visit ride trip volume production energy consumption income usage attendance ticket kwh expense payment headcount'.split(
    ' ',
  ),
);
export const LEVELS = new Set(
  'average avg mean max min rate per price percent pct percentage share ratio index score rating age level temperature median'.split(
    ' ',
  ),
);
/** Columns that name who a row is about. */
export const WHO_WORDS = new Set(
  'employee customer patient rep seller agent student player athlete doctor driver teacher author manager passenger name person member rider'.split(
    ' ',
  ),
);
/** Dates of whom a row is about, not of what happened. */
export const PERSONAL_DATES = new Set(
  'birth hire hired entry join joined registration signup expiry due'.split(' '),
);
/** What "from" and "to" are about where a table has both. */
export const FROM_WORDS = new Set('origin from start source departure sender'.split(' '));
export const TO_WORDS = new Set('destination dest to end arrival target receiver'.split(' '));
/** Words of a value's column that say the same in another way. */
export const VALUE_SYNONYMS: readonly string[] = [
  'female woman girl lady f',
  'male man boy m',
  'united states|usa|us|america',
  'united kingdom|uk|great britain',
];
