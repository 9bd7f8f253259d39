/**
 * Changes one number at a time in the right answers of the corpus, and counts the changed ones that are still linked.
 * Usage: `node bench/numbers/perturb.ts [--corpus CORPUS] [--show]`.
 */
import { parseArgs } from 'node:util';
import { linkQuantities } from '../../lib/quantities/link-quantities.ts';
import { locate, readAnswers } from './answer.ts';

const { values: flags } = parseArgs({
  options: {
    corpus: { type: 'string', default: 'own' },
    show: { type: 'boolean', default: false },
  },
});

const DIGIT = /\d/g;

/** Swapped neighbors, one digit more, and a shifted scale: what the number could have been by mistake. */
function listErrors(text: string): { kind: string; text: string }[] {
  const places = [...text.matchAll(DIGIT)].map(({ index }) => index);
  const put = (at: number, digit: string) => text.slice(0, at) + digit + text.slice(at + 1);
  const errors = places.flatMap((at, index) => {
    const next = places[index + 1];
    const [left = '', right = ''] = [text[at], next === undefined ? '' : text[next]];
    const changed = { kind: 'changed digit', text: put(at, String((Number(left) + 3) % 10 || 4)) };
    if (next === undefined || left === right || (index === 0 && right === '0')) return [changed];
    const swapped = text.slice(0, at) + right + text.slice(at + 1, next) + left + text.slice(next + 1);
    return [changed, { kind: 'swapped digits', text: swapped }];
  });
  const decimal = /\d\.\d/.exec(text);
  const shifted = decimal
    ? [
        {
          kind: 'wrong scale',
          text: `${text.slice(0, decimal.index + 1)}${text[decimal.index + 2]}.${text.slice(decimal.index + 3)}`,
        },
      ]
    : [];
  return [...errors, ...shifted].filter((error) => !/\.(?!\d)/.test(error.text));
}

const counts = new Map<string, { tried: number; linked: number }>();
for (const labeled of readAnswers(flags.corpus)) {
  if (labeled.quantities.some(({ label }) => label === 'unfounded')) continue;
  for (const quantity of labeled.quantities) {
    const { text, label } = quantity;
    if (label !== 'stated' && label !== 'derived') continue;
    const [at] = locate(labeled.answer, quantity);
    for (const error of listErrors(text)) {
      const answer = labeled.answer.slice(0, at) + error.text + labeled.answer.slice(at + text.length);
      const found = linkQuantities(answer, labeled.cells, labeled.question).find(
        (link) => link.start < at + error.text.length && link.end > at,
      );
      const isLinked = found?.status === 'stated' || found?.status === 'derived';
      for (const kind of [error.kind, `of ${label}`, `${error.text.replaceAll(/\D/g, '').length} digits`]) {
        const count = counts.get(kind) ?? { tried: 0, linked: 0 };
        counts.set(kind, { tried: count.tried + 1, linked: count.linked + (isLinked ? 1 : 0) });
      }
      if (flags.show && isLinked) {
        const sources = found.sources
          .slice(0, 3)
          .map(({ cell, printed, label, how }) => `cell ${cell} ${printed} (${label}) ${how}`);
        console.log(`${labeled.id}: ${text} → ${error.text} ${sources.join('; ')}`);
      }
    }
  }
}
for (const [kind, { tried, linked }] of counts) {
  console.log(
    `${kind.padEnd(16)} ${linked} of ${tried} still linked (${((linked / tried) * 100).toFixed(1)} %)`,
  );
}
