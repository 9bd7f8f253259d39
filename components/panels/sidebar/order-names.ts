import type { KernelName } from '../../../lib/protocol/kernel-name.ts';

/** Code, which comes after data. */
const CODE_TYPES = ['function', 'type', 'module'];

/** Tables first, then other values, functions, classes and imports; each in the order in which they were defined. */
export function orderNames(names: readonly KernelName[]): KernelName[] {
  return names.toSorted((left, right) => rank(left) - rank(right));
}

function rank(name: KernelName): number {
  return isFrame(name) ? -2 : CODE_TYPES.indexOf(name.type);
}

function isFrame({ type }: KernelName): boolean {
  return type === 'DataFrame' || type === 'Series';
}
