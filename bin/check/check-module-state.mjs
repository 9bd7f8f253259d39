import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { listSources } from './list-sources.mjs';

const CHECKED = /^(app|components|lib)\//;
/** Where it belongs instead. */
const REMEDY = 'keep it in the container, a context, a hook or a closure';
const CONTAINERS = new Set(['Map', 'Set', 'Array']);
const CHANGING_METHODS = new Set(
  'add set delete clear push pop shift unshift splice sort reverse fill copyWithin'.split(' '),
);
const CHANGING_FUNCTIONS = new Set(['Object.assign', 'Object.defineProperty', 'Reflect.set']);

/**
 * Variables of modules, which outlive every session and every page: `let`, containers that are changed, objects made
 * by our own `create…` functions and classes, and changeable static fields. Constants are fine. So is a `WeakMap`: a
 * memo of objects that do not change, gone when they are.
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
  const describe = (node, problem) =>
    `${file}:${source.slice(0, node.start).split('\n').length} ${problem}: ${REMEDY}`;
  const own = listOwnNames(program);
  const problems = [];
  const containers = new Set();
  for (const { kind, id, init } of listVariables(program)) {
    if (kind !== 'const') problems.push(describe(id, `${id.name ?? 'a pattern'} is a module variable`));
    else if (isContainer(init)) containers.add(id.name);
    else if (makesObject(init, own))
      problems.push(describe(id, `${id.name} is an object with state in a module`));
  }
  const change = (node, target) => {
    if (target?.type === 'Identifier' && containers.has(target.name))
      problems.push(describe(node, `changes ${target.name}, which belongs to the module`));
  };
  const changeMember = (node, target) => {
    if (target.type === 'MemberExpression') change(node, findRoot(target));
  };
  new Visitor({
    AssignmentExpression: (node) => changeMember(node, node.left),
    UpdateExpression: (node) => changeMember(node, node.argument),
    UnaryExpression: (node) => node.operator === 'delete' && changeMember(node, node.argument),
    CallExpression: (node) => {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.computed) return;
      if (CHANGING_METHODS.has(callee.property.name)) change(node, findRoot(callee.object));
      if (CHANGING_FUNCTIONS.has(`${callee.object.name}.${callee.property.name}`))
        change(node, node.arguments[0]);
    },
    PropertyDefinition: (node) => {
      if (node.static && !node.readonly)
        problems.push(describe(node, `${node.key.name} is a static field that can change`));
    },
  }).visit(program);
  return problems;
}

/** Variables declared at the top of the module, exported or not. */
function listVariables({ body }) {
  return body
    .map((node) => (node.type === 'ExportNamedDeclaration' ? node.declaration : node))
    .filter((node) => node?.type === 'VariableDeclaration' && !node.declare)
    .flatMap(({ kind, declarations }) =>
      declarations.map(({ id, init }) => ({ kind, id, init: unwrap(init) })),
    );
}

/** Functions and classes of the project that the module declares or imports. */
function listOwnNames({ body }) {
  const names = new Set();
  for (const node of body) {
    const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
    if (/^(Function|Class)Declaration$/.test(declaration?.type)) names.add(declaration.id.name);
    if (node.type === 'ImportDeclaration' && node.source.value.startsWith('.'))
      for (const { local } of node.specifiers) names.add(local.name);
  }
  return names;
}

function isContainer(init) {
  if (init?.type === 'NewExpression') return CONTAINERS.has(init.callee.name);
  return init?.type === 'ArrayExpression' || init?.type === 'ObjectExpression';
}

/** `createFinder()` of our own, or an instance of a class of our own. */
function makesObject(init, own) {
  if (init?.type === 'NewExpression') return own.has(init.callee.name);
  return (
    init?.type === 'CallExpression' && own.has(init.callee.name) && /^create[A-Z]/.test(init.callee.name)
  );
}

/** Without `as`, `satisfies` and brackets. */
function unwrap(node) {
  return /^(TSAsExpression|TSSatisfiesExpression|ParenthesizedExpression)$/.test(node?.type)
    ? unwrap(node.expression)
    : node;
}

/** The variable of `a.b[0].c`. */
function findRoot(node) {
  return node.type === 'MemberExpression' ? findRoot(node.object) : node;
}
