import type { Language } from '../../execution/languages/language.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { Action, ModelReply } from './action.ts';
import { parseAction } from './parse-action.ts';
import { readWithKernel } from './read-with-kernel.ts';

/** {@link parseAction} with the kernel's word on what compiles. */
export function parseReply(reply: ModelReply, language: Language, kernel: Kernel): Promise<Action> {
  return readWithKernel(language, kernel, (asked) => parseAction(reply, asked));
}
