/** Lists of a kernel's names, compared and put into words. */
import type { KernelName } from '../protocol/kernel-name.ts';

/** Types whose names come last: their loss is no loss of work. */
const CHEAP_TYPES = ['module', 'function', 'type'];
const MAX_DESCRIBED = 12;

/** `df (DataFrame 120×5), limit (int) and 3 more`: data first. Empty for none. */
export function describeNames(names: readonly KernelName[]): string {
  const ordered = names.toSorted((left, right) => rank(left) - rank(right));
  const shown = ordered.slice(0, MAX_DESCRIBED).map(describeName).join(', ');
  const more = names.length - MAX_DESCRIBED;
  return more > 0 ? `${shown} and ${more} more` : shown;
}

function rank({ type }: KernelName): number {
  return CHEAP_TYPES.includes(type) ? 1 : 0;
}

function describeName({ name, type, shape = [] }: KernelName): string {
  return `${name} (${[type, shape.join('×')].filter(Boolean).join(' ')})`;
}

/** Both lists as one; of two with one name the second counts. */
export function joinNames(left: readonly KernelName[], right: readonly KernelName[]): KernelName[] {
  return [...withoutNames(left, right), ...right];
}

/** Those of `names` that `others` does not have. */
export function withoutNames(names: readonly KernelName[], others: readonly KernelName[]): KernelName[] {
  const known = new Set(others.map(({ name }) => name));
  return names.filter(({ name }) => !known.has(name));
}
