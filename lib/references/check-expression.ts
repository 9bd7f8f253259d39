/** Whether an expression of an answer only reads: decided on its syntax tree, before anything is run. */
import { parser } from '@lezer/python';

const MAX_LENGTH = 300;

/** What is read, compared and computed with. */
const PLAIN = new Set([
  'ParenthesizedExpression',
  'BinaryExpression',
  'UnaryExpression',
  'ConditionalExpression',
  'ArrayExpression',
  'TupleExpression',
  'MemberExpression',
  'CallExpression',
  'ArgList',
  'VariableName',
  'PropertyName',
  'String',
  'ContinuedString',
  'Number',
  'Boolean',
  'None',
]);

const FUNCTIONS = new Set('abs float int len list max min round sorted str sum table tuple'.split(' '));

/** Methods of numbers, text, dates, containers, arrays, Series, and frames. Each gives a value and changes nothing. */
const METHODS = new Set(
  [
    'abs all any agg between ceil clip corr count cumsum date describe diff dropna eq explode fillna first floor ge get gt',
    'groupby head idxmax idxmin index isin isna isnull item items join keys kurt last le len lower lt max mean median min mode',
    'ne nlargest notna notnull nsmallest nunique pct_change quantile rank replace reset_index rolling round sample size',
    'skew sort_index sort_values std strftime strip sum tail title to_list to_numpy tolist total_seconds transpose unique',
    'unstack upper value_counts values var xs year',
  ].flatMap((line) => line.split(' ')),
);

type Node = ReturnType<typeof parser.parse>['topNode'];

/** Why it is not evaluated, as a sentence without its subject; null for one that only reads. */
export function checkExpression(expression: string): string | null {
  if (expression.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`;
  const statement = parser.parse(expression).topNode.firstChild;
  if (statement?.name !== 'ExpressionStatement' || statement.nextSibling) return 'is not one expression';
  return checkNode(statement, expression);
}

function checkNode(parent: Node, source: string): string | null {
  for (let node = parent.firstChild; node; node = node.nextSibling) {
    const text = source.slice(node.from, node.to);
    if (node.type.isError) return 'is not Python';
    const isSpread = /^\*/.test(node.name) && parent.name !== 'ArithOp';
    if (isSpread || text === 'inplace') return `does more than read a value (\`${text}\`)`;
    if (/^[A-Z]/.test(node.name) && !isMark(node.name) && !PLAIN.has(node.name))
      return `does more than read a value (\`${text}\`)`;
    if ((node.name === 'PropertyName' || node.name === 'VariableName') && text.startsWith('_'))
      return `reads \`${text}\`, which is private`;
    if (node.name === 'CallExpression') {
      const problem = checkCall(node, source);
      if (problem) return problem;
    }
    const problem = checkNode(node, source);
    if (problem) return problem;
  }
  return null;
}

/** Operators and the sign of an assignment, which in a call names an argument. */
function isMark(name: string): boolean {
  return name.endsWith('Op');
}

function checkCall(call: Node, source: string): string | null {
  const callee = call.firstChild;
  if (!callee) return 'is not Python';
  const last = callee.name === 'MemberExpression' ? callee.lastChild : callee;
  const name = last ? source.slice(last.from, last.to) : '';
  if (callee.name === 'VariableName' && FUNCTIONS.has(name)) return null;
  if (callee.name === 'MemberExpression' && last?.name === 'PropertyName' && METHODS.has(name)) return null;
  return `calls \`${name}\`, which may do more than read: put its result into a variable in a cell`;
}
