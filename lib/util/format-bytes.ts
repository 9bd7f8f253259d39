/** `842 B`, `12.4 KB`, `3.1 MB`; 1 KB is 1000 bytes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['KB', 'MB', 'GB'];
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), units.length);
  const value = bytes / 1000 ** power;
  return `${value.toFixed(value < 100 ? 1 : 0)} ${units[power - 1]}`;
}
