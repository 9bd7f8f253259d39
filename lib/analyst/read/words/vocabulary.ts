/** The fixed words of the grammar. Data: extend the tables. */
import type { Aggregate, ChartKind, Comparison, DatePart, DurationUnit, Period } from '../../query/query.ts';

/** The only words that are left out of a question before it is read. */
export const FILLERS = new Set(
  "the a an please kindly 's me us our my your still yet actually ever really whole entire single simply respectively pls plz".split(
    ' ',
  ),
);
/** Phrases of the same kind, anywhere. */
export const FILLER_PHRASES: readonly string[] =
  'of course|in the data|in the dataset|in the table|in the file|in this data|in this dataset|in this table|in this file|according to the data|at all|over the whole period|over the whole time|over the entire period|over the period|for the whole file|in the whole file|of the whole file|over all rows|so far|thank you|thanks'.split(
    '|',
  );
/** Ways to begin. */
export const OPENINGS: readonly string[] =
  'can you show me|could you show me|can you|could you|would you|i want to know|i want to see|i would like to know|i would like to see|i d like to know|i d like to see|could you please be so kind as to tell me|could you be so kind as to tell me|would you be so kind as to tell me|i would be grateful for|i would like to have|i would like|i would need|i am interested in|i am looking for|i want|what i need is|i wonder|kindly|i need to know|i need|tell me|let me know|let me see|do you know|hello|hi|hey'.split(
    '|',
  );

/** What no reading may use: it asks for what is not read, and the words by themselves would ask for something else. */
export const NEVER_READ: readonly (readonly string[])[] =
  'in row|take longest|takes longest|took longest|take shortest|takes shortest|took shortest'
    .split('|')
    .map((phrase) => phrase.split(' '));

