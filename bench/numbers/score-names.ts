/**
 * Scores the names of rows in the answers of the corpus. Usage: `node bench/numbers/score-names.ts [--corpus FOLDER] [--show]
 * [--changed]`. `--changed`: how many winners are still contradicted with any one output left out, and how many are
 * contradicted when another row is put first, alone or with its numbers.
 * Ends with 1 when a name is contradicted that is not labeled as a wrong winner.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Span } from '../../lib/quantities/answer/read-blocks.ts';
import { readMentions } from '../../lib/quantities/answer/read-mentions.ts';
import type { Quantity, SourceCell } from '../../lib/quantities/finding/quantity.ts';
import { linkQuantities } from '../../lib/quantities/link-quantities.ts';
import { type FoundName, findRowNames } from '../../lib/quantities/names/find-row-names.ts';
import type { NamedRow } from '../../lib/quantities/names/named-table.ts';
import { readClaims } from '../../lib/quantities/names/read-claim.ts';
import { createSourceCache, type SourceCache } from '../../lib/quantities/source-cache.ts';
import { type LabeledAnswer, type LabeledName, locate, readAnswers } from './answer.ts';

const { values: flags } = parseArgs({
  options: {
    corpus: { type: 'string' },
    show: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
  },
});
const SETS = ['answers', 'unseen-1', 'unseen-2', 'unseen-3', 'unseen-4', 'unseen-5'];
const folders = flags.corpus ? [flags.corpus] : SETS.map((set) => join(import.meta.dirname, set));
const answers = folders.flatMap(readAnswers);

function findNames({ answer, question }: LabeledAnswer, cells: readonly SourceCell[]): Quantity[] {
  return linkQuantities(answer, cells, question).filter(({ kind }) => kind === 'name');
}

/** Other rows that are put in the place of a winner. */
const MAX_OTHERS = 2;

const isContradicted = ({ status }: Quantity) => status === 'contradicted';
const counts = new Map<string, number>();
function count(what: string, by = 1): void {
  counts.set(what, (counts.get(what) ?? 0) + by);
}
function show(what: string, { id }: LabeledAnswer, { text, start, instead }: Quantity, answer: string): void {
  const line = answer.slice(answer.lastIndexOf('\n', start) + 1).split('\n')[0] ?? '';
  console.log(`${what} ${id}: “${text}” → ${instead?.label} ${instead?.printed}: ${line}`);
}

for (const labeled of answers) {
  const found = findNames(labeled, labeled.cells);
  const labels = (labeled.names ?? []).map((label) => ({ label, at: locate(labeled.answer, label) }));
  count('names that lead to a row', found.filter(({ status }) => status === 'stated').length);
  count('answers with one', found.length > 0 ? 1 : 0);
  for (const { label, at } of labels)
    scoreLabel(
      labeled,
      label,
      found.find(({ start, end }) => start < at[1] && end > at[0]),
    );
  for (const each of found.filter(isContradicted)) {
    const own = labels.find(({ at: [from, to] }) => each.start < to && each.end > from);
    const what = own?.label.planted ? 'wrong winners contradicted' : 'right names contradicted';
    count(what);
    if (flags.show || !own?.label.planted) show(what, labeled, each, labeled.answer);
    if (!own?.label.planted) process.exitCode = 1;
  }
  if (flags.changed) {
    scoreLeftOut(labeled);
    scoreOthers(labeled);
  }
}

function scoreLabel(
  labeled: LabeledAnswer,
  { planted, text, row }: LabeledName,
  found: Quantity | undefined,
): void {
  count(planted ? 'wrong winners labeled' : 'right names labeled');
  if (planted && found === undefined && flags.show) console.log(`missed ${labeled.id}: “${text}”`);
  if (found?.status !== 'stated') return;
  const isRow = found.sources.some(({ printed }) => printed === row);
  count(`${planted ? 'wrong winners' : 'right names'} that lead to ${isRow ? 'their' : 'another'} row`);
}

function scoreLeftOut(labeled: LabeledAnswer): void {
  for (const [at, cell] of labeled.cells.entries())
    for (const output of cell.outputs.keys()) {
      const cells = labeled.cells.with(at, { ...cell, outputs: cell.outputs.toSpliced(output, 1) });
      const found = findNames(labeled, cells).filter(isContradicted);
      count('outputs left out');
      for (const each of found) {
        const isPlanted = (labeled.names ?? []).some(
          (label) => label.planted && locate(labeled.answer, label)[0] === each.start,
        );
        if (isPlanted) continue;
        count('right names contradicted with an output left out');
        if (flags.show) show('left out', labeled, each, labeled.answer);
      }
    }
}

