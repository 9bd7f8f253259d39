/** Load, profile, convert: what every question about a file stands on. */
import type { Analysis } from './analysis.ts';
import { cleanColumns } from './clean.ts';
import type { Dataset } from './dataset.ts';
import { loadFile } from './load.ts';
import { mergeSpellings } from './merge-spellings.ts';
import { profileTable } from './profile-table.ts';

/** Leaves the table in the kernel as `df` and returns what is known of it. */
export function* prepareDataset(file: string, questionText: string): Analysis<Dataset> {
  const loaded = yield* loadFile(file, questionText);
  const columns = yield* profileTable(loaded);
  const cleaned = yield* cleanColumns(columns);
  const merged = yield* mergeSpellings(cleaned);
  const cut = loaded.columnCount - columns.length;
  const wide = cut > 0 ? [`The last ${cut} columns were left out of the profile.`] : [];
  return {
    file,
    rows: loaded.rows,
    columns: merged,
    ...(loaded.otherSheets ? { otherSheets: loaded.otherSheets } : {}),
    notes: [...loaded.notes, ...wide],
  };
}
