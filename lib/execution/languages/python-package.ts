/** Calls functions of the Python package `kernels/actbook` in a kernel, on whatever server and without a file there. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { Kernel } from '../../kernel/kernel.ts';
import { parseAnswer } from './read-expression.ts';

const FOLDER = join(import.meta.dirname, '../../../kernels/actbook');
const NAME = 'actbook';

/** Source texts by module name, such as `actbook.names`. */
const SOURCES = readSources();
const JSON_OF_SOURCES = JSON.stringify(SOURCES);
/** A kernel that outlived an upgrade has another one. */
const VERSION = createHash('sha256').update(JSON_OF_SOURCES).digest('hex').slice(0, 16);
/** About a third of the sources' size. */
const PACKED = deflateSync(JSON_OF_SOURCES).toString('base64');

/**
 * Calls a function, such as `names.list_names` or `tables.table_pages.read_page`, with keyword arguments, and resolves to
 * its value, or to undefined when it raised. The package is sent with the first call in a kernel process. Both leave no
 * name in the notebook's namespace, and nothing there can shadow what they use. `args`: JSON, named as Python names its
 * parameters.
 */
export async function callPython(
  kernel: Kernel,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const text = await evaluate(kernel, toPythonExpression(name, args));
  const load = () => evaluate(kernel, `(lambda actbook: ${toCall(name, args)})(${LOAD})`);
  return parseAnswer(text === 'None' ? await load() : text);
}

/** An expression of that value, as {@link parseAnswer} reads it; None where this package is not loaded. */
export function toPythonExpression(name: string, args: Readonly<Record<string, unknown>>): string {
  const found = `__import__("sys").modules.get("${NAME}")`;
  const isCurrent = `actbook is not None and actbook.__dict__.get("VERSION") == "${VERSION}"`;
  return `(lambda actbook: ${toCall(name, args)} if ${isCurrent} else None)(${found})`;
}

function toCall(name: string, args: Readonly<Record<string, unknown>>): string {
  return `actbook.answer(${JSON.stringify(name)}, ${toLiteral(args)})`;
}

/** An expression whose value is the package: the text of its loader is run, and loads the rest when it is imported. */
const LOAD = `(lambda names: (__import__("builtins").exec(names["sources"]["${NAME}.loader"], names), names["load"](names["sources"], "${VERSION}"))[1])({"__name__": "${NAME}.loader", "sources": __import__("json").loads(__import__("zlib").decompress(__import__("base64").b64decode("${PACKED}")))})`;

/** The text of one module of the package, for a cell that has to work without it. */
export function getPythonSource(module: string): string {
  return SOURCES[`${NAME}.${module}`] ?? '';
}

function evaluate(kernel: Kernel, expression: string): Promise<string | null> {
  return kernel.evaluate(expression).catch(() => null);
}

/** JSON in a JSON string, which is a Python literal, too. */
function toLiteral(args: object): string {
  return JSON.stringify(JSON.stringify(args));
}

function readSources(): Record<string, string> {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });
  const modules = files.filter((file) => file.endsWith('.py')).sort();
  return Object.fromEntries(
    modules.map((file) => {
      const parts = [NAME, ...file.slice(0, -'.py'.length).split(sep)];
      const module = parts.filter((part) => part !== '__init__').join('.');
      return [module, readFileSync(join(FOLDER, file), 'utf8')];
    }),
  );
}