/** Words that productions use alike, by the name that patterns call them. */
export const CLASSES: Readonly<Record<string, string>> = {
  '@be': 'is|are|was|were|be|been|has been|have been',
  '@do': 'do|does|did',
  '@has': 'has|have|had|having',
  '@show': 'show|list|display|give|print|find|get|return|calculate|compute|determine|report|see',
  '@list': 'show|list|display|give|print|find|get|return|see',
  '@plot': 'plot|draw|chart|graph|visualize|show|make|create',
  '@what':
    'what is|what are|what was|what were|what has been|whats|what|how high is|how high was|how large is|how big is|how high are|how much is|how much was',
  '@which': 'which|what',
  '@that': 'that|which|who|whose',
  '@in': 'in|for|of|at|on|with|within|among|during|inside|when|where|whose|having|has|have|had|if',
  '@time': 'in|during|for|of|on|at|from|within|throughout',
  '@per':
    'by|per|for each|for every|in each|in every|of each|of every|on each|on every|at each|at every|each|every|across|across each|split by|grouped by|broken down by|group by|for all|with each|from each',
  '@exist':
    'exist|are there|is there|were there|was there|do we have|did we have|have we|took place|take place|happened|occurred|were made|were placed|placed|were recorded|were registered|are recorded|were done|do we know',
  '@done':
    'sold|were sold|are sold|was sold|were ordered|were bought|were used|were made|were visited|are used|are offered|fell|happened',
  '@stay':
    'paid|billed|charged|treated|sent|answered|served|handled|flew|flown|managed|issued|go|goes|went|going|travel|traveled|come|comes|came|coming|live|lived|living|work|works|worked|working|located|based|happened|occurred|made|placed|recorded|taken|took place|sold|ordered|born|stationed',
  '@number': 'number of|count of|total number of|how many|amount of rows with',
  '@distinct': 'different|distinct|unique|individual|separate',
  '@share': 'percentage|share|fraction|proportion|percent|part|%',
  '@change': 'change|changed|develop|developed|evolve|evolved',
  '@growth':
    'growth|percentage change|percent change|growth rate|relative change|percentage growth|rate of growth',
  '@and': 'and|, and|as well as|plus|,|&',
  '@or': 'or|, or|,',
  '@except':
    'skip|skipping|leave out|leaving out|leave out that one|exclude|not including|disregarding|except|except for|excluding|without|other than|apart from|outside|outside of|but not|not counting|ignoring',
  '@than':
    'than|than the one in|than the ones in|than at|than that of|than for|than in|than for those in|than those in|than on|than among',
  '@average': 'average|mean',
  '@common': 'common|frequent|popular|often|frequently',
  '@empty': 'empty|missing|blank|unrecorded|null|unknown|not known|not available|not filled',
  '@filled': 'known|filled|filled in|recorded|noted|given|available|not missing|not empty|present',
  '@relation': 'correlation|relationship|relation|association|link|connection|dependence|dependency',
  '@related': 'correlated|related|associated|linked|connected',
  '@decimals': 'decimals|decimal places|digits|decimal|decimal place|digit|places',
  '@high': 'highest|largest|biggest|greatest|maximum|max|longest|best',
  '@low': 'lowest|smallest|minimum|min|shortest',
  '@verb':
    'feel|feels|felt|carry|carries|handle|handles|book|books|booked|move|moved|wait|waited|land|landed|leave|treat|treated|answer|answered|gave|give|collected|collect|registered|enter|entered|serve|served|host|hosted|take|takes|place|places|receive|receives|submit|submitted|reported|report|work|worked|appear|appears|occur|occurs|come in|came in|come|named|see|visit|visited|need|needed|required|spend|spends|pay|pays|brought|bring|carried|handled|took|shipped|processed|placed|ordered|bought|has|have|had|sold|sells|sell|made|makes|make|generated|generate|produced|produces|brought in|got|received|recorded|earned|used|saw|scored|spent|contributed|shows|showed|achieved|reached|gets|generates|brings in|brings|bring in|yields|yielded|contributes|rented',
  '@more': 'more|higher|larger|greater|bigger|longer',
  '@less': 'less|fewer|lower|smaller|shorter',
  '@longest': 'longest|largest|biggest|greatest|maximum|max',
  '@shortest': 'shortest|smallest|minimum|min',
  '@as': 'as|as a|in|using|with',
  '@gap': 'difference|gap',
  '@count': 'count|counting|use|using|take|taking',
  '@own': 'its|their|his|her|same|own|that|each|every|its own|their own|his own|her own',
  '@lie': 'is|are|was|were|lie|lies|lay|stay|stays|stayed|fall|falls|fell',
};

export const AGGREGATES: Readonly<Record<Aggregate, string>> = {
  sum: 'total|sum|overall|combined|sum of|total of|total sum of|total amount of',
  mean: 'average|mean|avg|average of|mean of|typical average|arithmetic mean',
  median: 'median|median of',
  min: 'minimum|min|lowest|smallest|minimal|minimum of|min of',
  max: 'maximum|max|highest|largest|biggest|greatest|peak|maximal|maximum of|max of',
  std: 'standard deviation|standard dev|std dev|std deviation|sample standard deviation|sample std|sd|std|stdev|standard deviation of|spread of|spread|variation in|variability of',
  iqr: 'interquartile range|iqr|interquartile range of|iqr of',
  distinct:
    'number of distinct|number of different|number of unique|count of distinct|count of unique|distinct count of|unique count of',
};

export const PERIODS: Readonly<Record<Period, string>> = {
  year: 'year|calendar year',
  quarter: 'quarter',
  month: 'month|calendar month',
  week: 'week|calendar week',
  day: 'day|date|calendar day',
  hour: 'hour',
};
export const TIMELY: Readonly<Record<Period, string>> = {
  year: 'yearly|annual|annually',
  quarter: 'quarterly',
  month: 'monthly',
  week: 'weekly',
  day: 'daily',
  hour: 'hourly',
};
export const PARTS: Readonly<Record<DatePart, string>> = {
  'quarter-of-year': 'quarter of the year|quarter of year|calendar quarter',
  'month-of-year': 'month of the year|month of year|calendar month',
  weekday: 'weekday|day of the week|day of week|week day',
  'hour-of-day': 'hour of the day|hour of day|time of day|hour',
};
export const SPANS: Readonly<Record<DurationUnit, string>> = {
  seconds: 'second',
  minutes: 'minute',
  hours: 'hour',
  days: 'day',
  weeks: 'week',
  months: 'month',
  years: 'year',
};

