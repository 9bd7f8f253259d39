import type { Syntax } from './language.ts';

/** True for text that is valid and does something; `strict` as {@link Syntax.doesSomething} has it. */
export function looksLikeCode(syntax: Syntax, source: string, options?: { strict?: boolean }): boolean {
  return syntax.isValid(source) && syntax.doesSomething(source, options);
}
