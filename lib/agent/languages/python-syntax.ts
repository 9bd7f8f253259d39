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

/** No reply holds this much code; recovering from errors in more takes the parser seconds. */
const MAX_LENGTH = 100_000;

/** True when the text parses without an error. IPython's magics and shell lines count as statements. */
export function isValidPython(source: string): boolean {
  if (source.length > MAX_LENGTH) return false;
  let valid = true;
  parser.parse(maskIpython(source)).iterate({
    enter: (node) => {
      if (node.type.isError) valid = false;
      return valid;
    },
  });
  return valid;
}

/**
 * True when the text is valid Python that does something: imports, defines, loops or calls.
 * A mere assignment counts too unless `strict`, because `x = 5` is also a way to answer.
 */
export function looksLikePython(source: string, { strict = false } = {}): boolean {
  if (!isValidPython(source)) return false;
  if (/^[ \t]*[%!][ \t]*\w/m.test(source)) return true;
  const statements = parser.parse(source).topNode;
  for (let node = statements.firstChild; node; node = node.nextSibling) {
    if (ACTIVE_STATEMENTS.has(node.name)) return true;
    if (node.name === 'ExpressionStatement' && node.getChild('CallExpression')) return true;
    const assigns =
      node.name === 'UpdateStatement' || (node.name === 'AssignStatement' && node.getChild('AssignOp'));
    if (assigns && (!strict || hasCall(source.slice(node.from, node.to)))) return true;
  }
  return false;
}

function hasCall(statement: string): boolean {
  return /[\w\])]\(/.test(statement);
}

function maskIpython(source: string): string {
  return source
    .replaceAll(/^([ \t]*)(?:%{1,2}\w|![ \t]*\S).*$/gm, '$1pass')
    .replaceAll(/^(?:>>>|\.\.\.) ?/gm, '');
}
