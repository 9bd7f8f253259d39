/** Whether text is Python, decided by a real grammar: replies often leave fences and labels out. */

import { parser } from '@lezer/python';

const ACTIVE_STATEMENTS = new Set([
  'ImportStatement',
  'FunctionDefinition',
  'ClassDefinition',
  'DecoratedStatement',
  'ForStatement',
  'WhileStatement',
  'WithStatement',
  'TryStatement',
  'IfStatement',
]);

/** No reply holds this much code. */
const MAX_LENGTH = 200_000;

/** Throws at the first error: recovering from the errors of a long text of prose takes seconds. */
const strictParser = parser.configure({ strict: true });

/** True when the text parses without an error. IPython's magics and shell lines count as statements. */
export function isValidPython(source: string): boolean {
  return parseStrictly(maskIpython(source)) !== null;
}

/**
 * True when valid Python does something: imports, defines, loops or calls. A mere assignment counts too unless `strict`,
 * because `x = 5` is also a way to answer. What this grammar does not know, but a kernel does, is read as far as it goes.
 */
export function pythonDoesSomething(source: string, { strict = false } = {}): boolean {
  if (source.length > MAX_LENGTH) return false;
  const masked = maskIpython(source);
  const statements = (parseStrictly(masked) ?? parser.parse(masked)).topNode;
  if (/^[ \t]*[%!][ \t]*\w/m.test(source)) return true;
  for (let node = statements.firstChild; node; node = node.nextSibling) {
    if (ACTIVE_STATEMENTS.has(node.name)) return true;
    if (node.name === 'ExpressionStatement' && node.getChild('CallExpression')) return true;
    const assigns =
      node.name === 'UpdateStatement' || (node.name === 'AssignStatement' && node.getChild('AssignOp'));
    if (assigns && (!strict || hasCall(masked.slice(node.from, node.to)))) return true;
  }
  return false;
}

function parseStrictly(source: string): ReturnType<typeof strictParser.parse> | null {
  if (source.length > MAX_LENGTH) return null;
  try {
    return strictParser.parse(source);
  } catch {
    return null;
  }
}

function hasCall(statement: string): boolean {
  return /[\w\])]\(/.test(statement);
}

function maskIpython(source: string): string {
  return source
    .replaceAll(/^([ \t]*)(?:%{1,2}\w|![ \t]*\S).*$/gm, '$1pass')
    .replaceAll(/^(?:>>>|\.\.\.) ?/gm, '');
}
