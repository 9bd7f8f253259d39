/** TypeScript and JavaScript. The kernel that is known here is Deno's. */

import { createBracketSyntax } from './bracket-syntax.ts';
import type { Language } from './language.ts';
import { readJson } from './read-expression.ts';
import { findFunctions } from './typescript-functions.ts';
import { findDeclarations, listNames } from './typescript-names.ts';

export const TYPESCRIPT: Language = {
  label: 'TypeScript',
  fence: 'typescript',
  fences: ['typescript', 'ts', 'mts', 'tsx', 'javascript', 'js', 'mjs', 'jsx', 'deno', 'node'],
  shellHint: 'use Deno.Command in a TypeScript block',
  example: 'console.log(1 + 1);',
  advice: [
    'The kernel is Deno: TypeScript or JavaScript, await at the top level, Deno.readTextFile and the other Deno APIs. Its packages come from the network (npm:, jsr:): without network, write what you need yourself.',
    'Look at the data (rows, fields, types, missing values) before you compute with it. console.table() shows rows.',
    "Draw plots as SVG: a block that ends in Deno.jupyter.svg`<svg …>…</svg>` shows it to the user; Deno.jupyter.html and Deno.jupyter.md do the same for HTML and Markdown. Jupyter's % and ! lines do not exist here.",
    'prompt("…") asks the user and waits. Decide for yourself where you can: nobody may be there to answer.',
    'Keep each block short: this kernel cannot be interrupted, so a block that is stopped takes all variables with it.',
  ],
  readNames: (kernel, hints) => readJson(kernel, listNames(hints)),
  findDeclarations,
  readFunctions: async (_, source) => findFunctions(source),
  ...createBracketSyntax({
    // Comments, strings, templates. A regular expression that holds a quote leaves the text unread, which is safe.
    hidden:
      /\/\*(?:[\s\S]*?\*\/|[\s\S]*$)|\/\/[^\n]*|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|`(?:[^`\\]|\\[\s\S])*`/g,
    active:
      /^[ \t]*(?:(?:export|async|const|let|var|function|class|interface|type|enum|import)[ \t]+[\w{*[]|(?:for|while|if|switch)[ \t]*\(|try[ \t]*\{|await[ \t]+\w|[\w$.]+\(|[\w$.[\]]+ = )/m,
  }),
};
