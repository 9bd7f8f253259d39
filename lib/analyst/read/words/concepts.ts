/** What the words of columns mean: synonyms, adjectives of degree, units, what adds up. Data: extend the tables. */

/** Words of one line name the same thing. */
export const SYNONYMS: readonly string[] = [
  'weight mass weigh|length long|temperature temp|precipitation rain rainfall precip',
  'price cost fare fee charge|revenue sale turnover income earning|revenue amount value',
  'profit earning margin|quantity qty unit|salary pay wage compensation earn earning|date day',
  'speed velocity|score rating grade mark|population inhabitant pop',
  'distance length mileage kilometer km mile|duration length|duration minute|sex gender|country nation',
  'city town|customer client buyer|product item article|category kind class|company firm business',
  'manufacturer maker brand|department dept division|employee staff worker|plant factory site',
  'student pupil kid child|apartment flat listing|appointment appt visit|bug issue defect',
  'discount rebate|delay lateness|energy electricity consumption|trip ride journey rental',
  'order purchase transaction|doctor physician|supplier vendor|carrier airline|patient person',
  'humidity moisture|quantity amount|age old|arr arrival|dep departure|dest destination|amt amount',
  'pct percent percentage|dist distance|avg average|attendance spectator crowd audience visitor fan',
  'respondent person participant answer response reply interviewee user rider driver commuter',
  'employee personnel person staff|stay admission|ticket case issue|movement booking',
  'satisfaction rating mark happiness|quantity piece item|reason cause|diagnosis illness disease',
  'insurance insurer payer|warehouse depot|site location|consumption usage use|charge bill cost',
  'state province|num number|payroll payslip slip',
].flatMap((line) => line.split('|'));

type Adjectives = readonly [most: string, more: string];
/** What adjectives are about (words of columns, the best fit first): those that ask for the high end, and for the low one. */
export const DEGREES: readonly (readonly [about: string, high: Adjectives, low?: Adjectives])[] = [
  ['weight mass', ['heaviest', 'heavier'], ['lightest', 'lighter']],
  ['temperature temp', ['hottest|warmest', 'hotter|warmer'], ['coldest|coolest', 'colder|cooler']],
  ['precipitation rain rainfall precip', ['wettest|rainiest', 'wetter|rainier'], ['driest', 'drier']],
  ['wind', ['windiest', 'windier']],
  ['duration length distance minute', ['longest', 'longer'], ['shortest', 'shorter']],
  ['distance', ['farthest|furthest', 'farther|further']],
  ['size living surface', ['biggest|largest', 'bigger|larger'], ['smallest', 'smaller']],
  ['height', ['tallest', 'taller']],
  ['depth', ['deepest', 'deeper']],
  ['width', ['widest', 'wider'], ['narrowest', 'narrower']],
  ['age', ['oldest', 'older'], ['youngest', 'younger']],
  ['date', ['newest|latest|most recent', 'newer|later|more recent'], ['oldest|earliest', 'earlier']],
  [
    'price cost fare fee charge rent',
    ['most expensive|priciest|costliest|dearest', 'more expensive|pricier|costlier|dearer'],
    ['cheapest|least expensive', 'cheaper|less expensive'],
  ],
  ['speed velocity', ['fastest|quickest', 'faster|quicker'], ['slowest', 'slower']],
  ['duration minute', ['slowest', 'slower'], ['fastest|quickest', 'faster|quicker']],
  ['magnitude power', ['strongest', 'stronger'], ['weakest', 'weaker']],
  ['salary wage pay', ['best paid|highest paid', 'better paid|paid more']],
  [
    'rating score satisfaction',
    ['best rated|highest rated', 'better rated'],
    ['worst rated|lowest rated', 'worse rated'],
  ],
  ['humidity moisture', ['most humid|dampest', 'more humid|damper'], ['driest', 'drier']],
  [
    'satisfaction',
    ['most satisfied|happiest', 'more satisfied|happier'],
    ['least satisfied|unhappiest', 'less satisfied|unhappier'],
  ],
  ['safety', ['safest', 'safer']],
  ['cleanliness', ['cleanest', 'cleaner']],
  ['attendance', ['most crowded|best attended', 'more crowded|better attended']],
  [
    'delay',
    ['slowest|most delayed|latest running', 'slower|more delayed'],
    ['most punctual', 'more punctual'],
  ],
  ['punctuality', ['most punctual', 'more punctual']],
  ['profit margin', ['most profitable', 'more profitable'], ['least profitable', 'less profitable']],
  ['population', ['most populous', 'more populous']],
];

