/** Reads a reply where a kernel can say what is code: its own parser decides, and our grammar only where it cannot be asked. */
import { z } from 'zod';
import type { Language } from '../../execution/languages/language.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { orAborted } from '../../util/or-aborted.ts';

/** Each round may cut the reply elsewhere, and so ask for texts that no round before asked for. */
const MAX_ROUNDS = 4;
/** A kernel that a person's cell keeps busy is not waited for. */
const MAX_WAIT_MS = 2_000;

/**
 * Calls `read` with our grammar first; what that asked is put to the kernel in one request, and `read` is called again with
 * its answers. Most replies need no request.
 */
export async function readWithKernel<Read>(
  language: Language,
  kernel: Kernel,
  read: (language: Language) => Read,
): Promise<Read> {
  const { checkSyntax } = language;
  const known = new Map<string, boolean>();
  for (let round = 1; ; round += 1) {
    const asked = new Set<string>();
    const isValid = (source: string) => {
      const verdict = known.get(source);
      if (verdict === undefined) asked.add(source);
      return verdict ?? language.isValid(source);
    };
    const result = read({ ...language, isValid });
    if (!checkSyntax || asked.size === 0 || round === MAX_ROUNDS) return result;
    const sources = [...asked];
    const verdicts = await inTime(checkSyntax(kernel, sources));
    if (verdicts?.length !== sources.length) return result;
    for (const [index, source] of sources.entries()) known.set(source, verdicts[index] === true);
  }
}

const Verdicts = z.array(z.boolean());

/** Null when the kernel does not answer in time, or not as it should. */
async function inTime(answer: Promise<unknown>): Promise<boolean[] | null> {
  const found = await orAborted(answer, AbortSignal.timeout(MAX_WAIT_MS)).catch(() => null);
  return Verdicts.safeParse(found).data ?? null;
}
