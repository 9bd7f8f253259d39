/**
 * What a Python cell calls and mentions, with names as they were imported: `import os as o; o.remove(x)` is a call of
 * `os.remove`. Nothing is run, and nothing that only running tells is known.
 */
import { parser } from '@lezer/python';
import { toPlainPython } from '../../session/stale/plain-python.ts';

export interface Call {
  /** Dotted, with `()` for what a call gives and `[]` for an item: `pathlib.Path().unlink`. */
  readonly name: string;
  /** Arguments that are written out as text; null for any other. */
  readonly texts: readonly (string | null)[];
  /** The same as paths: also those that are joined, or kept in a variable. */
  readonly paths: readonly (string | null)[];
  /** The path whose method is called, as in `Path("a").open()`. */
  readonly receiver: string | null;
}

export interface CodeFacts {
  readonly calls: readonly Call[];
  /** Every dotted name, those of calls among them, and modules that are imported. */
  readonly names: readonly string[];
  /** Lines that IPython reads itself. */
  readonly magics: readonly string[];
  /** Whether all of it could be read as Python. */
  readonly isReadable: boolean;
}

/** Parts of a name that are read. */
const MAX_NAME_DEPTH = 40;
/** A path that grows with each assignment could be endless, characters. */
const MAX_PATH_LENGTH = 4_096;

type Node = ReturnType<typeof parser.parse>['topNode'];

/** `earlier`: the cells before, whose imports still hold. */
export function readCodeFacts(cell: string, earlier: readonly string[] = []): CodeFacts {
  const aliases = new Map<string, string>();
  const paths = new Map<string, string>();
  for (const source of earlier) new Reader(toPlainPython(source).source, aliases, paths).readAliases();
  const { source, magics } = toPlainPython(cell);
  const reader = new Reader(source, aliases, paths);
  reader.readAliases();
  return { ...reader.readFacts(), magics };
}

class Reader {
  readonly #source: string;
  readonly #aliases: Map<string, string>;
  readonly #paths: Map<string, string>;
  readonly #tree: Node;

  constructor(source: string, aliases: Map<string, string>, paths: Map<string, string>) {
    this.#source = source;
    this.#aliases = aliases;
    this.#paths = paths;
    this.#tree = parser.parse(source).topNode;
  }

