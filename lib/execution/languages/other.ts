import { createBracketSyntax } from './bracket-syntax.ts';
import type { Language } from './language.ts';

/** A language that nothing is known of but its name: only blocks that carry its label run. */
export function createOtherLanguage(name: string): Language {
  return {
    label: name,
    fence: name.toLowerCase(),
    fences: [name.toLowerCase()],
    shellHint: `run it from a ${name} block`,
    example: `(${name} code that prints what you need)`,
    advice: [
      'Look at the data (size, fields, types, missing values) before you compute with it.',
      'Plots and tables that the kernel displays are shown to the user at once.',
      'Ask the user nothing from code: decide for yourself.',
    ],
    readNames: null,
    readFunctions: null,
    // Nothing matches: no text is code unless a label says so.
    ...createBracketSyntax({ hidden: /(?!)/g, active: /(?!)/ }),
  };
}