/** The plain form, as in "how warm", and what it is about. */
export const ADJECTIVES: readonly (readonly [words: string, about: string])[] = [
  ['warm|hot|cold|cool', 'temperature temp'],
  ['heavy', 'weight mass'],
  ['old', 'age'],
  ['long', 'duration length distance minute'],
  ['far', 'distance'],
  ['tall|high', 'height'],
  ['expensive|costly', 'price cost fare fee charge rent'],
  ['fast', 'speed velocity'],
  ['late|delayed', 'delay'],
  ['humid', 'humidity moisture'],
  ['satisfied|happy', 'satisfaction'],
  ['safe', 'safety'],
];

/** Spellings of a unit, the first as the others are compared. */
export const UNITS: readonly string[] = [
  'g gram grams|kg kilogram kilograms kilo kilos|t ton tons tonne tonnes',
  'mm millimeter millimeters millimetre millimetres|cm centimeter centimeters',
  'm meter meters metre metres|km kilometer kilometers kilometre kilometres|mile miles mi',
  'usd dollar dollars $|eur euro euros €|gbp pound pounds £|c celsius degree degrees °c|f fahrenheit',
  '% percent pct|second seconds sec s|minute minutes min mins|hour hours h hr hrs|day days',
  'month months mo|year years|kwh|mwh|kw kilowatt kilowatts|w watt watts|v volt volts|ppm',
  'l liter liters litre litres|ml milliliter milliliters|point points|unit units piece pieces',
].flatMap((line) => line.split('|'));

/** Units of one kind, by how much larger each is than the first. */
export const SCALES: readonly Readonly<Record<string, number>>[] = [
  { g: 1, kg: 1e3, t: 1e6 },
  { mm: 1, cm: 10, m: 1e3, km: 1e6 },
  { second: 1, minute: 60, hour: 3600, day: 86400 },
  { kwh: 1, mwh: 1e3 },
];

