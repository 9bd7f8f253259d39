import { DIGEST_MIME_TYPE } from '../../notebook/output-digest.ts';
import { MAX_NAME_LENGTH, MAX_NAMES } from '../../protocol/kernel/kernel-name.ts';
import type { ToolModules } from '../../protocol/runs/tool-source.ts';
import { checkExpression } from '../../references/check-expression.ts';
import { writeValuesCell } from '../../references/write-values-cell.ts';
import type { DataReaders, Language, ModuleTools } from './language.ts';
import { callPython, getPythonSource, toPythonExpression } from './python-package.ts';
import { isValidPython, pythonDoesSomething } from './python-syntax.ts';
import { PYTHON_TABLES } from './python-tables.ts';

/** Longest side of the copy of an image, pixels: charts stay legible, and none costs more than about 800 tokens. */
const MAX_COPY_SIDE = 768;

const TELL_STATE = 'names.tell_state';
const NAME_LIMITS = { max_names: MAX_NAMES, max_name_length: MAX_NAME_LENGTH };

/** What a Python kernel can tell of files and tables. */
const PYTHON_DATA: DataReaders = {
  findFormat: (kernel, file) => callPython(kernel, 'files.large_files.find_loadable_format', { file }),
  describeHead: (kernel, file) => callPython(kernel, 'files.file_heads.describe_head', { file }),
  findOverlaps: (kernel, files) => callPython(kernel, 'files.key_overlaps.find_overlaps', { files }),
  describeTables: (kernel, names) => callPython(kernel, 'tables.table_facts.describe_tables', { names }),
};

/** Python modules that the user gives: put into the kernel by one cell, without files, so that it works on any server. */
const PYTHON_MODULES: ModuleTools = {
  toCode,
  readFunctions: (kernel, { modules }) =>
    callPython(kernel, 'tools.functions.describe_modules', { modules: Object.keys(modules) }),
};

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
  packages: ['pandas', 'numpy', 'matplotlib', 'seaborn', 'scikit-learn', 'scipy', 'duckdb'],
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
    'duckdb',
    'xgboost',
  ],
  readNames: (kernel) => callPython(kernel, 'names.list_names', NAME_LIMITS),
  stateExpression: () => toPythonExpression(TELL_STATE, NAME_LIMITS),
  readFunctions: (kernel, source) => callPython(kernel, 'tools.functions.describe_source', { source }),
  tables: PYTHON_TABLES,
  data: PYTHON_DATA,
  prepare: (kernel, tools) =>
    callPython(kernel, 'prepare.prepare', {
      digest_mime_type: DIGEST_MIME_TYPE,
      max_copy_side: MAX_COPY_SIDE,
      tools,
      isolation: kernel.info.isolation ?? '',
    }),
  modules: PYTHON_MODULES,
  handover: {
    give: (kernel, names, folder, copies) =>
      callPython(kernel, 'handover.give_values', { names, folder, copies }),
    take: (kernel, names, folder, copies) =>
      callPython(kernel, 'handover.take_values', { names, folder, copies }),
  },
  values: { check: checkExpression, toCode: writeValuesCell },
  hasOutputs: true,
  isValid: isValidPython,
  doesSomething: pythonDoesSomething,
  checkSyntax: (kernel, sources) => callPython(kernel, 'syntax.check_sources', { sources }),
};

/** It has all it needs, so that an exported notebook runs without Actbook. */
function toCode({ modules }: ToolModules): string {
  const entries = Object.entries(modules);
  const lines = entries.map(([name, source]) => `    ${JSON.stringify(name)}: ${toLiteral(source)},`);
  const imports = entries.map(([name]) => `import ${name}`);
  const finder = getPythonSource('tools.given_modules');
  return `${finder}\n_GivenModules({\n${lines.join('\n')}\n})\n\n${imports.join('\n')}`;
}

/** A string that users can read where Python allows that; else JSON, which is a Python literal too. */
function toLiteral(source: string): string {
  const isRaw = !source.includes("'''") && !source.includes('\r') && !/['\\]$/.test(source);
  return isRaw ? `r'''${source}'''` : JSON.stringify(source);
}
