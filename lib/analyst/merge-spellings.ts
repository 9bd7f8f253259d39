/** Values of text columns that differ in letter case or outer spaces only are one value, and so are `yes` and `Y`; `df` keeps them as they are. */
import { type Analysis, runCell } from './analysis.ts';
import { type Column, isIdentifier } from './dataset.ts';
import { code } from './format.ts';
import { dataRows } from './html-table.ts';
import { quote, quoteAll } from './python-literals.ts';

/** Defined in each cell that needs it, so that the cell runs by itself. */
export const MERGE_SPELLINGS = [
  'def merge_spellings(texts):',
  '    texts = texts.str.strip()',
  '    folded = texts.str.casefold()',
  '    if folded.dropna().isin(["yes", "y", "no", "n"]).all():',
  '        folded = folded.str[0]',
  '    counts = pd.DataFrame({"folded": folded, "text": texts}).value_counts().reset_index()',
  '    return folded.map(counts.drop_duplicates("folded").set_index("folded")["text"])',
  '',
].join('\n');

/** The columns with their values merged, by most common spelling; one cell, and only where spellings differ. */
export function* mergeSpellings(columns: readonly Column[]): Analysis<Column[]> {
  const names = columns.filter(isMixed).map(({ name }) => name);
  if (names.length === 0) return [...columns];
  const observation = yield* runCell({
    say: 'Some values differ only in spelling. I treat them as the same, under the most common spelling.',
    code: [
      MERGE_SPELLINGS,
      `merged = df[${quoteAll(names)}].apply(merge_spellings)`,
      'values = pd.DataFrame({',
      '    "values": merged.nunique(),',
      '    "examples": [" | ".join(merged[name].value_counts().index[:12]) for name in merged],',
      '})',
      'with pd.option_context("display.max_rows", None, "display.max_colwidth", 160):',
      '    display(values)',
    ].join('\n'),
  });
  const table = observation.tables.at(-1);
  const merged = table ? dataRows(table) : [];
  return columns.map((column) => {
    const [unique, examples] = merged.find(({ label }) => label === column.name)?.cells ?? [];
    if (unique === undefined || examples === undefined) return column;
    const values = examples.endsWith('...') ? examples.split(' | ').slice(0, -1) : examples.split(' | ');
    return {
      ...column,
      unique: Number(unique),
      examples: values,
      spellings: column.unique,
      formula: `merge_spellings(df[${quote(column.name)}])`,
    };
  });
}

/** Identifiers may well differ in letter case. */
function isMixed(column: Column): boolean {
  return column.kind === 'text' && !isIdentifier(column) && (column.folded ?? column.unique) < column.unique;
}

/** The sentence that says so, for an answer that rests on the column. */
export function explainSpellings({ name, unique, spellings, examples }: Column): string | null {
  if (spellings === undefined) return null;
  const short = examples.every((text) => /^(yes|y|no|n)$/i.test(text)) ? ', and Y is yes, N is no' : '';
  return `${code(name)}: ${spellings} spellings are ${unique} ${unique === 1 ? 'value' : 'values'}; letter case and outer spaces were ignored${short}.`;
}
