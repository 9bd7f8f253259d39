/** From a question and those before it to what to compute, over the table and the columns that the words stand for. */
import type { Column, Dataset } from './dataset.ts';
import { dropFileNames } from './drop-file-names.ts';
import { isFollowUp, layOver } from './follow-up.ts';
import { code } from './format.ts';
import type { Intent } from './intent.ts';
import { explainSpellings } from './merge-spellings.ts';
import { planIntent } from './plan-intent.ts';
import { readFormula, spellOperators } from './read-formula.ts';
import { readProduct } from './read-product.ts';
import { readQuestion } from './read-reading.ts';
import type { Filter } from './reading.ts';

export interface Understood {
  /** The table with the columns to compute. */
  dataset: Dataset;
  intent: Intent;
}

/** A question as it is read: signs between columns as words, no file names. */
export function plainText(text: string, file: string): string {
  return spellOperators(dropFileNames(text, file));
}

/** `earlier` are the questions before it, oldest first; all as `plainText` makes them. */
export function understand(table: Dataset, question: string, earlier: readonly string[]): Understood {
  const { dataset, says, doubt } = addComputed(table, listChain(table, question, earlier));
  const read = (text: string) => ({ text, reading: readQuestion(text, dataset) });
  const reading = layOver(read(question), earlier.map(read));
  const intent = explainComputed(
    planIntent({ ...reading, doubt: reading.doubt ?? doubt }, dataset),
    dataset,
    says,
  );
  return explainMerged(explainRead(intent, dataset), dataset);
}

/** The question and, as far as it is a follow-up, those it leans on, newest first. */
export function listChain(dataset: Dataset, question: string, earlier: readonly string[]): string[] {
  const before = earlier.at(-1);
  const leans =
    before !== undefined && isFollowUp({ text: question, reading: readQuestion(question, dataset) });
  return leans ? [question, ...listChain(dataset, before, earlier.slice(0, -1))] : [question];
}

interface Computed {
  dataset: Dataset;
  says: string | null;
  doubt: string | null;
}

/** Adds the column that a formula, or a word such as "revenue", stands for. */
function addComputed(dataset: Dataset, chain: readonly string[]): Computed {
  for (const text of chain) {
    const formula = readFormula(text, dataset);
    if (formula) return { dataset: addColumn(dataset, formula), says: null, doubt: null };
    const product = readProduct(text, dataset);
    if (product && 'doubt' in product) return { dataset, says: null, doubt: product.doubt };
    if (product) return { dataset: addColumn(dataset, product.column), says: product.says, doubt: null };
  }
  return { dataset, says: null, doubt: null };
}

function addColumn(dataset: Dataset, column: Column): Dataset {
  return { ...dataset, columns: [...dataset.columns, column] };
}

/** Says how a column was computed, when the answer rests on it. */
function explainComputed(intent: Intent, { columns }: Dataset, says: string | null): Intent {
  const computed = columns.findLast(({ formula }) => formula !== undefined)?.name;
  if (says === null || computed === undefined || !listUsed(intent).includes(computed)) return intent;
  return { ...intent, assumptions: [says, ...intent.assumptions] };
}

/** What was left of texts such as "€ 12.50" when they were read as numbers or dates. */
function explainRead(intent: Intent, { columns }: Dataset): Intent {
  const measured = new Set(listUsed(intent));
  const used = new Set([...measured, ...listGrouping(intent)]);
  const isWhole = intent.kind === 'overview' || intent.kind === 'missing';
  const says = columns.flatMap(({ name, kind, unit, lost = 0 }) => [
    ...(unit !== undefined && measured.has(name) ? [`${code(name)} is in ${unit}.`] : []),
    ...(lost > 0 && (isWhole || used.has(name))
      ? [`In ${code(name)}, ${lost} values could not be read as a ${kind} and count as missing.`]
      : []),
  ]);
  return { ...intent, assumptions: [...intent.assumptions, ...says] };
}

/** Merges and tells of spellings in the columns that the answer rests on; others are left as they are. */
function explainMerged(intent: Intent, dataset: Dataset): Understood {
  const used = new Set([...listUsed(intent), ...listGrouping(intent)]);
  const isUsed = ({ name }: Column) => intent.kind === 'overview' || used.has(name);
  const columns = dataset.columns.map((column) => {
    const { spellings, formula, ...plain } = column;
    return spellings === undefined || isUsed(column) ? column : { ...plain, unique: spellings };
  });
  const says = columns.map(explainSpellings).filter((sentence) => sentence !== null);
  return {
    dataset: { ...dataset, columns },
    intent: { ...intent, assumptions: [...intent.assumptions, ...says] },
  };
}

function listGrouping(intent: Intent): string[] {
  const groups = 'groups' in intent ? intent.groups.map(({ column }) => column) : [];
  const group = 'group' in intent ? intent.group : null;
  const named = [
    typeof group === 'string' ? group : (group?.column ?? null),
    'target' in intent ? intent.target : null,
    'split' in intent ? intent.split : null,
    'time' in intent ? intent.time.column : null,
    'column' in intent ? intent.column : null,
  ];
  return [...groups, ...named.filter((name) => name !== null)];
}

function listUsed(intent: Intent): string[] {
  const conditions: readonly Filter[] =
    'part' in intent ? [...intent.part, ...intent.filters] : intent.filters;
  const measures = 'measures' in intent ? intent.measures : 'measure' in intent ? [intent.measure] : [];
  return [...conditions.map(({ column }) => column), ...measures.filter((name) => name !== null)];
}
