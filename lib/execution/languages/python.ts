import type { Language } from './language.ts';
import { INSTALL_DIGESTS } from './python-digests.ts';
import { readPythonFunctions } from './python-functions.ts';
import { PYTHON_MODULES } from './python-modules.ts';
import { LIST_NAMES } from './python-names.ts';
import { isValidPython, looksLikePython } from './python-syntax.ts';
import { toFileTableExpression, toTableExpression } from './python-table.ts';

export const PYTHON: Language = {
  label: 'Python',
  fence: 'python',
  fences: ['python', 'ipython', 'py', 'pycon', 'tool_code'],
  shellHint: 'put `!command` on a line of a Python block',
  example: 'print(1 + 1)',
  advice: [
    '`outputs(7)` shows the full output of In[7] in pages, `outputs(7, search="regex")` the lines of it that match: use it where a note says that something was left out, instead of running code again.',
    'Look at the data (shape, columns, types, missing values) before you compute with it.',
    'Draw plots with matplotlib and plt.show(); the user sees them at once. Lines starting with %, %% and ! work as in Jupyter.',
    'input() asks the user and waits. Decide for yourself where you can: nobody may be there to answer.',
  ],
  listNames: () => LIST_NAMES,
  readFunctions: readPythonFunctions,
  tables: { toTableExpression, toFileTableExpression },
  prepare: INSTALL_DIGESTS,
  hasHostTools: true,
  modules: PYTHON_MODULES,
  hasOutputs: true,
  isValid: isValidPython,
  looksLikeCode: looksLikePython,
};
