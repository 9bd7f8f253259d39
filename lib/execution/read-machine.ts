/** What code in a kernel reads of the process and the machine it runs in. */
import { z } from 'zod';
import type { Kernel } from '../kernel/kernel.ts';
import { readJson } from './languages/read-expression.ts';

const Machine = z.object({ pid: z.number().int().positive(), host: z.string().min(1).max(255) });
export type Machine = z.infer<typeof Machine>;

/** Null where it is not known: in other languages than Python. */
export async function readMachine(kernel: Kernel): Promise<Machine | null> {
  if (kernel.info.languageInfo.name !== 'python') return null;
  const facts = '{"pid": __import__("os").getpid(), "host": __import__("socket").gethostname()}';
  const json = `__import__("json").dumps(${facts}).encode()`;
  return (
    Machine.safeParse(await readJson(kernel, `__import__("base64").b64encode(${json}).decode()`)).data ?? null
  );
}
