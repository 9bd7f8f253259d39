/** Units and scales: what is written next to a number, and what a label says of its numbers. */

export interface Unit {
  /** Units of one dimension convert into each other. */
  readonly dimension: string;
  /** The value of one such unit in the base unit of the dimension: 0.01 for percent, 1000 for kg. */
  readonly factor: number;
}

/** Dimension, factor, and what is written for it, in lower case. */
const NAMES: readonly (readonly [dimension: string, factor: number, names: string])[] = [
  ['percent', 0.01, '% percent percentage pct prozent pourcent pp prozentpunkt prozentpunkte prozentpunkten'],
  ['percent', 0.001, '‰'],
  ['percent', 0.0001, 'bp bps'],
  ['mass', 1e-6, 'µg μg mcg'],
  ['mass', 0.001, 'mg milligram milligrams'],
  ['mass', 1, 'g gram grams gramm grammes'],
  ['mass', 1000, 'kg kilo kilos kilogram kilograms kilogramm'],
  ['mass', 1_000_000, 't ton tons tonne tonnes'],
  ['mass', 1e9, 'kt kilotonne kilotonnes kilotons'],
  ['mass', 1e12, 'megatonnes megatons'],
  ['mass', 453.59237, 'lb lbs'],
  ['length', 1e-9, 'nm'],
  ['length', 1e-6, 'µm μm'],
  ['length', 0.001, 'mm millimeter millimeters millimetre millimetres'],
  ['length', 0.01, 'cm centimeter centimeters centimetre centimetres zentimeter'],
  ['length', 1, 'm meter meters metre metres'],
  ['length', 1000, 'km kilometer kilometers kilometre kilometres'],
  ['length', 1609.344, 'mi mile miles'],
  ['length', 0.3048, 'ft feet'],
  ['length', 0.0254, 'inch inches'],
  ['length', 1852, 'nmi'],
  ['time', 1e-6, 'µs μs microseconds'],
  ['time', 0.001, 'ms millisecond milliseconds'],
  ['time', 1, 's sec secs second seconds sekunden'],
  ['time', 60, 'min mins minute minutes minuten'],
  ['time', 3600, 'h hr hrs hour hours stunden heures'],
  ['time', 86_400, 'd day days tage jours días'],
  ['time', 604_800, 'week weeks wochen semaines'],
  ['months', 1, 'month months monate mois'],
  ['months', 12, 'year years jahre ans'],
  ['area', 1, 'm² qm sqm'],
  ['area', 10_000, 'ha hectare hectares hektar'],
  ['area', 1_000_000, 'km²'],
  ['volume', 0.001, 'ml'],
  ['volume', 0.01, 'cl'],
  ['volume', 1, 'l liter liters litre litres'],
  ['volume', 100, 'hl'],
  ['volume', 1000, 'm³'],
  ['bytes', 1, 'bytes'],
  ['bytes', 1024, 'kib'],
  ['bytes', 1024 ** 2, 'mib'],
  ['bytes', 1024 ** 3, 'gib'],
  ['bytes', 1024 ** 4, 'tib'],
  ['bytes', 1e12, 'tb'],
  ['bytes', 1000, 'kb'],
  ['bytes', 1_000_000, 'mb'],
  ['bytes', 1_000_000_000, 'gb'],
  ['celsius', 1, '°c celsius'],
  ['fahrenheit', 1, '°f fahrenheit'],
  ['speed', 1 / 3.6, 'km/h kmh kph'],
  ['speed', 1, 'm/s'],
  ['speed', 0.44704, 'mph'],
  ['energy', 1, 'wh'],
  ['energy', 1000, 'kwh'],
  ['energy', 1_000_000, 'mwh'],
  ['energy', 1e9, 'gwh'],
  ['energy', 1 / 3600, 'j joule joules'],
  ['energy', 1 / 3.6, 'kj'],
  ['energy', 1.602176634e-19 / 3600, 'ev'],
  ['energy', 1.602176634e-16 / 3600, 'kev'],
  ['charge', 1, 'mah'],
  ['charge', 1000, 'ah'],
  ['pressure', 1, 'pa'],
  ['pressure', 100, 'hpa mbar'],
  ['pressure', 1000, 'kpa'],
  ['pressure', 1e5, 'bar'],
  ['pressure', 1e6, 'mpa'],
  ['pressure', 1e9, 'gpa'],
  ['frequency', 1, 'hz'],
  ['frequency', 1e3, 'khz'],
  ['frequency', 1e6, 'mhz'],
  ['frequency', 1e9, 'ghz'],
  ['kelvin', 1, 'k kelvin'],
  ['power', 1, 'w watt watts'],
  ['power', 1000, 'kw'],
  ['power', 1_000_000, 'mw'],
  ['power', 1e9, 'gw'],
  ['currency usd', 1, '$ usd dollar dollars us$'],
  ['currency usd', 0.01, 'cent cents'],
  ['currency usd', 1e3, 'kusd k$'],
  ['currency usd', 1e6, 'musd'],
  ['currency eur', 1, '€ eur euro euros'],
  ['currency eur', 1e3, 'keur teur k€ t€'],
  ['currency eur', 1e6, 'meur m€'],
  ['currency eur', 0.01, 'ct'],
  ['currency gbp', 1, '£ gbp'],
  ['currency jpy', 1, '¥ jpy yen'],
  ['currency inr', 1, '₹ inr rupees'],
  ['currency chf', 1, 'chf'],
];
const UNITS: ReadonlyMap<string, Unit> = new Map(
  NAMES.flatMap(([dimension, factor, names]) =>
    names.split(' ').map((name) => [name, { dimension, factor }] as const),
  ),
);

