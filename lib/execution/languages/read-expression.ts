import type { Kernel } from '../../kernel/kernel.ts';

/**
 * Evaluates an expression whose value is a string with JSON in base64: so its text form, which every language writes in
 * quotes of its own, needs no unescaping. Undefined when it raised or is something else.
 */
export async function readJson(kernel: Kernel, expression: string): Promise<unknown> {
  return parseAnswer(await kernel.evaluate(expression).catch(() => null));
}

/** The same for the text of a value that is known; null is of one that could not be evaluated. */
export function parseAnswer(text: string | null): unknown {
  const base64 = /['"]([\w+/=]*)['"]/.exec(text ?? '')?.[1];
  if (base64 === undefined) return undefined;
  try {
    return JSON.parse(Buffer.from(base64, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}
