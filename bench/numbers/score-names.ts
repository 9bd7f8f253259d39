/** Scores the links of names of rows in the answers of the corpus. Usage: `node bench/numbers/score-names.ts [--corpus FOLDER] [--show]`. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { linkQuantities } from '../../lib/quantities/link-quantities.ts';
import { locate, readAnswers } from './answer.ts';

const { values: flags } = parseArgs({
  options: { corpus: { type: 'string' }, show: { type: 'boolean', default: false } },
});
const SETS = ['answers', 'unseen-1', 'unseen-2', 'unseen-3', 'unseen-4', 'unseen-5', 'unseen-6'];
const folders = flags.corpus ? [flags.corpus] : SETS.map((set) => join(import.meta.dirname, set));

const counts = new Map<string, number>();
function count(what: string, by = 1): void {
  counts.set(what, (counts.get(what) ?? 0) + by);
}

for (const { id, answer, cells, question, names = [] } of folders.flatMap(readAnswers)) {
  const found = linkQuantities(answer, cells, question).filter(({ kind }) => kind === 'name');
  count('answers');
  count('names that lead to a row', found.length);
  for (const label of names) {
    const [from, to] = locate(answer, label);
    const kind = label.planted ? 'wrong winners' : 'right names';
    count(`${kind} labeled`);
    const own = found.find(({ start, end }) => start < to && end > from);
    if (!own) continue;
    const isRow = own.sources.some(({ printed, cell }) =>
      label.row === undefined ? label.cells.includes(cell) : printed === label.row,
    );
    count(`${kind} that lead to ${isRow ? 'their' : 'another'} row`);
    if (flags.show && !isRow) console.log(`another row ${id}: “${label.text}” → ${own.sources[0]?.printed}`);
  }
}

for (const [what, number] of [...counts].toSorted(([a], [b]) => a.localeCompare(b)))
  console.log(what.padEnd(40), number);