const MULTIPLIERS: ReadonlyMap<string, number> = new Map([
  ['k', 1e3],
  ['lakh', 1e5],
  ['lakhs', 1e5],
  ['crore', 1e7],
  ['crores', 1e7],
  ['thousand', 1e3],
  ['thousands', 1e3],
  ['tsd', 1e3],
  ['tausend', 1e3],
  ['mille', 1e3],
  ['mil', 1e3],
  ['million', 1e6],
  ['millions', 1e6],
  ['millionen', 1e6],
  ['millones', 1e6],
  ['millón', 1e6],
  ['milioni', 1e6],
  ['milione', 1e6],
  ['mila', 1e3],
  ['miliardi', 1e9],
  ['milliards', 1e9],
  ['milliard', 1e9],
  ['mio', 1e6],
  ['mn', 1e6],
  ['mm', 1e6],
  ['m', 1e6],
  ['billion', 1e9],
  ['billions', 1e9],
  ['bn', 1e9],
  ['b', 1e9],
  ['milliarden', 1e9],
  ['mrd', 1e9],
  ['trillion', 1e12],
]);
/** Read as a scale although they also are units: after a currency, or as a capital letter. */
const SHORT_MULTIPLIERS = new Set(['k', 'm', 'b', 'mm']);

const DOTTED = new Set(['mio.', 'mrd.', 'tsd.']);

export const CURRENCY_SIGN = /(?:US)?\$|[€£¥₹]|(?:USD|EUR|GBP|CHF) ?/;

export interface Suffix {
  readonly multiplier: number;
  readonly unit: Unit | null;
  /** Characters from the number to the end of the suffix. */
  readonly length: number;
}

const GAP = '[ \\u00a0\\u202f\\u2009\\u2060]{0,4}';
const AFTER = new RegExp(
  `^(${GAP}(?:d['’])?-?)(%|‰|°[CF]|[€£¥₹$]|km/h|m/s|[\\p{L}]+[²³]?\\.?(?:[ \\u00a0]points?)?)`,
  'u',
);

/** Scale and unit that follow a number: ` million`, `k`, ` kg`, `M €`. */
export function readSuffix(rest: string, isCurrency: boolean): Suffix {
  let [multiplier, length]: [number, number] = [1, 0];
  let found: Unit | null = null;
  for (let part = 0; part < 2; part++) {
    const match = AFTER.exec(rest.slice(length));
    if (!match) break;
    const [whole, gap = '', written = ''] = match;
    const scale = part === 0 ? readMultiplier(written, gap === '', isCurrency) : null;
    const own = scale === null ? findUnit(written) : null;
    if (scale === null && own === null) break;
    if (isOfNext(gap, written, own, rest.slice(length + whole.length))) break;
    if (scale !== null) multiplier = scale;
    // A point belongs to `Mio.`, and else ends the sentence.
    length += whole.length - (written.endsWith('.') && !DOTTED.has(written.toLowerCase()) ? 1 : 0);
    if (own === null) continue;
    found = own;
    break;
  }
  return { multiplier, unit: found, length };
}

