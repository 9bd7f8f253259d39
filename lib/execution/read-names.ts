/** Which names code has defined in a kernel, read beside the notebook in one short request. */
import { z } from 'zod';
import type { Kernel } from '../kernel/kernel.ts';
import { KernelName, MAX_NAMES } from '../protocol/kernel-name.ts';
import { findLanguage } from './languages/find-language.ts';

/** For kernels that keep no list of what code declares: the names that were known, and the code that ran since. */
export interface NameHints {
  known: readonly KernelName[];
  source: string;
}

/** Resolves to null when they cannot be read: the kernel's language has no way, or the kernel is gone. */
export async function readNames(
  kernel: Kernel,
  { known, source }: NameHints = NO_HINTS,
): Promise<KernelName[] | null> {
  const { readNames: read, findDeclarations } = findLanguage(kernel);
  if (!read) return null;
  const hints = [...known.map(({ name }) => name), ...(findDeclarations?.(source) ?? [])];
  const names = await read(kernel, [...new Set(hints)].slice(-MAX_NAMES));
  // Code may have changed what the request runs on: then the answer can be anything.
  return z.array(KernelName).max(MAX_NAMES).safeParse(names).data ?? null;
}

const NO_HINTS: NameHints = { known: [], source: '' };
