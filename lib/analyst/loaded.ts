/** What every reader ends with: the table's size and header, or the sentence why there is none. */
import { describeFailure, GiveUp, type Observation } from './analysis.ts';
import { quote } from './python-literals.ts';

export interface Loaded {
  rows: number;
  columnCount: number;
  /** Header cells of `df.head()`; dots stand for columns not shown. */
  header: readonly string[];
  notes: string[];
  /** Sheets of the workbook that were not read. */
  otherSheets?: readonly string[];
}

/** The lines that end every loading cell: size and first rows. */
export const SHOW_HEAD = 'print(df.shape)\ndf.head()';

export function readShape(observation: Observation, notes: string[]): Loaded {
  const shape = /\((\d+), (\d+)\)\s*$/.exec(observation.text.trim());
  return {
    rows: Number(shape?.[1] ?? 0),
    columnCount: Number(shape?.[2] ?? 0),
    header: observation.tables.at(-1)?.columns ?? [],
    notes,
  };
}

/** The sentence that ends a run whose file could not be read. */
export function explainLoadFailure(file: string, observation: Observation): GiveUp {
  if (observation.errorName === 'FileNotFoundError') {
    return new GiveUp(`There is no file ${quote(file)} in the workspace. Upload it and ask again.`);
  }
  if (observation.errorName === 'EmptyDataError') {
    return new GiveUp(`The file ${quote(file)} is empty: it holds no columns and no rows.`, 'finding');
  }
  const missing = /(openpyxl|xlrd|odfpy|pyarrow|fastparquet)/.exec(observation.errorMessage)?.[1];
  if (missing && /ImportError|ModuleNotFoundError/.test(observation.errorName ?? '')) {
    return new GiveUp(
      `Reading ${quote(file)} needs the Python package \`${missing}\`, which this kernel does not have. ` +
        `Run \`%pip install ${missing}\` in a cell, or save the file as CSV, and ask again.`,
    );
  }
  return new GiveUp(`I could not read ${quote(file)} (${describeFailure(observation)}).`);
}
