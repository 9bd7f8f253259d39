/** Python modules that the user gives: put into the kernel by one cell, without files, so that it works on any server. */
import type { ToolModules } from '../../protocol/tool-source.ts';
import type { ModuleTools } from './language.ts';
import { callPython, getPythonSource } from './python-package.ts';

export const PYTHON_MODULES: ModuleTools = {
  toCode,
  readFunctions: (kernel, { modules }) =>
    callPython(kernel, 'functions.describe_modules', { modules: Object.keys(modules) }),
};

/** It has all it needs, so that an exported notebook runs without Actbook. */
function toCode({ modules }: ToolModules): string {
  const entries = Object.entries(modules);
  const lines = entries.map(([name, source]) => `    ${JSON.stringify(name)}: ${toLiteral(source)},`);
  const imports = entries.map(([name]) => `import ${name}`);
  const finder = getPythonSource('given_modules');
  return `${finder}\n_GivenModules({\n${lines.join('\n')}\n})\n\n${imports.join('\n')}`;
}

/** A string that users can read where Python allows that; else JSON, which is a Python literal too. */
function toLiteral(source: string): string {
  const isRaw = !source.includes("'''") && !source.includes('\r') && !/['\\]$/.test(source);
  return isRaw ? `r'''${source}'''` : JSON.stringify(source);
}
