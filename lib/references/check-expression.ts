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
  'DictionaryExpression',
  'SetExpression',
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

/** Methods of numbers, text, dates, containers, NumPy, and pandas. Each gives a value and changes nothing. */
const METHODS = new Set(
  [
    'abs agg all any argmax argmin argsort astype average between bfill capitalize ceil clip combine_first compare',
    'concat contains corr count cov crosstab cumcount cummax cummin cumprod cumsum cut DataFrame date day day_name',
    'day_of_week dayofweek dayofyear days describe diff dot drop_duplicates droplevel dropna duplicated endswith eq',
    'equals ewm exp expanding explode extract ffill fillna filter find first first_valid_index floor ge get get_group',
    'get_level_values groupby gt head hour hypot idxmax idxmin index interpolate isalpha isclose isdigit isfinite',
    'isin isna isnull isnumeric isoformat item items join keys kurt kurtosis last last_valid_index le len log log10',
    'log2 lower lstrip lt mask max maximum mean median melt merge min minimum minute mode month month_name nanmax',
    'nanmean nanmedian nanmin nanstd nansum ne ngroup nlargest nonzero normalize notna notnull nsmallest nth nunique',
    'pct_change percentile pivot pivot_table power prod qcut quantile quarter rank reindex replace resample',
    'reset_index reshape rolling round rsplit rstrip sample searchsorted second sem Series set_axis set_index shift',
    'sign size skew sort_index sort_values split sqrt square squeeze stack startswith std strftime strip sum swapaxes',
    'swaplevel tail take Timedelta Timestamp title to_datetime to_dict to_frame to_list to_numeric to_numpy to_period',
    'to_pydatetime to_string to_timedelta to_timestamp tolist total_seconds transpose truncate tz_convert tz_localize',
    'unique unstack upper value_counts values var weekday where xs year zfill',
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
