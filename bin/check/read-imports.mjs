import { parseSync, Visitor } from 'oxc-parser';

/**
 * @typedef {object} Import
 * @property {string} specifier
 * @property {boolean} isType erased before the code runs
 */

/**
 * Everything a TypeScript or JavaScript file imports: static, dynamic, re-exported, and types in any of their spellings.
 *
 * @param {string} fileName decides the dialect
 * @param {string} source
 * @returns {Import[]}
 * @throws {Error} when the file does not parse
 */
export function readImports(fileName, source) {
  const { program, errors } = parseSync(fileName, source);
  if (errors.length > 0) throw new Error(`${fileName} does not parse: ${errors[0].message}`);
  /** @type {Import[]} */
  const imports = [];
  const add = (literal, isType) => {
    if (typeof literal?.value === 'string') imports.push({ specifier: literal.value, isType });
  };
  const visitor = new Visitor({
    ImportDeclaration: (node) => add(node.source, isTypeOnly(node, node.importKind, 'importKind')),
    ExportNamedDeclaration: (node) => add(node.source, isTypeOnly(node, node.exportKind, 'exportKind')),
    ExportAllDeclaration: (node) => add(node.source, node.exportKind === 'type'),
    ImportExpression: (node) => add(node.source, false),
    TSImportType: (node) => add(node.source, true),
    TSExternalModuleReference: (node) => add(node.expression, false),
  });
  visitor.visit(program);
  return imports;
}

/** `import type { A }`, and `import { type A, type B }` too. */
function isTypeOnly({ specifiers }, kind, kindOfSpecifier) {
  if (kind === 'type') return true;
  return specifiers.length > 0 && specifiers.every((specifier) => specifier[kindOfSpecifier] === 'type');
}
