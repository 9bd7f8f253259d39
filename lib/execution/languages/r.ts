import { createBracketSyntax } from './bracket-syntax.ts';
import type { Language } from './language.ts';
import { readRFunctions } from './r-functions.ts';
import { LIST_NAMES } from './r-names.ts';
import { readJson } from './read-expression.ts';

export const R: Language = {
  label: 'R',
  fence: 'r',
  fences: ['r', 'rscript', 'splus'],
  shellHint: 'call system("command", intern = TRUE) in an R block',
  example: 'print(1 + 1)',
  advice: [
    'Look at the data (str(), summary(), head(), missing values) before you compute with it.',
    'Draw plots with base graphics; ggplot2 and other packages are there only where library() finds them. The user sees a plot at once. Jupyter\'s % and ! lines do not exist here; system("command", intern = TRUE) runs a shell command.',
    'readline("…") asks the user and waits. Decide for yourself where you can: nobody may be there to answer.',
  ],
  readNames: (kernel) => readJson(kernel, LIST_NAMES),
  readFunctions: readRFunctions,
  ...createBracketSyntax({
    // Raw strings, strings, names in backticks, operators such as %in%, comments.
    hidden:
      /[rR]"\((?:[^)]|\)(?!"))*(?:\)"|$)|"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|`[^`\n]*`|#[^\n]*/g,
    active:
      /^[ \t]*(?:library|require|suppress\w+|print|cat|plot|head|str|summary)\(|^[ \t]*[\w.$[\]"']+[ \t]*<-/m,
  }),
};
