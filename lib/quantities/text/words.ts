/** Words of sentences and labels in a form in which they can be compared: `body_mass_g` and “body masses” share two. */
import { readMonth } from './dates.ts';

export interface Word {
  readonly stem: string;
  readonly start: number;
  readonly end: number;
}

/** Words of different spelling that name one thing in results. */
const CONCEPTS: readonly (readonly [string, string])[] = [
  [
    'mean',
    'mean average avg averages averaged durchschnitt durchschnittlich mittelwert mittlere moyenne promedio media',
  ],
  ['median', 'median medians médiane mediana'],
  ['max', 'max maximum highest largest biggest greatest longest peak most top höchste größte maximal'],
  ['min', 'min minimum lowest smallest shortest fewest least niedrigste kleinste minimal'],
  ['count', 'count counts number numbers n anzahl nombre número entries size len'],
  ['sum', 'sum total totals overall altogether together combined whole entire gesamt summe insgesamt totale'],
  ['deviation', 'std stdev deviation standardabweichung sd'],
  ['distinct', 'nunique unique distinct different verschiedene'],
  ['missing', 'missing lack lacks lacking nan null nulls na isna isnull gaps absent fehlende manquantes'],
  [
    'correlation',
    'corr correlation correlations correlate correlates correlated pearson spearman korrelation',
  ],
  ['share', 'share shares percentage percent pct proportion fraction anteil part'],
  ['row', 'row rows record records observation observations line lines zeilen lignes filas zeile shape'],
  ['column', 'column columns feature features field fields spalten colonnes columnas shape'],
  ['revenue', 'revenue revenues sales turnover umsatz'],
  ['difference', 'difference diff gap differences'],
  ['change', 'change changes changed growth grew pct_change'],
  ['mass', 'mass weight weights weigh weighs weighed weighing gewicht'],
  ['duplicate', 'duplicate duplicates duplicated'],
  ['p', 'p pvalue pval'],
  ['freedom', 'freedom dof df_resid'],
  ['alpha', 'alpha α'],
  ['beta', 'beta β'],
  ['chi', 'chi chi2 χ χ²'],
  ['rho', 'rho ρ'],
  ['sigma', 'sigma σ'],
  ['lambda', 'lambda λ'],
  ['quartile', 'quartile quartiles interquartile iqr'],
];
const WEEKDAYS =
  'monday mon montag lundi lunes|tuesday tue tues dienstag mardi martes|wednesday wed mittwoch mercredi miércoles|thursday thu thur thurs donnerstag jeudi jueves|friday fri freitag vendredi viernes|saturday sat samstag samedi sábado|sunday sun sonntag dimanche domingo';
const CONCEPT_OF = new Map(
  [...CONCEPTS, ...WEEKDAYS.split('|').map((names, day) => [`weekday${day + 1}`, names] as const)].flatMap(
    ([concept, names]) => names.split(' ').map((name) => [name, concept] as const),
  ),
);
/** Two for which one word of data stands: `shape`. */
const SHAPES = ['row', 'column'];

const STOP_WORDS = new Set(
  `a an the of in on at to for from by with and or is are was were be been has have had it its this that these those there
  than then as so but not no all each every per vs versus about around only just also which who what where when how we you i
  der die das und ist sind von mit im den dem ein eine auf für le la les des du et est un une el los las y es en de
  print df pd np round astype value values dtype name object float int str index true false none nan
  more less over under between while their they them into out up`.split(/\s+/),
);

const WORD = /\p{L}[\p{L}\p{M}\p{N}’']*|(?<![\p{L}\d.,])\d{1,4}(?:-\d\d(?:-\d\d)?)?(?!\d|\.\d|,(?! \p{L}))/gu;

/** Words of `text`, without those that say nothing, and whole numbers, which can be names; their places are in `text`. */
export function readWords(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(WORD)) {
    const { 0: whole, index } = match;
    let at = index;
    for (const part of whole.split(/(?<=\p{Ll})(?=\p{Lu})/u)) {
      for (const stem of /^\d/.test(part) ? nameNumber(part) : toStems(part))
        words.push({ stem, start: at, end: at + part.length });
      at += part.length;
    }
  }
  return words;
}

export function readStems(text: string): Set<string> {
  return new Set(readWords(text).map(({ stem }) => stem));
}

/** `2023-01` is what “January 2023” is. */
function nameNumber(text: string): string[] {
  const [first = '', month, day] = text.split('-');
  if (month === undefined) return [`#${Number(first)}`];
  const date = [`#${Number(first)}`, `month${Number(month)}`];
  return day === undefined ? date : [...date, `day${Number(day)}`];
}

function toStems(word: string): readonly string[] {
  // Groups are often called A and B.
  if (/^[A-HJ-Z]$/.test(word)) return [word];
  const lower = word.toLowerCase().replace(/[’']s?$/, '');
  if (lower === 'shape') return SHAPES;
  const concept = CONCEPT_OF.get(lower);
  if (concept !== undefined) return [concept];
  if (STOP_WORDS.has(lower) || lower.length < 2) return [];
  const month = readMonth(lower);
  return [month > 0 ? `month${month}` : toStem(lower)];
}

/** The word without the endings of plurals and of verbs. */
export function toStem(word: string): string {
  const singular = word
    // “Adelies” are of the kind “Adelie”.
    .replace(/(?<=\p{L}{2})ies?$/u, 'y')
    .replace(/(?<=s|x|z|ch|sh)es$/, '')
    .replace(/(?<=[^su])s$/, '');
  if (singular.length <= 5) return singular.length > 4 ? singular.replace(/e$/, '') : singular;
  // `fitting` and `fit`, `growing` and `grow`.
  const bare = singular.replace(/(?<=[^aeiou])(?:ing|ed)$|ly$/, '').replace(/([^aeiouls])\1$/, '$1');
  return bare.length > 4 ? bare.replace(/e$/, '') : bare;
}