/** Comparisons with a number. */
export const COMPARISONS: Readonly<Record<Comparison, string>> = {
  '==': 'exactly|equal to|equals|=|is exactly|of exactly',
  '!=': 'not equal to|different from|!=',
  '<': 'less than|fewer than|under|below|smaller than|lower than|<|of less than|of under|of below|cheaper than|shorter than|earlier than',
  '<=': 'at most|no more than|not more than|up to|or less|maximum of|of at most|of up to',
  '>': 'more than|over|above|greater than|larger than|higher than|bigger than|exceeding|>|of more than|of over|of above|exceeds|exceed',
  '>=': 'at least|no less than|not less than|no fewer than|minimum of|of at least|or more',
};

/** Comparisons with a time. */
export const BOUNDS: Readonly<Record<'<' | '<=' | '>' | '>=', string>> = {
  '<': 'before',
  '<=': 'until|till|through|up to',
  '>': 'after',
  '>=': 'since',
};

export const CHARTS: Readonly<Record<ChartKind, string>> = {
  bar: 'bar chart|bars|bar graph|bar plot|column chart|barchart',
  line: 'line chart|line graph|line plot|lines|line',
};

const UP_TO_TWELVE = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...UP_TO_TWELVE.map((word, value): [string, number] => [word, value]),
  ['fifteen', 15],
  ['twenty', 20],
  ['thirty', 30],
  ['fifty', 50],
  ['hundred', 100],
  ['thousand', 1000],
  ['dozen', 12],
]);
export const ORDINAL_WORDS: ReadonlyMap<string, number> = new Map(
  'first second third fourth fifth sixth seventh eighth ninth tenth'
    .split(' ')
    .map((word, index): [string, number] => [word, index + 1]),
);

/** What a column of names or numbers for things is called by. */
export const ID_WORDS = new Set('id number no nr code'.split(' '));
/** Columns that count pieces of something. */
export const PIECES: ReadonlySet<string> = new Set(['quantity', 'qty', 'unit', 'piece']);
/** What may be said beside the name of a column: "aircraft type", "CO2 value". */
export const NAME_COMPANIONS = {
  text: 'type name kind',
  number: 'value figure level reading amount',
} as const;
/** Names for a row of any table. */
export const ROW_NOUNS = new Set('row record entry observation case'.split(' '));
/** What the last words of a column's name may add that a question leaves out. */
export const NAME_ENDINGS = new Set('id name number no nr code key label title type'.split(' '));
/** What the first words may add. */
export const NAME_BEGINNINGS = new Set('is has was num number n'.split(' '));
export const PARTICIPLES = new Set(
  'taken used sold made spent driven given paid bought flown run eaten grown'.split(' '),
);
/** What is measured of a thing: "longest flippers" is about `flipper_length`. */
export const MEASURED_ENDINGS = new Set(
  'length width height depth mass weight score rating value amount'.split(' '),
);
/** Words by which a question in another language is recognized. */
export const FOREIGN_WORDS = new Set(
  'wie viele welche welcher welches der die das ist sind gibt es und nach pro durchschnitt durchschnittliche combien quel quelle quels quelles est sont les des par moyenne du cuántos cuántas cuál cuáles qué son los las por promedio quanti quante quale quali il gli della media hoeveel welke het een gemiddelde quantos quantas qual quais médio mit für nicht avec pour con para el la le'.split(
    ' ',
  ),
);
