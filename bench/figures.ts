/** Figures of samples, and how the tables of docs/performance.md write them. */

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) * share;
  const [low = 0, high = 0] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return low + (high - low) * (middle % 1);
}

/** Three digits, or all before the decimal point. */
export function toNumber(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
