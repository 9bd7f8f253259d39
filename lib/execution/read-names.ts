/** Which names code has defined in a kernel: its reply to a cell says so, or one short request beside the notebook asks. */
import { z } from 'zod';
import type { Kernel } from '../kernel/kernel.ts';
import { MAX_NOTE_LENGTH, MAX_NOTES } from '../protocol/cells/cell.ts';
import { KernelName, MAX_NAMES } from '../protocol/kernel/kernel-name.ts';
import { findLanguage } from './languages/find-language.ts';
import { parseAnswer } from './languages/read-expression.ts';

/** Hints for kernels that keep no list of what code declares: the names that were known, and the code that ran since. */
export interface NameHints {
  known: readonly KernelName[];
  source: string;
  /** What the reply to that code says of them. */
  told?: KernelName[] | undefined;
}

/** What a reply to a cell tells of the kernel. */
const ToldState = z.object({
  names: z.array(KernelName).max(MAX_NAMES),
  notes: z.array(z.string().max(MAX_NOTE_LENGTH)).max(MAX_NOTES),
});

/** Null where the reply does not tell it. Code may have changed what it runs on: then it can be anything. */
export function readState(reply: string | undefined): z.infer<typeof ToldState> | null {
  return reply === undefined ? null : (ToldState.safeParse(parseAnswer(reply)).data ?? null);
}

/** Resolves to null when they cannot be read: the kernel's language has no way, or the kernel is gone. */
export async function readNames(
  kernel: Kernel,
  { known, source, told }: NameHints = NO_HINTS,
): Promise<KernelName[] | null> {
  if (told) return told;
  const { readNames: read, findDeclarations } = findLanguage(kernel);
  if (!read) return null;
  const hints = [...known.map(({ name }) => name), ...(findDeclarations?.(source) ?? [])];
  return toNames(await read(kernel, [...new Set(hints)].slice(-MAX_NAMES)));
}

/** Code may have changed what the request runs on: then the answer can be anything. */
function toNames(answer: unknown): KernelName[] | null {
  return KernelNames.safeParse(answer).data ?? null;
}

const KernelNames = z.array(KernelName).max(MAX_NAMES);

const NO_HINTS: NameHints = { known: [], source: '' };
