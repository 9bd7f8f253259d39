/**
 * Scores the check of numbers on labeled answers. Usage: `node bench/numbers/run.ts [--corpus CORPUS] [--only WORDS]
 * [--unclear]`. `--unclear` lists the numbers that are neither linked nor marked, too.
 * Ends with 1 when a planted error is linked.
 */
import { parseArgs } from 'node:util';
import { readAnswers } from './answer.ts';
import { type Judged, scoreAnswer, type Verdict } from './score.ts';

const { values: flags } = parseArgs({
  options: {
    corpus: { type: 'string', default: 'own' },
    only: { type: 'string', default: '' },
    unclear: { type: 'boolean', default: false },
  },
});

const answers = readAnswers(flags.corpus).filter(({ id }) => id.includes(flags.only));
const scores = answers.map(scoreAnswer);
const judged = scores.flatMap((score) => score.judged);
const unlabeled = scores.flatMap((score) => score.unlabeled);

const isPlanted = ({ quantity }: Judged) => quantity.label === 'unfounded';
const planted = judged.filter(isPlanted);
const right = judged.filter((each) => !isPlanted(each));
const linked = judged.filter(({ found }) => found?.status === 'stated' || found?.status === 'derived');
const count = (list: readonly Judged[], verdict: Verdict) =>
  list.filter((each) => each.verdict === verdict).length;

function toShare(part: number, whole: number): string {
  return `${part} of ${whole} (${((part / Math.max(whole, 1)) * 100).toFixed(1)} %)`;
}

for (const { answer, quantity, found, verdict } of judged) {
  if (verdict === 'right' || (verdict === 'unclear' && !flags.unclear)) continue;
  const sources = found?.sources
    .map(({ cell, printed, label, how }) => `cell ${cell} ${printed} (${label}) ${how}`)
    .join('; ');
  const wanted = `${quantity.label}${quantity.planted ? `, ${quantity.planted}` : ''} [${quantity.cells.join(', ')}]`;
  console.log(
    `${verdict.padEnd(15)} ${answer}: “${quantity.text}” ${wanted} → ${found?.status ?? 'nothing'} ${sources ?? ''}`,
  );
}
for (const { answer, found } of unlabeled) {
  const sources = found.sources
    .map(({ cell, printed, label }) => `cell ${cell} ${printed} (${label})`)
    .join('; ');
  console.log(`no label        ${answer}: “${found.text}” → ${found.status} ${sources}`);
}

console.log(
  `\n${answers.length} answers, ${judged.length} quantities, ${unlabeled.length} others linked or marked`,
);
console.log(`planted marked       ${toShare(count(planted, 'right'), planted.length)}`);
console.log(`planted unclear      ${toShare(count(planted, 'unclear'), planted.length)}`);
console.log(`planted missed       ${toShare(count(planted, 'planted missed'), planted.length)}`);
console.log(`right wrongly marked ${toShare(count(right, 'wrongly marked'), right.length)}`);
console.log(`right unclear        ${toShare(count(right, 'unclear'), right.length)}`);
console.log(`right not read       ${toShare(count(right, 'not read'), right.length)}`);
console.log(
  `wrong links          ${toShare(count(judged, 'wrong link') + count(planted, 'planted missed'), linked.length)}`,
);
// What is marked is in no output, as far as the rules tell: with such a number, an answer goes back to its model.
const marked = [...judged, ...unlabeled].filter(({ found }) => found?.status === 'unfounded');
const sentBack = new Set(marked.map(({ answer }) => answer));
const erring = new Set(planted.map(({ answer }) => answer));
const fine = answers.filter(({ id }) => !erring.has(id));
console.log(
  `sent back with error ${toShare([...erring].filter((id) => sentBack.has(id)).length, erring.size)}`,
);
console.log(`sent back without    ${toShare(fine.filter(({ id }) => sentBack.has(id)).length, fine.length)}`);
for (const [kind, list] of Map.groupBy(judged, ({ quantity }) => quantity.planted ?? quantity.label)) {
  console.log(`  ${kind.padEnd(16)} ${toShare(count(list, 'right'), list.length)} right`);
}
const times = scores.map(({ ms }) => ms).toSorted((a, b) => a - b);
console.log(
  `time: median ${times[times.length >> 1]?.toFixed(1)} ms, longest ${times.at(-1)?.toFixed(1)} ms`,
);
process.exitCode = count(planted, 'planted missed') > 0 ? 1 : 0;
