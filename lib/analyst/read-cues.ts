/** The words of a question that ask for an operation: averages, rankings, plots, topics. */
import { findAdjective } from './lexicon.ts';
import type { Aggregate, ChartKind, Topic } from './reading.ts';
import type { Word } from './words.ts';

const TOPICS: readonly (readonly [Topic, RegExp])[] = [
  [
    'beyond',
    /^why\b|\bforecast|\bpredict|\bregress|\bcluster|\bmachine learning|\b(dry|wet|hot|cold|rainy) spell|\bstreak|\bconsecutive|\bin a row\b|\b(would|do|can|could) you recommend|^recommend|\brecommend (me|us|a|an|which|what)\b|\brecommendations?\b|\b(more than|at least|exactly|only) (once|twice|\w+ times)\b|\b(without|excluding|except|ignoring|leaving out) (the |any |all )?(outliers|extreme)|\b(over|across|through|between) the seasons\b|\bsentiment|\btranslate\b|\bp-?value|\bsignifican/,
  ],
  ['duplicates', /\bduplicat|\brepeated rows/],
  ['missing', /\bmissing|\bnulls?\b|\bnan\b|\bempty (cells|values)|\bgaps\b|\bincomplete/],
  ['outliers', /\boutliers?\b|\bunusual|\bextreme values|\banomalous/],
  [
    'correlation',
    /\bcorrelat|\brelationship|\brelated\b|\brelation\b|\bassociat|\bscatter|\bdepends? on|\baffects?\b|\binfluences?\b|\bdriv(es|ing|ers?)\b|\bversus\b|\bvs\b|\bagainst\b/,
  ],
  ['distribution', /\bdistribut|\bhistogram|\bspread\b|\bhow (is|are) .* spread/],
  [
    'trend',
    /\btrend|\bover time\b|\bover the (years|months|weeks|days|decades)|\bevol(ve|ution)|\bdevelop|\bchanged?\b|\bchanging\b|\bgrow(th|n|ing)?\b|\bgrew\b|\b(increas|decreas|declin|ris)(e|es|ed|ing)\b|\brose\b|\btimeline\b/,
  ],
  ['share', /\bshare\b|\bpercent(age)?s?\b|\bproportions?\b|\bfraction\b|\bwhat part\b|(?<!\d ?)%/],
  [
    'common',
    /\b(most|least) (common|frequent|popular|often)|\bcommonest\b|\bmode of\b|\brarest\b|\boccurs? (the )?(most|least)/,
  ],
  ['columns', /\b(what|which|how many|list|name|show)\b.{0,20}\b(columns|fields|variables)\b/],
  ['count', /\bhow many\b|\bnumber of\b|\bcount(s|ing)?\b|\bhow often\b/],
  ['compare', /\bcompar|\bdiffer(s|ence|ences|ent)?\b/],
  [
    'overview',
    /\bsummar|\bdescribe|\boverview|\bwhat('s| is| does)?\b.{0,20}\b(in|inside|about|contain)\b.{0,8}(\b(file|data|dataset|table|csv|spreadsheet|sheet|workbook)\b|\bit\b ?\??$|\bthis\b ?\??$)|\btell me (more )?about\b|\bexplore|\blook(s)? like\b|\bstatistics\b|\bprofile\b|\bexplain\b|\banaly[sz]e\b|\binsights?\b/,
  ],
];

/** The first topic in order of how specific its words are; `distinct` needs the columns and is found later. */
export function readTopic(text: string): Topic | null {
  const lower = text.toLowerCase();
  return TOPICS.find(([, pattern]) => pattern.test(lower))?.[0] ?? null;
}

const AGGREGATES: readonly (readonly [Aggregate, RegExp])[] = [
  [
    'mean',
    /^(average|averages|averaged|mean|means|avg|typical|typically|usual|usually|expected|durchschnitt|durchschnittlich(e|er|es|en)?|mittelwert)$/,
  ],
  ['median', /^(median|medians|middle)$/],
  ['sum', /^(total|totals|totalled|sum|sums|altogether|combined|cumulative|summe|gesamt)$/],
  ['max', /^(maximum|maximal|max|highest|largest|greatest|peak|record|biggest|top)$/],
  ['min', /^(minimum|minimal|min|lowest|smallest|least)$/],
  ['std', /^(std|stdev|sd|deviation|variability|variation|vary|varies|volatile|volatility)$/],
  ['var', /^variance$/],
  ['range', /^range$/],
];

/** Aggregates asked for by name, in the question's order. */
export function readAggregates(words: readonly Word[]): { aggregate: Aggregate; at: number }[] {
  return words.flatMap(({ lower }, at) => {
    const aggregate = AGGREGATES.find(([, pattern]) => pattern.test(lower))?.[0];
    return aggregate ? [{ aggregate, at }] : [];
  });
}

const HIGH =
  /^(most|highest|maximum|max|largest|biggest|greatest|best|top|peak|record|more|mostly|höchste[nrs]?|meisten?)$/;
const LOW = /^(least|lowest|minimum|min|smallest|fewest|worst|bottom|rarest|niedrigste[nrs]?|wenigsten?)$/;

export interface Ranking {
  order: 'desc' | 'asc' | null;
  limit: number | null;
  superlative: boolean;
  ranksRows: boolean;
}

/** Which end is asked for, and of how many. */
export function readRanking(words: readonly Word[]): Ranking {
  let ranking: Ranking = { order: null, limit: null, superlative: false, ranksRows: false };
  words.forEach((word, index) => {
    const order = readOrder(words, index);
    if (!order || (ranking.order && !/^(top|bottom)$/.test(word.lower))) return;
    const ranksRows =
      ranking.ranksRows ||
      /^(most|least|fewest|top|bottom|mostly|busiest|meisten?|wenigsten?)$/.test(word.lower);
    ranking = { ...ranking, order, superlative: true, ranksRows };
    ranking.limit = readLimit(words, index) ?? ranking.limit;
  });
  const ranked = words.some(({ stem }) => stem === 'rank' || stem === 'ranking' || stem === 'sort');
  return ranked && !ranking.order ? { ...ranking, order: 'desc' } : ranking;
}

function readOrder(words: readonly Word[], index: number): 'desc' | 'asc' | null {
  const word = words[index]?.lower ?? '';
  const [next, before] = [words[index + 1]?.lower, words[index - 1]?.lower ?? ''];
  // "more than 5", "warmer than", "at least 3", "at most 3" compare with a number; they rank nothing.
  if (next === 'than' || before === 'at' || word === 'more') return null;
  if (/^(least|worst)$/.test(before) || (before === 'most' && word === 'least')) return null;
  if (HIGH.test(word)) return 'desc';
  if (LOW.test(word)) return 'asc';
  const adjective = findAdjective(word);
  if (!adjective || !/est$|^recent$/.test(word)) return null;
  return adjective.high ? 'desc' : 'asc';
}

const COUNT_WORDS = ['', '', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** The number beside a ranking word: "top 5", "5 hottest", "the three biggest". */
function readLimit(words: readonly Word[], index: number): number | null {
  for (const word of [words[index + 1], words[index - 1]]) {
    if (!word) continue;
    const spelled = COUNT_WORDS.indexOf(word.lower);
    const count = spelled > 1 ? spelled : /^\d{1,3}$/.test(word.lower) ? Number(word.lower) : 0;
    if (count > 0) return count;
  }
  return null;
}

const CHARTS: readonly (readonly [ChartKind, RegExp])[] = [
  ['scatter', /\bscatter/],
  ['hist', /\bhistogram|\bhist\b/],
  ['box', /\bbox ?-?(plots?|charts?)?\b/],
  ['pie', /\bpie\b/],
  ['bar', /\bbars?\b|\bbar ?-?(plot|chart)/],
  ['line', /\bline ?-?(plot|chart|graph)|\btime series\b/],
  ['auto', /\bplots?\b|\bplotted\b|\bcharts?\b|\bgraphs?\b|\bvisuali[sz]|\bdraw\b|\bfigure\b|\bdiagram\b/],
];

export function readChart(text: string): ChartKind | null {
  const lower = text.toLowerCase();
  return CHARTS.find(([, pattern]) => pattern.test(lower))?.[0] ?? null;
}

/** "90th percentile" as 0.9; "top quartile" as 0.75. */
export function readPercentile(text: string): number | null {
  const lower = text.toLowerCase();
  const named = /(\d{1,2}(?:\.\d+)?) ?(?:st|nd|rd|th)? ?-?(?:percentile|quantile)/.exec(lower)?.[1];
  if (named) return Number(named) / 100;
  if (/\b(upper|third|top|3rd) quartile/.test(lower)) return 0.75;
  return /\b(lower|first|1st|bottom) quartile/.test(lower) ? 0.25 : null;
}

export function saysOnAverage(text: string): boolean {
  return /\b(on|in the) (average|mean)\b|\baverage|\btypical|\busual|\bmean\b|\bdurchschnitt|\bdiffer/i.test(
    text,
  );
}