  /** Imports, and names that are given to functions: `rm = os.remove`. */
  readAliases(): void {
    this.#tree.cursor().iterate(({ name, node }) => {
      if (name === 'ImportStatement') this.#readImport(node);
      if (name === 'AssignStatement') this.#readAssignment(node);
    });
  }

  readFacts(): Omit<CodeFacts, 'magics'> {
    const calls: Call[] = [];
    const names: string[] = [];
    let isReadable = true;
    this.#tree.cursor().iterate(({ name, node, type }) => {
      if (type.isError) isReadable = false;
      if (name === 'ImportStatement') {
        names.push(...this.#listImports(node).map(({ module }) => module));
        return false;
      }
      if (name === 'CallExpression') calls.push(this.#toCall(node));
      if (name === 'VariableName' || name === 'MemberExpression' || name === 'CallExpression')
        names.push(this.#nameOf(node));
      return true;
    });
    return { calls, names, isReadable };
  }

  #readImport(node: Node): void {
    for (const { module, alias } of this.#listImports(node)) this.#aliases.set(alias, module);
  }

  /** `import a.b` gives a, `import a.b as c` and `from a import b as c` give c. */
  #listImports(node: Node): { module: string; alias: string }[] {
    const text = this.#textOf(node).replaceAll(/[()\\\n]|#.*/g, ' ');
    const [, from, items = ''] = /^\s*(?:from\s+(\S+)\s+)?import\s+([\s\S]*)$/.exec(text) ?? [];
    return items.split(',').flatMap((item) => {
      const [name = '', , alias] = item.trim().split(/\s+/);
      if (name === '') return [];
      if (from !== undefined) return [{ module: `${from}.${name}`, alias: alias ?? name }];
      return alias === undefined
        ? [
            { module: name.split('.')[0] ?? name, alias: name.split('.')[0] ?? name },
            { module: name, alias: name },
          ]
        : [{ module: name, alias }];
    });
  }

  #readAssignment(node: Node): void {
    const [target, sign, value, more] = childrenOf(node);
    if (target?.name !== 'VariableName' || sign?.name !== 'AssignOp' || !value || more) return;
    const isName = value.name === 'VariableName' || value.name === 'MemberExpression';
    const name = this.#nameOf(value);
    if (isName && name !== this.#textOf(target)) this.#aliases.set(this.#textOf(target), name);
    else if (!isName) this.#aliases.delete(this.#textOf(target));
    const path = this.#readPath(value);
    if (path === null) this.#paths.delete(this.#textOf(target));
    else this.#paths.set(this.#textOf(target), path);
  }

  #toCall(node: Node): Call {
    const values = listValues(node);
    const callee = node.firstChild;
    const object = callee?.name === 'MemberExpression' ? callee.firstChild : null;
    return {
      name: callee ? this.#nameOf(callee) : '?',
      texts: values.map((value) => this.#readText(value)),
      paths: values.map((value) => this.#readPath(value)),
      receiver: object ? this.#readPath(object) : null,
    };
  }

  /** Null where nothing of a path is written out. What only running tells is left out of it. */
  #readPath(node: Node, depth = 0): string | null {
    if (depth > MAX_NAME_DEPTH) return null;
    const read = (each: Node) => this.#readPath(each, depth + 1);
    switch (node.name) {
      case 'String':
        return this.#readText(node);
      case 'FormatString':
        return childrenOf(node).length === 0 ? toContent(this.#textOf(node)) : null;
      case 'VariableName':
        return this.#paths.get(this.#textOf(node)) ?? null;
      case 'ParenthesizedExpression':
      case 'BinaryExpression': {
        const isSum = childrenOf(node).some((each) => this.#textOf(each) === '+');
        return joinPaths(childrenOf(node).map(read), isSum ? '' : '/');
      }
      case 'CallExpression': {
        const object = node.firstChild?.name === 'MemberExpression' ? node.firstChild.firstChild : null;
        if (!PATH_CALL.test(this.#nameOf(node.firstChild ?? node))) return null;
        return joinPaths([...(object ? [read(object)] : []), ...listValues(node).map(read)], '/');
      }
      default:
        return null;
    }
  }

  /** Every part of a chain is asked for its name: of a long one the far end is left out. */
  #nameOf(node: Node, depth = 0): string {
    if (depth > MAX_NAME_DEPTH) return '?';
    const [first, second, third] = childrenOf(node);
    switch (node.name) {
      case 'VariableName':
        return this.#aliases.get(this.#textOf(node)) ?? this.#textOf(node);
      case 'ParenthesizedExpression':
        return second ? this.#nameOf(second, depth + 1) : '?';
      case 'CallExpression':
        return this.#nameOfCall(node, depth + 1);
      case 'MemberExpression': {
        const base = first ? this.#nameOf(first, depth + 1) : '?';
        return second?.name === '.' && third ? `${base}.${this.#textOf(third)}` : `${base}[]`;
      }
      default:
        return '?';
    }
  }

  /** `getattr(os, "remove")` is `os.remove`. */
  #nameOfCall(node: Node, depth: number): string {
    const callee = node.firstChild ? this.#nameOf(node.firstChild, depth) : '?';
    const list = findArguments(node);
    const [, object, , attribute] = list ? childrenOf(list) : [];
    const text = attribute ? this.#readText(attribute) : null;
    return callee === 'getattr' && object && text !== null
      ? `${this.#nameOf(object, depth)}.${text}`
      : `${callee}()`;
  }

  #readText(node: Node): string | null {
    if (node.name !== 'String') return null;
    return toContent(this.#textOf(node));
  }

  #textOf(node: Node): string {
    return this.#source.slice(node.from, node.to);
  }
}

/** Calls that give a path: `Path(…)`, `os.path.join(…)`, `path.resolve()`. */
const PATH_CALL = /(?:^|\.)(?:\w*Path|join|joinpath|abspath|realpath|normpath|resolve|absolute|fspath|str)$/;

function joinPaths(parts: readonly (string | null)[], separator: string): string | null {
  const known = parts.filter((part) => part !== null);
  const path = known.join(separator);
  return known.length > 0 && path.length <= MAX_PATH_LENGTH ? path : null;
}

/** The content of a string literal, without its quotes. */
function toContent(text: string): string {
  return text.replace(/^[a-zA-Z]*(?:"""|'''|"|')|(?:"""|'''|"|')$/g, '');
}

/** What a call is given, by position and by name. */
function listValues(call: Node): Node[] {
  const list = findArguments(call);
  const parts = list ? childrenOf(list) : [];
  return parts.filter(
    ({ name }, index) => !/^[(),]$|^AssignOp$|^\*+$/.test(name) && parts[index + 1]?.name !== 'AssignOp',
  );
}

/** `getChild` would take time by the depth of the node. */
function findArguments(node: Node): Node | undefined {
  return childrenOf(node).find(({ name }) => name === 'ArgList');
}

function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}
