import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { listSources } from './list-sources.mjs';

const CHECKED = /^(app|components|lib)\//;
/** The front door keeps the container where every bundle finds it: the only value on `globalThis`. */
const KEEPS_CONTAINER = 'lib/app/container.ts';
/** Where it belongs instead. */
const REMEDY = 'keep it in the container, a context, a hook or a closure';
const GLOBALS = new Set(['globalThis', 'window', 'self', 'global']);
/**
 * What may be called while a module is loaded, besides methods of constants: each makes a value that keeps no state.
 * Platform, packages, and functions of the project.
 */
const MAKES_CONSTANTS = new Set(
  [
    'String Number Boolean BigInt Symbol structuredClone',
    'createContext memo createLate localFont z unified parser promisify join extname readFileSync createHash deflateSync',
    'icon onCell withText errno named readSources indexConcepts createBracketSyntax',
    'rule compileRules makeFixedIndex defineMcpTool',
    'parentPort parseExactJson exportHtml renderPlainPage lookForDamage',
  ]
    .join(' ')
    .split(' '),
);
/** Classes whose instances are constants as long as nothing changes them. */
const PLAIN_CLASSES =
  /^(?:Map|Set|WeakMap|WeakSet|Array|ArrayBuffer|(?:Big)?(?:Ui|I)nt\d+(?:Clamped)?Array|Float\d+Array|RegExp|URL|URLSearchParams|Headers|Error|Intl)$/;
/** Methods that change a container or a `Buffer`. */
const CHANGING_METHOD =
  /^(?:add|set|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin|append|(?:write|swap)(?:[A-Z\d]\w*)?)$/;
const CHANGING_FUNCTION =
  /^(?:Object\.(?:assign|define\w+|setPrototypeOf)|Reflect\.(?:set\w*|define\w+|delete\w+)|Atomics\.\w+)$/;
/** Methods whose result is a part of what they are called on. */
const READING_METHOD = /^(?:get|at|find|findLast)$/;

/**
 * State of modules, which outlives every session and every page: `let`, constants and imports that are changed, calls
 * and classes that may keep state, changeable static fields, and values on `globalThis`. A `WeakMap` is fine in the file
 * that declares it: a memo of objects that do not change, gone when they are. A change through another name (a parameter,
 * an alias) is not seen.
 *
 * @param {string} rootDir
 * @returns {string[]} one sentence each
 */
export function checkModuleState(rootDir) {
  return listSources(rootDir, ['.ts', '.tsx'])
    .filter((file) => CHECKED.test(file))
    .flatMap((file) => findModuleState(file, readFileSync(join(rootDir, file), 'utf8')));
}

/**
 * @param {string} file decides the dialect
 * @param {string} source
 * @returns {string[]}
 */
function findModuleState(file, source) {
  const { program } = parseSync(file, source);
  const problems = [];
  const report = (node, problem) =>
    problems.push(`${file}:${source.slice(0, node.start).split('\n').length} ${problem}: ${REMEDY}`);
  for (const { kind, id } of listVariables(program))
    if (kind !== 'const') report(id, `${listNames(id)} is a module variable`);
  visitChanges(program, file === KEEPS_CONTAINER, report);
  visitLoading(program, report);
  return problems;
}

/** Changes of what the module declares or imports, and of `globalThis`. */
function visitChanges(program, keepsContainer, report) {
  const owned = listOwned(program);
  const change = (node, target) => {
    const { type, name } = findRoot(target);
    if (type !== 'Identifier') return;
    if (owned.has(name)) report(node, `changes ${name}, which belongs to ${owned.get(name)}`);
    else if (GLOBALS.has(name) && !keepsContainer) report(node, `changes ${name}`);
  };
  const assign = (node, target) => {
    for (const member of listMembers(target)) change(node, member);
  };
  new Visitor({
    AssignmentExpression: (node) => assign(node, node.left),
    UpdateExpression: (node) => assign(node, node.argument),
    ForOfStatement: (node) => assign(node, node.left),
    ForInStatement: (node) => assign(node, node.left),
    UnaryExpression: (node) => node.operator === 'delete' && assign(node, node.argument),
    CallExpression: (node) => {
      const callee = unwrap(node.callee);
      if (callee.type !== 'MemberExpression') return;
      const method = callee.property.name ?? callee.property.value;
      if (CHANGING_METHOD.test(method)) change(node, callee.object);
      if (CHANGING_FUNCTION.test(`${callee.object.name}.${method}`)) change(node, node.arguments[0]);
    },
    PropertyDefinition: (node) => {
      if (node.static && !(node.readonly && /Literal$|Function/.test(node.value?.type)))
        report(node, `${node.key.name} is a static field that can change`);
    },
  }).visit(program);
}

