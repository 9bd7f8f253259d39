/** Lists of a kernel's names, compared and put into words. */
import type { KernelName } from '../protocol/kernel/kernel-name.ts';

/** Types whose names come after the data: losing them loses no work. */
const CODE_TYPES = ['function', 'type'];
/** Names of one kind that are told apart; more are counted. */
const MAX_LISTED = 12;

/** `df (DataFrame 120×5), limit (int); imports pd, np`. Empty for none. Of each kind `maxListed` are named, and the others counted. */
export function describeNames(names: readonly KernelName[], maxListed = MAX_LISTED): string {
  const list = (items: readonly string[]) => listSome(items, maxListed);
  const imports = names.filter(({ type }) => type === 'module').map(({ name }) => name);
  const values = names
    .filter(({ type }) => type !== 'module')
    .toSorted((left, right) => rank(left) - rank(right))
    .map(describeName);
  const parts = [list(values), imports.length > 0 ? `imports ${list(imports)}` : ''];
  return parts.filter((part) => part !== '').join('; ');
}

/** The first, and how many more there are. */
export function listSome(items: readonly string[], maxListed: number): string {
  const shown = items.slice(0, maxListed).join(', ');
  const more = items.length - maxListed;
  return more > 0 ? `${shown} and ${more} more` : shown;
}

function rank({ type }: KernelName): number {
  return CODE_TYPES.includes(type) ? 1 : 0;
}

function describeName({ name, type, shape = [] }: KernelName): string {
  return `${name} (${[type, shape.join('×')].filter((part) => part !== '').join(' ')})`;
}

/** Joins both lists; if both have a name, that of the second counts. */
export function joinNames(left: readonly KernelName[], right: readonly KernelName[]): KernelName[] {
  return [...withoutNames(left, right), ...right];
}

/** The names of `wanted` that are in `now`, in the order of `wanted` and as `now` describes them. */
export function pickNames(wanted: readonly KernelName[], now: readonly KernelName[]): KernelName[] {
  const known = new Map(now.map((each) => [each.name, each]));
  return wanted.flatMap(({ name }) => known.get(name) ?? []);
}

/** The names of `names` that `others` does not have. */
export function withoutNames(names: readonly KernelName[], others: readonly KernelName[]): KernelName[] {
  const known = new Set(others.map(({ name }) => name));
  return names.filter(({ name }) => !known.has(name));
}
