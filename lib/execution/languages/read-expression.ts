import type { Kernel } from '../kernel/kernel.ts';

/**
 * Evaluates an expression whose value is a string with JSON in base64: so its text form, which every language writes in
 * quotes of its own, needs no unescaping. Undefined when it raised or is something else.
 */
export async function readJson(kernel: Kernel, expression: string): Promise<unknown> {
  const text = await kernel.evaluate(expression).catch(() => null);
  const base64 = /['"]([\w+/=]*)['"]/.exec(text ?? '')?.[1];
  if (base64 === undefined) return undefined;
  try {
    return JSON.parse(Buffer.from(base64, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}