/** Columns whose values add up, by a word of their name; a word of {@link LEVELS} says that they do not. */
export const AMOUNTS = new Set(
  'unit sale sold revenue amount quantity qty count total rain rainfall precipitation precip snow profit population visitor order death vote point goal spend budget emission cost turnover export import passenger download view click visit ride trip volume production energy consumption income usage attendance ticket kwh expense payment headcount donation contribution gift fine money'.split(
    ' ',
  ),
);
export const LEVELS = new Set(
  'average avg mean max min rate per price percent pct percentage share ratio index score rating age level temperature temp degree expectancy salary wage median'.split(
    ' ',
  ),
);
/** Of what is paid beside the price. */
export const SIDE_COSTS: ReadonlySet<string> = new Set(
  'extra additional shipping delivery service side tip deposit tax'.split(' '),
);
/** Columns that name who a row is about. */
export const WHO_WORDS = new Set(
  'employee customer patient rep seller agent student player athlete doctor driver teacher author manager passenger person member rider clerk referee respondent worker staff operator technician nurse personnel donor salesperson pupil child borrower mechanic tenant landlord'.split(
    ' ',
  ),
);
/** Dates of a measurement. */
export const MEASURED_DATES: ReadonlySet<string> = new Set(
  'timestamp|time|datetime|date time|ts|measured at|recorded at'.split('|'),
);
/** Columns that only people have: where there is one, a name is somebody's. */
export const PERSONAL_WORDS: ReadonlySet<string> = new Set(
  'age gender sex salary wage birth birthday dob surname nationality married'.split(' '),
);
/** Dates of whom a row is about, not of what happened. */
export const PERSONAL_DATES = new Set(
  'birth hire hired entry join joined registration signup expiry due'.split(' '),
);
/** Dates of what is to happen. */
export const PLANNED_DATES: ReadonlySet<string> = new Set(
  'due deadline planned expected estimated promised scheduled target valid expiry expires renewal'.split(' '),
);
/** What the name of a date ends with beside what happened. */
export const DATE_ENDINGS = new Set('date time at on day'.split(' '));
/** What happened on a date, in other words. */
export const DATE_VERBS: readonly string[] = [
  'created creation opened opening open',
  'closed closing close resolved resolution solved resolve solve fix fixed|delivery delivered deliver',
  'arrival arrived arrive|shipped shipping ship shipment|admission admitted',
  'discharge discharged released|submitted submission|entry entered joined hired|hire hired joined',
  'start started begin began|end ended finished|pay paid payday',
].flatMap((line) => line.split('|'));
/** Dates that end what another begins. */
export const END_DATES = new Set(
  'discharge delivery delivered closed end ended arrival return returned finish finished shipped stop stopped dropoff'.split(
    ' ',
  ),
);
/** What "from" and "to" are about where a table has both. */
export const FROM_WORDS = new Set('origin from start source departure sender'.split(' '));
export const TO_WORDS = new Set('destination dest to end arrival target receiver'.split(' '));
/** A yes-or-no column by the word for yes, and the word for no. */
export const OPPOSITES: ReadonlyMap<string, string> = new Map([
  ['part time', 'full time'],
  ['full time', 'part time'],
  ['emergency', 'planned'],
  ['damaged', 'undamaged'],
]);
/** Words of a value's column that say the same in another way. */
export const VALUE_SYNONYMS: readonly string[] = [
  'out outgoing outbound',
  'in incoming inbound',
  'female woman girl lady f',
  'male man boy m',
  'united states|usa|us|america',
  'united kingdom|uk|great britain',
];
/** What the rows of a table are, and the verbs that say no more than that: a loan is what was borrowed. */
export const ROW_VERBS: readonly (readonly [nouns: string, verbs: string])[] = [
  ['loan', 'borrow borrows borrowed lend lends lent|lent out|checked out|loaned'],
  ['run', 'run ran jogged'],
  ['ride', 'ride rode ridden cycled'],
  ['hike walk', 'hiked walked'],
  ['swim', 'swim swam'],
  ['repair job', 'repair repaired'],
  ['harvest picking', 'harvest harvested pick picked'],
  ['bug ticket issue', 'file filed raised logged'],
  ['rental', 'rent rented hired|rented out'],
  ['catch', 'catch caught'],
  ['sighting observation', 'see saw seen spot spotted observed'],
  ['session workout', 'trained|worked out'],
  ['reading measurement', 'measured'],
];
/** What a column or a value says of rows that may not have come about: of these, a verb says something. */
export const NOT_DONE: ReadonlySet<string> = new Set(
  'cancelled canceled cancel cancellation missed failed refused rejected pending planned show reserved'.split(
    ' ',
  ),
);

/** Of what is paid. */
export const PAYMENTS: ReadonlySet<string> = new Set(
  'paid unpaid settled outstanding overdue refunded billed invoiced'.split(' '),
);
/** What the name of a yes-or-no column may add to what it is about: `Pets OK`. */
export const FLAG_ENDINGS: ReadonlySet<string> = new Set(
  'ok okay allowed permitted included available possible'.split(' '),
);
/** What is measured in a unit, where it can be one thing only. */
export const UNIT_NOUNS: ReadonlyMap<string, string> = new Map([
  ['kwh', 'electricity energy power consumption usage'],
]);
/** What rows are called by the money that they are about: "sales by region" does not ask how many. */
export const MONEY_NOUNS: ReadonlySet<string> = new Set(
  'sale donation contribution expense payment'.split(' '),
);