interface Edit extends Span {
  readonly text: string;
}

function edit(answer: string, edits: readonly Edit[]): string {
  const fromEnd = edits.toSorted((a, b) => b.start - a.start);
  return fromEnd.reduce(
    (left, { start, end, text }) => left.slice(0, start) + text + left.slice(end),
    answer,
  );
}

/** Another row in the place of each winner, alone and with its own numbers. */
function scoreOthers(labeled: LabeledAnswer): void {
  const { answer, cells, question } = labeled;
  const cache = createSourceCache();
  const known = cache.read(cells).names();
  const { sentences, text } = readMentions(answer);
  const numbers = linkQuantities(answer, cells, question, cache).filter(({ kind }) => kind === 'number');
  const wrong = (labeled.names ?? []).flatMap((label) => (label.planted ? locate(answer, label)[0] : []));
  for (const { start: at, end, block } of sentences) {
    if (block.row >= 0) continue;
    const own = text.slice(at, end).replaceAll(/[\u2060\ufffc]/g, ' ');
    const names = new Set(readClaims(own, findRowNames(own, known)).map(({ name }) => name));
    const beside = numbers.filter((number) => number.start >= at && number.end <= end);
    for (const name of names) {
      const place = { start: at + name.start, end: at + name.end };
      if (wrong.includes(place.start)) continue;
      const others = listOthers(name, own).map(({ row, other, text: instead }) => ({
        name: { ...place, text: instead },
        numbers: beside.flatMap((number) => toNumberOf(other, row, number) ?? []),
      }));
      if (others.length === 0) continue;
      count('winners');
      const found = others.filter((other) => {
        const isFound = isFoundWrong(labeled, 'alone', other.name, [], cache);
        const edits = other.numbers;
        return (
          (edits.length > 0 && isFoundWrong(labeled, 'with its numbers', other.name, edits, cache)) || isFound
        );
      });
      if (found.length > 0) count('winners with one contradicted');
    }
  }
}

/** Other rows of the table that have a name of their own, which the sentence does not name. */
function listOthers(name: FoundName, sentence: string): { row: NamedRow; other: NamedRow; text: string }[] {
  const rows = name.names.flatMap(({ text, rows: own }) =>
    own.filter(({ table, names }) => names[table.nameAt] === text),
  );
  const [row] = rows;
  if (!row) return [];
  const { rows: all, nameAt, totals } = row.table;
  return all
    .flatMap((other) => ({ row, other, text: other.names[nameAt] ?? '' }))
    .filter(
      ({ other, text }) =>
        other !== row &&
        text !== '' &&
        !sentence.includes(text) &&
        !other.values.some((value) => totals.has(value)),
    )
    .slice(0, MAX_OTHERS);
}

/** What the other row has where the number is of the first. */
function toNumberOf(
  other: NamedRow,
  row: NamedRow,
  { start, end, sources: [source] }: Quantity,
): Edit | null {
  const value = row.values.find(
    ({ printed, place }) => printed === source?.printed && place.cellId === source.cellId,
  );
  const instead = value && other.values.find(({ at }) => at[1] === value.at[1]);
  return instead ? { start, end, text: instead.printed } : null;
}

function isFoundWrong(
  labeled: LabeledAnswer,
  how: string,
  name: Edit,
  numbers: readonly Edit[],
  cache: SourceCache,
): boolean {
  const { cells, question, id } = labeled;
  const answer = edit(labeled.answer, [name, ...numbers]);
  const found = linkQuantities(answer, cells, question, cache).filter(isContradicted);
  const isFound = found.some(({ text }) => text === name.text);
  count(`other rows put first, ${how}`);
  if (isFound) count(`other rows contradicted, ${how}`);
  const line = answer.slice(answer.lastIndexOf('\n', name.start) + 1).split('\n')[0];
  if (!isFound && flags.show) console.log(`not contradicted ${how} ${id}: “${name.text}”: ${line}`);
  return isFound;
}

console.log(`${answers.length} answers`);
for (const [what, number] of counts) console.log(`${what.padEnd(50)} ${number}`);
