/** "Above average", "below the median": rows compared with a figure of the whole column. */
import type { Mention } from './match-columns.ts';
import { quote } from './python-literals.ts';
import { isMeasure } from './read-measures.ts';
import type { Filter } from './reading.ts';
import { range, type Word } from './words.ts';

const MORE = /^(above|over|more|higher|greater|larger|exceeding|exceeds?|longer|heavier|older|beyond)$/;
const LESS = /^(below|under|less|lower|fewer|smaller|shorter|lighter|younger)$/;

export interface Relative {
  readonly filters: readonly Filter[];
  readonly used: ReadonlySet<Mention>;
  /** Words that are accounted for and ask for no average themselves. */
  readonly spots: ReadonlySet<number>;
  /** A comparison that fits no column. */
  readonly unresolved: boolean;
}

export function readRelative(words: readonly Word[], mentions: readonly Mention[]): Relative {
  const found = words.flatMap((_, at) => readOne(words, at));
  const placed = found.map((one) => ({ ...one, mention: nearest(mentions, one.from, one.to) }));
  return {
    filters: placed.flatMap(({ mention, ...one }) => (mention ? [toFilter(mention, one)] : [])),
    used: new Set(placed.flatMap(({ mention }) => mention ?? [])),
    spots: new Set(found.flatMap(({ from, to }) => range(from, to))),
    unresolved: placed.some(({ mention }) => mention === null),
  };
}

interface Comparison {
  from: number;
  to: number;
  sign: '>' | '<';
  figure: 'mean' | 'median';
}

function readOne(words: readonly Word[], at: number): Comparison[] {
  const word = words[at]?.lower ?? '';
  const sign = MORE.test(word) ? '>' : LESS.test(word) ? '<' : null;
  if (sign === null) return [];
  const to = words.findIndex(
    ({ lower }, index) => index > at && !/^(than|the|its|their|overall|an)$/.test(lower),
  );
  const figure = words[to]?.lower ?? '';
  if (!/^(average|mean|median|usual|typical)$/.test(figure)) return [];
  return [{ from: at, to, sign, figure: figure === 'median' ? 'median' : 'mean' }];
}

function nearest(mentions: readonly Mention[], from: number, to: number): Mention | null {
  const measures = mentions.filter(({ column }) => isMeasure(column));
  const after = measures.find((mention) => mention.from > to && mention.from - to <= 3);
  return after ?? measures.findLast((mention) => mention.to <= from) ?? measures[0] ?? null;
}

function toFilter({ column }: Mention, { from, sign, figure }: Comparison): Filter {
  const write = (frame: string) => {
    const source = `${frame}[${quote(column.name)}]`;
    return `${source} ${sign} ${source}.${figure}()`;
  };
  const label = `${column.name} ${sign === '>' ? 'above' : 'below'} its ${figure === 'mean' ? 'average' : 'median'}`;
  return { column: column.name, write, label, at: from, values: [], group: null };
}
