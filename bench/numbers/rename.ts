/**
 * Gives right numbers of the corpus another name or another unit, one at a time, and counts those that are still linked to the
 * same value. Usage: `node bench/numbers/rename.ts [--corpus CORPUS] [--show]`.
 */
import { parseArgs } from 'node:util';
import type { QuantitySource } from '../../lib/quantities/finding/quantity.ts';
import { linkQuantities } from '../../lib/quantities/link-quantities.ts';
import { readCell } from '../../lib/quantities/source/read-sources.ts';
import type { SourceValue } from '../../lib/quantities/source/source-value.ts';
import { locate, readAnswers } from './answer.ts';

const { values: flags } = parseArgs({
  options: {
    corpus: { type: 'string', default: 'own' },
    show: { type: 'boolean', default: false },
  },
});

interface Renamed {
  readonly kind: string;
  readonly answer: string;
  /** Where the number is now. */
  readonly at: number;
  readonly text: string;
}

const MAX_NAMES = 3;
const UNITS: readonly (readonly [string, string])[] = [
  [' kg', ' t'],
  [' g', ' kg'],
  [' mm', ' cm'],
  [' km', ' m'],
  [' s', ' min'],
  [' ms', ' s'],
  [' minutes', ' hours'],
  [' hours', ' days'],
  [' kWh', ' MWh'],
  [' MW', ' mW'],
  [' MWh', ' mWh'],
];

/** The line with the name of the row replaced by that of another row of the same table. */
function listOtherRows(
  answer: string,
  at: number,
  text: string,
  value: SourceValue,
  all: readonly SourceValue[],
): Renamed[] {
  const [start, end] = [answer.lastIndexOf('\n', at) + 1, answer.indexOf('\n', at)];
  const line = answer.slice(start, end < 0 ? answer.length : end);
  const own = value.row.text;
  if (value.group.kind !== 'table' || own.length < 2 || !/\p{L}/u.test(own)) return [];
  const pattern = new RegExp(
    `(?<![\\p{L}\\d])${own.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')}(?![\\p{L}\\d])`,
    'gu',
  );
  if (!pattern.test(line)) return [];
  const rows = all.filter(({ group }) => group === value.group).map(({ row }) => row.text);
  const names = [...new Set(rows)].filter(
    (name) => /\p{L}/u.test(name) && !line.includes(name) && !name.includes(own),
  );
  return names.slice(0, MAX_NAMES).map((name) => {
    const before = line.slice(0, at - start).replaceAll(pattern, name);
    const after = line.slice(at - start + text.length).replaceAll(pattern, name);
    const changed = answer.slice(0, start) + before + text + after + answer.slice(start + line.length);
    return { kind: 'other row', answer: changed, at: start + before.length, text };
  });
}

function listOtherUnits(answer: string, at: number, text: string): Renamed[] {
  const put = (kind: string, other: string) => ({
    kind,
    answer: answer.slice(0, at) + other + answer.slice(at + text.length),
    at,
    text: other,
  });
  const other = UNITS.find(([unit]) => text.endsWith(unit));
  if (other) return [put('other unit', text.slice(0, -other[0].length) + other[1])];
  const isCount = /^\d[\d,]*$/.test(text) && /^ \p{Ll}{3,}s\b/u.test(answer.slice(at + text.length));
  return isCount && answer[at - 1] !== '$' ? [put('a count as money', `$${text}`)] : [];
}

function isOf({ place, printed }: SourceValue, source: QuantitySource): boolean {
  return place.cellId === source.cellId && place.output === source.output && printed === source.printed;
}

const counts = new Map<string, { tried: number; linked: number }>();
for (const labeled of readAnswers(flags.corpus)) {
  const { answer, cells, question, quantities } = labeled;
  const all = cells.flatMap((cell) => readCell(cell).values);
  const links = linkQuantities(answer, cells, question);
  for (const quantity of quantities) {
    const { text, label } = quantity;
    const [at] = locate(answer, quantity);
    const link = links.find(({ start, end }) => start < at + text.length && end > at);
    const source = link?.sources[0];
    const value = all.find((each) => source && isOf(each, source) && source.label.startsWith(each.row.text));
    if (label !== 'stated' || link?.status !== 'stated' || !source || !value) continue;
    for (const renamed of [
      ...listOtherRows(answer, at, text, value, all),
      ...listOtherUnits(answer, at, text),
    ]) {
      const found = linkQuantities(renamed.answer, cells, question).find(
        ({ start, end }) => start < renamed.at + renamed.text.length && end > renamed.at,
      );
      const isLinked = found?.sources.some((each) => isOf(value, each)) ?? false;
      const count = counts.get(renamed.kind) ?? { tried: 0, linked: 0 };
      counts.set(renamed.kind, { tried: count.tried + 1, linked: count.linked + (isLinked ? 1 : 0) });
      if (flags.show && isLinked) {
        const words = renamed.answer
          .slice(Math.max(0, renamed.at - 60), renamed.at + 60)
          .replaceAll('\n', ' ');
        console.log(
          `${labeled.id}: ${renamed.kind}, ${value.printed} (${value.row.text}, ${value.column.text}): … ${words}`,
        );
      }
    }
  }
}
for (const [kind, { tried, linked }] of counts)
  console.log(
    `${kind.padEnd(18)} ${linked} of ${tried} still linked (${((linked / tried) * 100).toFixed(1)} %)`,
  );