/** `5-kg`, but `5 -k` is something else; `d’` of `d’euros` are not days. */
function isOfNext(gap: string, written: string, own: Unit | null, after: string): boolean {
  return (gap.includes('-') && (gap !== '-' || own === null)) || (written === 'd' && /^['’]/.test(after));
}

function readMultiplier(written: string, isAttached: boolean, isCurrency: boolean): number | null {
  const name = written.toLowerCase().replace('.', '');
  const multiplier = MULTIPLIERS.get(name);
  if (multiplier === undefined) return null;
  // After a sign, “$5 mil” is English; “5 mil euros” is Spanish.
  if (isCurrency) return name === 'mil' ? 1e6 : multiplier;
  if (!SHORT_MULTIPLIERS.has(name)) return multiplier;
  return isAttached && /^[kKMB]\.?$/.test(written) ? multiplier : null;
}

/** The unit that is written as `kg`, `$`, or `percentage points`; null if it is not a unit. */
export function findUnit(written: string): Unit | null {
  const name = written
    .toLowerCase()
    .replace(/[ \u00a0]points?$/, '')
    .replace(/\.$/, '');
  const found = getUnit(written, name);
  if (!found) return null;
  // `5 M` is not five meters; `5 G`, `5 S`, `5 T` are names.
  return name.length === 1 && /[A-Z]/.test(written) !== CAPITALS.has(name) ? null : found;
}

/** The unit that a text means if case tells units apart: `mW` and `MW`; `ML` is not `ml`. */
function getUnit(written: string, name: string): Unit | undefined {
  const small = /^m\p{Lu}/u.test(written) ? MILLI.get(name) : undefined;
  return written.startsWith('M') && ONLY_MILLI.has(name) ? undefined : (small ?? UNITS.get(name));
}

/** Milli units whose names are those of mega units in small letters. */
const MILLI: ReadonlyMap<string, Unit> = new Map(
  ['mw', 'mwh', 'mpa', 'mhz'].flatMap((name) => {
    const mega = UNITS.get(name);
    return mega ? [[name, { ...mega, factor: mega.factor / 1e9 }] as const] : [];
  }),
);
const ONLY_MILLI = new Set(['mg', 'mm', 'ml', 'ms', 'mah']);

/** Units of one letter that are written as capitals. */
const CAPITALS = new Set(['w', 'j', 'k']);

export interface LabelUnit {
  readonly unit: Unit | null;
  readonly multiplier: number;
}

const NO_UNIT: LabelUnit = { unit: null, multiplier: 1 };

/** What a label such as `body_mass_g`, `Share (%)`, or `revenue (USD millions)` says of its numbers. */
export function readLabelUnit(label: string): LabelUnit {
  if (label === '') return NO_UNIT;
  const bracketed = /[([]([^)\]]{1,24})[)\]]/.exec(label)?.[1] ?? '';
  const written = [bracketed, label].map(splitLabel);
  const [inside = [], parts = []] = written.map((all) => all.map((part) => part.toLowerCase()));
  // A row `min` is a minimum, as is `temp_min`; a column `w` can be the games that were won.
  const end = parts.at(-1) ?? '';
  const isName = (parts.length === 1 && /^[a-z]$/.test(end)) || (end === 'min' && !DURATION.test(label));
  const last = isName ? '' : end;
  const isUnit = (part: string) => UNITS.has(part) && part !== 'min' && (part.length > 1 || !/\w/.test(part));
  const numerator = readNumerator(parts);
  const name =
    inside.find((part) => UNITS.has(part)) ??
    (UNITS.has(last) && last !== 'm' ? (findQuotient(numerator, last) ?? last) : parts.find(isUnit));
  const scale = [...inside, last]
    .map((part) => (part.length > 1 || part === 'k' ? MULTIPLIERS.get(part) : undefined))
    .find(Boolean);
  // `WEIGHT_MG` is as good as `weight_mg`.
  const cased = /\p{Ll}/u.test(label) ? written.flat().find((part) => part.toLowerCase() === name) : name;
  return {
    unit: (name !== undefined && getUnit(cased ?? name, name)) || null,
    multiplier: name === 'mm' ? 1 : (scale ?? 1),
  };
}

const PER = new Set(['per', 'pro', 'par', 'por']);

/** The numerator of a label: euros for `eur_mwh` and for `eur_per_mwh`. */
function readNumerator(parts: readonly string[]): string | undefined {
  const hasWord = PER.has(parts.at(-2) ?? '');
  const before = parts.at(hasWord ? -3 : -2) ?? '';
  return UNITS.has(before) && (before.length > 1 || hasWord) ? before : undefined;
}

/** What a label says that its numbers are per: megawatt hours of `eur_mwh`. */
export function readDenominator(label: string): Unit | null {
  const parts = splitLabel(label).map((part) => part.toLowerCase());
  return readNumerator(parts) === undefined ? null : (UNITS.get(parts.at(-1) ?? '') ?? null);
}

/** The unit that is known as the quotient of two, such as `km` and `h`; otherwise the first. */
function findQuotient(numerator: string | undefined, last: string): string | undefined {
  if (numerator === undefined) return undefined;
  return [`${numerator}/${last}`].find((written) => UNITS.has(written)) ?? numerator;
}

const DURATION =
  /dura|time|wait|delay|elapsed|late|trip|ride|travel|outage|stop|pause|break|session|dauer|zeit/i;

function splitLabel(label: string): string[] {
  return label
    .split(/[^\p{L}\d%‰€£¥₹$°/]+/u)
    .flatMap((part) => (UNITS.has(part.toLowerCase()) ? part : part.split(/(?<=\p{Ll})(?=\p{Lu})/u)))
    .filter((part) => part !== '' && !CALENDAR.has(part.toLowerCase()));
}

/** As names of columns they are not units: the numbers below a “month” are months, not lengths of time. */
const CALENDAR = new Set(['second', 'minute', 'hour', 'day', 'week', 'month', 'year', 'monat', 'jahr']);

/** Words by which a label says that its numbers are shares or changes. */
const SHARE =
  /%|‰|pct|percent|share|rate|ratio|proportion|fraction|change|growth|margin|anteil|quote|prozent|yoy|mom\b|pp\b|return|accuracy|churn|conversion|probability|lift/i;

export function namesShare(label: string): boolean {
  return SHARE.test(label);
}
