/** Python modules that a person gives: put into the kernel by one cell, without files, so that it works on any server. */
import type { Kernel } from '../../kernel/kernel.ts';
import type { ToolModules } from '../../protocol/tool-source.ts';
import { readJson } from '../read-json.ts';
import type { ModuleTools } from './language.ts';

export const PYTHON_MODULES: ModuleTools = { toCode, readFunctions };

/** They may import each other in any order, so they are found when they are imported. */
const FINDER = `import importlib.abc as _abc, importlib.util as _util, sys as _sys

class _GivenModules(_abc.MetaPathFinder, _abc.InspectLoader):
    def __init__(self, sources):
        self.sources = sources
        _sys.meta_path[:] = [each for each in _sys.meta_path if type(each).__name__ != type(self).__name__]
        _sys.meta_path.insert(0, self)
        for name in sources:
            _sys.modules.pop(name, None)

    def find_spec(self, name, path=None, target=None):
        if name in self.sources:
            return _util.spec_from_loader(name, self, origin=f"{name}.py", is_package=self.is_package(name))

    def is_package(self, name):
        return any(each.startswith(name + ".") for each in self.sources)

    def get_source(self, name):
        return self.sources[name]
`;

function toCode({ modules }: ToolModules): string {
  const entries = Object.entries(modules);
  const lines = entries.map(([name, source]) => `    ${JSON.stringify(name)}: ${toLiteral(source)},`);
  const imports = entries.map(([name]) => `import ${name}`);
  return `${FINDER}\n_GivenModules({\n${lines.join('\n')}\n})\n\n${imports.join('\n')}`;
}

/** A string that people can read where Python allows that; else JSON, which is a Python literal too. */
function toLiteral(source: string): string {
  const isRaw = !source.includes("'''") && !source.includes('\r') && !/['\\]$/.test(source);
  return isRaw ? `r'''${source}'''` : JSON.stringify(source);
}

const INSPECTION = `
import base64, inspect, json, sys

def list_functions(module):
    return [value for name, value in vars(module).items()
            if inspect.isfunction(value) and value.__module__ == module.__name__ and not name.startswith("_")]

def describe(module, function):
    name = f"{module}.{function.__name__}"
    return {"name": name, "signature": name + str(inspect.signature(function)), "doc": inspect.getdoc(function) or ""}

described = [describe(name, each) for name in json.loads(modules) for each in list_functions(sys.modules[name])]
result = base64.b64encode(json.dumps(described).encode()).decode()
`;

/** One expression, run in a namespace of its own. JSON strings are Python literals. */
function readFunctions(kernel: Kernel, { modules }: ToolModules): Promise<unknown> {
  const names = `{"modules": ${JSON.stringify(JSON.stringify(Object.keys(modules)))}}`;
  const run = `__import__("builtins").exec(${JSON.stringify(INSPECTION)}, names)`;
  return readJson(kernel, `(lambda names: (${run}, names["result"])[1])(${names})`);
}
