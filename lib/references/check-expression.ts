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

/** Of numbers, text, dates, containers, arrays, Series and frames: each gives a value and changes nothing. */
const METHODS = new Set(
  [
    'abs all any agg astype between capitalize ceil clip corr count cov cummax cummin cumprod cumsum date day_name describe',
    'diff drop_duplicates dropna droplevel duplicated eq expanding explode fillna filter first floor ge get gt groupby',
    'head idxmax idxmin index isin isna isnull isoformat item items join keys kurt last le len lower lt max mean median melt',
    'min mode month_name ne nlargest normalize notna notnull nsmallest nth nunique pct_change pivot pivot_table prod',
    'quantile rank reindex replace reset_index resample rolling round sample sem set_axis set_index shift size skew',
    'sort_index sort_values split squeeze stack startswith std strftime strip sum swaplevel tail title to_frame to_list',
    'to_numpy tolist total_seconds transpose unique unstack upper value_counts values var where weekday xs year',
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
  return `calls \`${name}\`, which is not known only to read: put its result into a variable in a cell`;
}
