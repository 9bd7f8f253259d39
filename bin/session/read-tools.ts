/** The functions that `--tools` names: a file of Python, or a folder of modules. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolModules, type ToolSource } from '../../lib/protocol/runs/tool-source.ts';
import { AppError } from '../../lib/util/app-error.ts';

/** Folders deeper than this hold no modules. */
const MAX_DEPTH = 5;

/** Throws AppError `bad-request` for a folder without a module, or with one that Python could not import. */
export async function readTools(path: string): Promise<ToolSource> {
  if (!(await stat(path)).isDirectory()) return readFile(path, 'utf8');
  const modules = Object.fromEntries(await readModules(path, '', MAX_DEPTH));
  if (Object.keys(modules).length === 0)
    throw new AppError('bad-request', `There is no .py file in ${path}.`);
  const { data, error } = ToolModules.safeParse({ modules });
  if (data) return data;
  const { message, path: where } = error.issues[0] ?? { message: 'The tools cannot be read', path: [] };
  throw new AppError('bad-request', `${message}: ${String(where.at(-1))}, in ${path}.`);
}

/** Modules by name, with those of packages: folders that have an `__init__.py`. */
async function readModules(folder: string, prefix: string, depth: number): Promise<[string, string][]> {
  const modules: [string, string][] = [];
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => a.name.localeCompare(b.name))) {
    const path = join(folder, entry.name);
    if (entry.isFile() && entry.name.endsWith('.py') && entry.name !== '__init__.py') {
      modules.push([prefix + entry.name.slice(0, -'.py'.length), await readFile(path, 'utf8')]);
    }
    const source = entry.isDirectory() && depth > 0 ? await readPackage(path) : null;
    if (source === null) continue;
    modules.push([prefix + entry.name, source]);
    modules.push(...(await readModules(path, `${prefix}${entry.name}.`, depth - 1)));
  }
  return modules;
}

async function readPackage(path: string): Promise<string | null> {
  return readFile(join(path, '__init__.py'), 'utf8').catch(() => null);
}