/** Calls and instances that a module makes while it is loaded and that may keep state. */
function visitLoading(program, report) {
  const constants = new Set(listVariables(program).flatMap(({ id }) => listNames(id)));
  let depth = 0;
  let declared = 'this';
  const later = () => depth++;
  const laterEnds = () => depth--;
  const make = (node, isAllowed) => {
    if (depth === 0 && !isAllowed)
      report(
        node,
        `${declared} is an object with state in a module, or comes from a call that may keep some`,
      );
  };
  new Visitor({
    FunctionDeclaration: later,
    'FunctionDeclaration:exit': laterEnds,
    FunctionExpression: later,
    'FunctionExpression:exit': laterEnds,
    ArrowFunctionExpression: later,
    'ArrowFunctionExpression:exit': laterEnds,
    PropertyDefinition: (node) => !node.static && later(),
    'PropertyDefinition:exit': (node) => !node.static && laterEnds(),
    VariableDeclarator: ({ id }) => {
      if (depth === 0) declared = String(listNames(id));
    },
    'VariableDeclarator:exit': () => {
      if (depth === 0) declared = 'this';
    },
    NewExpression: (node) => make(node, PLAIN_CLASSES.test(findRoot(node.callee).name)),
    CallExpression: (node) => make(node, makesConstant(unwrap(node.callee), constants)),
  }).visit(program);
}

/** `z.string().max` and `NAMES.map`, but not `createFinder`, `Finder.create`, or a function that is called in place. */
function makesConstant(callee, constants) {
  if (callee.type === 'Identifier') return MAKES_CONSTANTS.has(callee.name);
  if (callee.type !== 'MemberExpression') return false;
  const object = unwrap(callee.object);
  // The visitor comes to the inner call, too.
  if (object.type === 'CallExpression' || object.type === 'NewExpression') return true;
  if (object.type === 'MemberExpression') return makesConstant(object, constants);
  if (object.type !== 'Identifier') return true;
  if (object.name !== 'Object' && /^create/.test(callee.property.name)) return false;
  // Schemas and namespaces have capital letters.
  return MAKES_CONSTANTS.has(object.name) || constants.has(object.name) || /^[A-Z]/.test(object.name);
}

/** Variables declared at the top of the module, exported or not. */
function listVariables({ body }) {
  return body
    .map(withoutExport)
    .filter((node) => node?.type === 'VariableDeclaration' && !node.declare)
    .flatMap(({ kind, declarations }) => declarations.map(({ id, init }) => ({ kind, id, init })));
}

/** What must not be changed, with whose it is: variables, functions and classes of the module, and all it imports. */
function listOwned(program) {
  const owned = new Map();
  for (const { id, init } of listVariables(program)) {
    const made = unwrap(init);
    const isMemo = made?.type === 'NewExpression' && /^Weak(?:Map|Set)$/.test(made.callee.name);
    if (!isMemo) for (const name of listNames(id)) owned.set(name, 'the module');
  }
  for (const node of program.body) {
    const declaration = withoutExport(node);
    if (/^(Function|Class)Declaration$/.test(declaration?.type) && declaration.id)
      owned.set(declaration.id.name, 'the module');
    if (node.type === 'ImportDeclaration')
      for (const { local } of node.specifiers) owned.set(local.name, node.source.value);
  }
  return owned;
}

function withoutExport(node) {
  return /^Export(Named|Default)Declaration$/.test(node.type) ? node.declaration : node;
}

/** Names that `a`, `{ a, b: [c] }` or `[a, ...b]` declares. */
function listNames(pattern) {
  return listLeaves(pattern).flatMap(({ name }) => name ?? []);
}

/** Members that an assignment to `a.b`, `{ a: b.c }` or `[a.b, ...c.d]` sets. */
function listMembers(target) {
  return listLeaves(target).filter(({ type }) => type === 'MemberExpression');
}

function listLeaves(pattern) {
  const node = unwrap(pattern);
  if (node?.type === 'ObjectPattern')
    return node.properties.flatMap((each) => listLeaves(each.value ?? each));
  if (node?.type === 'ArrayPattern') return node.elements.flatMap(listLeaves);
  if (node?.type === 'AssignmentPattern') return listLeaves(node.left);
  if (node?.type === 'RestElement') return listLeaves(node.argument);
  return node ? [node] : [];
}

/** The expression inside `as`, `satisfies`, `!`, `?.`, `await`, and brackets. */
function unwrap(node) {
  const isWrapped =
    /^(?:TS\w+Expression|TSTypeAssertion|ParenthesizedExpression|ChainExpression|AwaitExpression)$/;
  return isWrapped.test(node?.type) ? unwrap(node.expression ?? node.argument) : node;
}

/** The variable of `a.b[0].c`, `a.get(b).c` and `(a as B)!.c`. */
function findRoot(target) {
  const node = unwrap(target);
  if (node.type === 'MemberExpression') return findRoot(node.object);
  if (node.type === 'LogicalExpression') return findRoot(node.left);
  if (node.type === 'CallExpression' && READING_METHOD.test(unwrap(node.callee).property?.name))
    return findRoot(unwrap(node.callee).object);
  return node;
}
