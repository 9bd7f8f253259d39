/**
 * Which top-level names a Python cell takes from before it and which it gives, read from its syntax tree. What calls do
 * to the objects they are given (`rows.append(…)`, `exec`) is not seen.
 */
import { parser } from '@lezer/python';
import type { CellNames } from '../cell-names.ts';
import { toPlainPython } from './plain-python.ts';

type Node = ReturnType<typeof parser.parse>['topNode'];

/** A function, class or comprehension; null stands for the cell itself. */
interface Scope {
  readonly parent: Scope | null;
  /** Runs when all of the cell is defined. */
  readonly isLater: boolean;
  readonly locals: Set<string>;
  readonly globals: Set<string>;
}

export function readPythonNames(cell: string): CellNames {
  const { source } = toPlainPython(cell);
  const walk = new Walk(source);
  walk.visit(parser.parse(source).topNode, null);
  for (const name of listFrames(source)) walk.readInSql(name);
  return walk.finish();
}

/** SQL that DuckDB runs over variables, and what it names as tables in it. */
const DUCKDB_CALL = /\bduckdb\.\w+\(\s*r?("""|"|')([\s\S]*?)\1/g;
const TABLES = /\b(?:from|join)\s+"?([a-z_]\w*)((?:\s*,\s*[a-z_]\w*)*)/gi;

function listFrames(source: string): string[] {
  const found = [...source.matchAll(DUCKDB_CALL)].flatMap(([, , sql = '']) => [...sql.matchAll(TABLES)]);
  return found.flatMap(([, first = '', others = '']) => [first, ...others.split(/\W+/)]).filter(Boolean);
}

class Walk {
  readonly #source: string;
  readonly #reads = new Set<string>();
  readonly #defines = new Set<string>();
  readonly #assigned = new Set<string>();
  readonly #imports = new Map<string, string>();
  readonly #readLater = new Set<string>();
  /** While the names of a function are collected, before what it reads. */
  #isBinding = false;

  constructor(source: string) {
    this.#source = source;
  }

  finish(): CellNames {
    for (const name of this.#readLater) if (!this.#defines.has(name)) this.#reads.add(name);
    for (const name of this.#assigned) this.#imports.delete(name);
    return { reads: this.#reads, defines: this.#defines, imports: this.#imports };
  }

  textOf(node: Node): string {
    return this.#source.slice(node.from, node.to);
  }

  read(node: Node, scope: Scope | null): void {
    if (this.#isBinding) return;
    const name = this.textOf(node);
    let isLater = false;
    for (let at = scope; at; at = at.parent) {
      if (at.locals.has(name) && !at.globals.has(name)) return;
      isLater ||= at.isLater;
    }
    if (isLater) this.#readLater.add(name);
    else if (!this.#defines.has(name)) this.#reads.add(name);
  }

  /** Takes a name that is a variable, or a table of the database. */
  readInSql(name: string): void {
    if (!this.#defines.has(name)) this.#reads.add(name);
  }

  /** Takes a target of an assignment. */
  bind(node: Node, scope: Scope | null): void {
    if (node.name === 'VariableName') this.#define(this.textOf(node), scope);
    else if (node.name === 'MemberExpression') this.#change(node, scope);
    else for (const child of childrenOf(node)) this.bind(child, scope);
  }

  /** An item or attribute changes the object that the first name holds. */
  #change(node: Node, scope: Scope | null): void {
    this.visit(node, scope);
    let base = node;
    while (base.name === 'MemberExpression' && base.firstChild) base = base.firstChild;
    const name = this.textOf(base);
    if (base.name === 'VariableName' && !scope?.locals.has(name)) this.#assign(name);
  }

  #define(name: string, scope: Scope | null): void {
    if (scope && !scope.globals.has(name)) scope.locals.add(name);
    else this.#assign(name);
  }

  #assign(name: string): void {
    this.#defines.add(name);
    this.#assigned.add(name);
  }

  /** Takes a name that stands for `what`. */
  import(name: string, what: string, scope: Scope | null): void {
    const isOther = (this.#imports.get(name) ?? what) !== what;
    if (scope || isOther) {
      this.#define(name, scope);
    } else {
      this.#defines.add(name);
      this.#imports.set(name, what);
    }
  }

  visit(node: Node, scope: Scope | null): void {
    const visitor = VISITORS[node.name];
    const split = BINDINGS[node.name];
    if (visitor) visitor(this, node, scope);
    else if (split) this.#visitBinding(split(childrenOf(node)), scope);
    else this.visitAll(childrenOf(node), scope);
  }

  visitAll(nodes: readonly Node[], scope: Scope | null): void {
    for (const node of nodes) this.visit(node, scope);
  }

  #visitBinding({ targets, rest }: Binding, scope: Scope | null): void {
    const bodies = rest.filter(({ name }) => name === 'Body');
    const read = rest.filter((part) => !bodies.includes(part));
    this.visitAll(read, scope);
    for (const target of targets) this.bind(target, scope);
    this.visitAll(bodies, scope);
  }

  /** Twice, as a function's names are its own also before they are bound. */
  visitInside(nodes: readonly Node[], inside: Omit<Scope, 'globals'>): void {
    const scope = { ...inside, globals: new Set<string>() };
    const before = this.#isBinding;
    this.#isBinding = true;
    this.visitAll(nodes, scope);
    this.#isBinding = before;
    // If all around only binds, a second time for each function in another would double the work at every level.
    if (!before) this.visitAll(nodes, scope);
  }
}

type Visitor = (walk: Walk, node: Node, scope: Scope | null) => void;

const visitFunction: Visitor = (walk, node, scope) => {
  const name = node.name === 'FunctionDefinition' ? node.getChild('VariableName') : null;
  if (name) walk.bind(name, scope);
  const list = node.getChild('ParamList');
  const parts = list ? childrenOf(list) : [];
  const isName = (part: Node, index: number) =>
    part.name === 'VariableName' && parts[index - 1]?.name !== 'AssignOp';
  const names = parts.filter(isName).map((part) => walk.textOf(part));
  // Defaults and annotations are read where the function is defined.
  walk.visitAll(
    parts.filter((part, index) => !isName(part, index)),
    scope,
  );
  walk.visitAll(node.getChildren('TypeDef'), scope);
  const body = name
    ? node.getChildren('Body')
    : childrenOf(node).filter((part) => part.from >= (list?.to ?? 0));
  walk.visitInside(body, { parent: scope, isLater: true, locals: new Set(names) });
};

const visitClass: Visitor = (walk, node, scope) => {
  walk.visitAll(node.getChildren('ArgList'), scope);
  walk.visitInside(node.getChildren('Body'), { parent: scope, isLater: false, locals: new Set() });
  for (const name of node.getChildren('VariableName')) walk.bind(name, scope);
};

/** `import a.b as c` gives c, which is a.b; `import a.b` gives a; `from a import b` gives b, which is a.b. */
const visitImport: Visitor = (walk, node, scope) => {
  const [before = [], ...given] = splitAt(childrenOf(node), 'import');
  const textOf = (parts: readonly Node[]) => parts.map((part) => walk.textOf(part)).join('');
  const module = textOf(before.filter(({ name }) => name !== 'from'));
  const names = given.flat().filter(({ name }) => name !== '(' && name !== ')');
  for (const item of splitAt(names, ',')) {
    const [path = [], [alias] = []] = splitAt(item, 'as');
    const name = alias ?? path[0];
    if (name?.name !== 'VariableName') continue;
    const what = alias ? textOf(path) : walk.textOf(name);
    walk.import(walk.textOf(name), module === '' ? what : `${module}.${what}`, scope);
  }
};

/** What is before, between, and after the parts of that kind. */
function splitAt(parts: readonly Node[], kind: string): Node[][] {
  const pieces: Node[][] = [[]];
  for (const part of parts) {
    if (part.name === kind) pieces.push([]);
    else pieces.at(-1)?.push(part);
  }
  return pieces;
}

interface Binding {
  readonly targets: readonly Node[];
  /** What is read before the targets are bound, and the body that runs after. */
  readonly rest: readonly Node[];
}

function splitAssignment(parts: readonly Node[]): Binding {
  const last = parts.findLastIndex(({ name }) => name === 'AssignOp');
  const targets = parts.slice(0, Math.max(0, last)).filter(({ name }) => name !== 'TypeDef');
  return { targets, rest: parts.slice(last + 1) };
}

const visitComprehension: Visitor = (walk, node, scope) => {
  const { targets, rest } = splitLoop(childrenOf(node));
  const names = targets.flatMap(namesIn).map((name) => walk.textOf(name));
  walk.visitInside(rest, { parent: scope, isLater: false, locals: new Set(names) });
};

/** `with … as x` and `except … as x`. */
const visitAs: Visitor = (walk, node, scope) => {
  const parts = childrenOf(node);
  parts.forEach((part, index) => {
    if (parts[index - 1]?.name === 'as') walk.bind(part, scope);
    else walk.visit(part, scope);
  });
};

/** Statements that read something, and then bind names. */
const BINDINGS: Readonly<Record<string, (parts: readonly Node[]) => Binding>> = {
  AssignStatement: splitAssignment,
  // `x += 1` and `del x` read what they change.
  UpdateStatement: (parts) => ({ targets: parts.slice(0, 1), rest: parts }),
  DeleteStatement: (parts) => ({ targets: parts.slice(1), rest: parts }),
  NamedExpression: (parts) => ({ targets: parts.slice(0, 1), rest: parts.slice(1) }),
  ForStatement: splitLoop,
};

const VISITORS: Readonly<Record<string, Visitor>> = {
  VariableName: (walk, node, scope) => walk.read(node, scope),
  FunctionDefinition: visitFunction,
  LambdaExpression: visitFunction,
  ClassDefinition: visitClass,
  ImportStatement: visitImport,
  ComprehensionExpression: visitComprehension,
  ArrayComprehensionExpression: visitComprehension,
  SetComprehensionExpression: visitComprehension,
  DictionaryComprehensionExpression: visitComprehension,
  WithStatement: visitAs,
  TryStatement: visitAs,
  ScopeStatement: (walk, node, scope) => {
    const [keyword, ...names] = childrenOf(node);
    if (keyword?.name === 'global') for (const name of names) scope?.globals.add(walk.textOf(name));
  },
  CapturePattern: (walk, node, scope) => walk.bind(node, scope),
  KeywordPattern: (walk, node, scope) => walk.visitAll(childrenOf(node).slice(1), scope),
  // The name of a keyword argument is not a variable.
  ArgList: (walk, node, scope) => {
    const parts = childrenOf(node);
    walk.visitAll(
      parts.filter((_, index) => parts[index + 1]?.name !== 'AssignOp'),
      scope,
    );
  },
};

/** Targets are between `for` and `in`, in loops and comprehensions alike. */
function splitLoop(parts: readonly Node[]): Binding {
  let isTarget = false;
  const targets = parts.filter(({ name }) => {
    if (name === 'for' || name === 'in') isTarget = name === 'for';
    return isTarget && name !== 'for';
  });
  return { targets, rest: parts.filter((part) => !targets.includes(part)) };
}

function namesIn(node: Node): Node[] {
  return node.name === 'VariableName' ? [node] : childrenOf(node).flatMap(namesIn);
}

function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}
