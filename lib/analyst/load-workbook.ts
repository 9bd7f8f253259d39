/** Reads one sheet of a workbook: the one the question names, else the largest. */
import type { Analysis, Observation } from './analysis.ts';
import { explainLoadFailure, type Loaded, readShape } from './loaded.ts';
import { quote } from './python-literals.ts';
import { readWords } from './words.ts';

export function* loadWorkbook(file: string, questionText: string): Analysis<Loaded> {
  const opened = yield {
    say: `I'll start by opening \`${file}\` to see its sheets.`,
    code: [
      'import pandas as pd\n',
      `sheets = pd.read_excel(${quote(file)}, sheet_name=None)`,
      'for name, sheet in sheets.items():',
      '    print(sheet.shape, name)',
    ].join('\n'),
  };
  if (!opened.ok) throw explainLoadFailure(file, opened);
  const { chosen, others } = chooseSheet(opened.text, questionText);
  const notes =
    others.length > 0 ? [`I used the sheet ${quote(chosen)}; also available: ${others.join(', ')}.`] : [];
  const shown = yield {
    say: `I use the sheet ${quote(chosen)}.`,
    code: writeTable(`sheets[${quote(chosen)}]`),
  };
  if (!shown.ok) throw explainLoadFailure(file, shown);
  const header = findHeader(shown);
  if (header === 0) return { ...readShape(shown, notes), otherSheets: others };
  const again = yield {
    say: 'The header is not in the first row, so I read the sheet again from where it is.',
    code: writeTable(`pd.read_excel(${quote(file)}, sheet_name=${quote(chosen)}, header=${header})`),
  };
  if (!again.ok) throw explainLoadFailure(file, again);
  return { ...readShape(again, notes), otherSheets: others };
}

/** Names become one-line text, since a sheet's header may hold numbers, dates and line breaks. */
function writeTable(expression: string): string {
  return [
    `df = ${expression}.dropna(how="all").dropna(axis="columns", how="all")`,
    'df.columns = [" ".join(str(name).split()) for name in df.columns]',
    'print(df.shape)',
    'df.head()',
  ].join('\n');
}

/** "The highest budget" names the sheet "Budgets". */
export function namesSheet(question: string, sheet: string): boolean {
  const stems = (text: string) =>
    readWords(text)
      .map(({ stem }) => stem)
      .join(' ');
  return sheet.length > 2 && ` ${stems(question)} `.includes(` ${stems(sheet)} `);
}

function chooseSheet(text: string, questionText: string): { chosen: string; others: string[] } {
  const sheets = text
    .split('\n')
    .map((line) => /^\((\d+), (\d+)\) (.*)$/.exec(line))
    .flatMap((match) =>
      match ? [{ name: match[3] ?? '', cells: Number(match[1]) * Number(match[2]) }] : [],
    );
  const named = sheets.find(({ name }) => namesSheet(questionText, name));
  const largest = sheets.toSorted((left, right) => right.cells - left.cells)[0];
  const chosen = (named ?? largest)?.name ?? '';
  return { chosen, others: sheets.map(({ name }) => name).filter((name) => name !== chosen) };
}

/** Zero-based row of the header: the first row with no gap when the present header is mostly nameless. */
function findHeader(observation: Observation): number {
  const table = observation.tables.at(-1);
  if (!table) return 0;
  const unnamed = table.columns.filter((name) => name.startsWith('Unnamed: ')).length;
  if (unnamed * 2 < table.columns.length) return 0;
  const row = table.rows.find(({ cells }) => cells.every((cell) => !/^(NaN|<NA>|NaT)?$/.test(cell)));
  return row ? Number(row.label) + 1 : 0;
}
