const ENDINGS =
  'csv tsv psv tab txt dat json jsonl ndjson geojson xlsx xls xlsm ods parquet feather db db3 sqlite sqlite3'.split(
    ' ',
  );
const COMPRESSIONS = ['gz', 'zip', 'bz2', 'xz', 'zst'];

/** Whether the name is that of a file with a table: files of other names are looked into. */
export function isDataFile(name: string): boolean {
  const parts = name.toLowerCase().split('.');
  const last = COMPRESSIONS.includes(parts.at(-1) ?? '') ? parts.at(-2) : parts.at(-1);
  return parts.length > 1 && ENDINGS.includes(last ?? '');
}
