import type { Kernel } from '../../kernel/kernel.ts';
import { readJson } from '../read-json.ts';

/** Public functions of the source in its order, as the kernel's own `inspect` sees them. */
export function readPythonFunctions(kernel: Kernel, source: string): Promise<unknown> {
  const functions = `[n for n in __import__('ast').parse(${JSON.stringify(source)}).body if type(n).__name__ in ('FunctionDef', 'AsyncFunctionDef') and not n.name.startswith('_')]`;
  const names = `dict.fromkeys(n.name for n in ${functions})`;
  const describe = `(lambda n, f: {'name': n, 'signature': n + str(__import__('inspect').signature(f)), 'doc': __import__('inspect').getdoc(f) or ''})`;
  const list = `[${describe}(n, get_ipython().user_ns[n]) for n in ${names}]`;
  return readJson(
    kernel,
    `__import__('base64').b64encode(__import__('json').dumps(${list}).encode()).decode()`,
  );
}
