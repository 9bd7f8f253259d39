/** `912`, `5.1K`, `1.2M`. */
export function formatCount(count: number): string {
  return Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format(count);
}
