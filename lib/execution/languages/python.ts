import { DIGEST_MIME_TYPE } from '../../notebook/output-digest.ts';
import { MAX_NAME_LENGTH, MAX_NAMES } from '../../protocol/kernel-name.ts';
import { checkExpression } from '../../references/check-expression.ts';
import { writeValuesCell } from '../../references/write-values-cell.ts';
import type { Language } from './language.ts';
import { PYTHON_DATA } from './python-data.ts';
import { PYTHON_MODULES } from './python-modules.ts';
import { callPython, toPythonExpression } from './python-package.ts';
import { isValidPython, pythonDoesSomething } from './python-syntax.ts';
import { PYTHON_TABLES } from './python-tables.ts';

/** Longest side of the copy of an image, pixels: charts stay legible, and none costs more than about 800 tokens. */
const MAX_COPY_SIDE = 768;

const TELL_STATE = 'names.tell_state';
const NAME_LIMITS = { max_names: MAX_NAMES, max_name_length: MAX_NAME_LENGTH };

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
    'input("Which revenue? [net / gross] ") asks the user, in the page with a button for each choice, and waits. Decide for yourself where you can: nobody may be there to answer.',
  ],
  packages: ['pandas', 'numpy', 'matplotlib', 'seaborn', 'scikit-learn', 'scipy'],
  // What analyses import of Jupyter's image for them (docker-stacks, scipy-notebook) and requirements.txt does not bring; what
  // `to_markdown` and `read_html` of pandas ask for; and what is asked for by its name.
  wantedPackages: [
    'statsmodels',
    'sympy',
    'scikit-image',
    'sqlalchemy',
    'xlrd',
    'numba',
    'tabulate',
    'lxml',
    'polars',
    'xgboost',
  ],
  readNames: (kernel) => callPython(kernel, 'names.list_names', NAME_LIMITS),
  stateExpression: () => toPythonExpression(TELL_STATE, NAME_LIMITS),
  readFunctions: (kernel, source) => callPython(kernel, 'functions.describe_source', { source }),
  tables: PYTHON_TABLES,
  data: PYTHON_DATA,
  prepare: (kernel, tools) =>
    callPython(kernel, 'prepare.prepare', {
      digest_mime_type: DIGEST_MIME_TYPE,
      max_copy_side: MAX_COPY_SIDE,
      tools,
    }),
  modules: PYTHON_MODULES,
  values: { check: checkExpression, toCode: writeValuesCell },
  hasOutputs: true,
  isValid: isValidPython,
  doesSomething: pythonDoesSomething,
  checkSyntax: (kernel, sources) => callPython(kernel, 'syntax.check_sources', { sources }),
};
