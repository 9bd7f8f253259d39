const ENDINGS = 'csv tsv tab txt dat json jsonl ndjson xlsx xls xlsm ods parquet feather'.split(' ');
const COMPRESSIONS = ['gz', 'zip', 'bz2', 'xz', 'zst'];

/** Whether the name is that of a file with a table. */
export function isDataFile(name: string): boolean {
  const parts = name.toLowerCase().split('.');
  const last = COMPRESSIONS.includes(parts.at(-1) ?? '') ? parts.at(-2) : parts.at(-1);
  return parts.length > 1 && ENDINGS.includes(last ?? '');
}
