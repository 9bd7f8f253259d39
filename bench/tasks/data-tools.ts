/** The other way to act: a handful of data tools, each of which becomes Python in the same kernel. */
import { z } from 'zod';
import type { ToolSpec } from '../../lib/model/model.ts';

const Table = z.string().regex(/^[A-Za-z_]\w*$/, 'is not a name for a table');
const Column = z.string().min(1);
const Reduction = z.enum(['count', 'sum', 'mean', 'median', 'min', 'max', 'std', 'nunique']);

interface DataTool {
  name: string;
  spec: ToolSpec;
  /** Throws when the arguments are not those the tool takes. */
  toCode(value: unknown): string;
}

function tool<Shape extends z.ZodRawShape>(
  name: string,
  description: string,
  shape: Shape,
  write: (value: z.output<z.ZodObject<Shape>>) => string,
): DataTool {
  const schema = z.object(shape);
  const parameters = z.toJSONSchema(schema, { io: 'input' });
  return { name, spec: { name, description, parameters }, toCode: (value) => write(schema.parse(value)) };
}

/** JSON strings and lists of them are Python literals. */
const py = (value: string | readonly string[]) => JSON.stringify(value);
const show = (table: string) => `print(${table}.shape)\n${table}.head(8)`;

const TOOLS: readonly DataTool[] = [
  tool(
    'load_table',
    'Reads a CSV file of the working directory as a table.',
    { file: z.string(), table: Table },
    ({ file, table }) => `import pandas as pd\n${table} = pd.read_csv(${py(file)})\n${show(table)}`,
  ),
  tool(
    'describe_table',
    'Shows columns, types, missing values and figures of a table.',
    { table: Table },
    ({ table }) =>
      `print(pd.DataFrame({'type': ${table}.dtypes.astype(str), 'missing': ${table}.isna().sum()}).to_string())\n${table}.describe(include='all')`,
  ),
  tool(
    'show_rows',
    'Shows the first rows of a table.',
    { table: Table, rows: z.number().int().min(1).max(100).default(20) },
    ({ table, rows }) => `print(${table}.head(${rows}).to_string())`,
  ),
  tool(
    'filter_rows',
    'Keeps the rows for which a condition in pandas query syntax holds.',
    { table: Table, condition: z.string(), into: Table },
    ({ table, condition, into }) =>
      `${into} = ${table}.query(${py(condition)}, engine='python')\n${show(into)}`,
  ),
  tool(
    'derive_column',
    'Adds a column from an expression over columns in pandas eval syntax.',
    { table: Table, column: Column, expression: z.string() },
    ({ table, column, expression }) =>
      `${table} = ${table}.assign(**{${py(column)}: ${table}.eval(${py(expression)}, engine='python')})\n${show(table)}`,
  ),
  tool(
    'group_rows',
    'Reduces a column within groups to a table with one row a group.',
    { table: Table, by: z.array(Column).min(1), column: Column, function: Reduction, into: Table },
    ({ table, by, column, function: reduction, into }) =>
      `${into} = ${table}.groupby(${py(by)})[${py(column)}].agg(${py(reduction)}).reset_index()\nprint(${into}.head(60).to_string())`,
  ),
  tool(
    'aggregate',
    'Reduces a column to one figure.',
    { table: Table, column: Column, function: Reduction },
    ({ table, column, function: reduction }) =>
      `print('result =', ${table}[${py(column)}].agg(${py(reduction)}))`,
  ),
  tool(
    'count_rows',
    'Counts the rows of a table.',
    { table: Table },
    ({ table }) => `print('result =', len(${table}))`,
  ),
  tool(
    'top_value',
    'The value of a column in the row where another column is largest, or smallest.',
    { table: Table, by: Column, column: Column, largest: z.boolean().default(true) },
    ({ table, by, column, largest }) =>
      `print('result =', ${table}.loc[${table}[${py(by)}].${largest ? 'idxmax' : 'idxmin'}(), ${py(column)}])`,
  ),
  tool(
    'join_tables',
    'Joins two tables on a column that both have.',
    { left: Table, right: Table, on: Column, into: Table },
    ({ left, right, on, into }) => `${into} = ${left}.merge(${right}, on=${py(on)})\n${show(into)}`,
  ),
  tool(
    'correlate',
    'Pearson correlation of two columns.',
    { table: Table, x: Column, y: Column },
    ({ table, x, y }) => `print('result =', ${table}[${py(x)}].corr(${table}[${py(y)}]))`,
  ),
  tool(
    'plot_table',
    'Draws columns of a table.',
    { table: Table, kind: z.enum(['line', 'bar', 'scatter', 'hist']), x: Column, y: Column },
    ({ table, kind, x, y }) =>
      `import matplotlib.pyplot as plt\n${table}.plot(kind=${py(kind)}, x=${py(x)}, y=${py(y)})\nplt.show()`,
  ),
];

export const TOOL_SPECS: readonly ToolSpec[] = TOOLS.map(({ spec }) => spec);

/** What a call does, in Python; a call that cannot be becomes an error that the model reads. */
export function toPython(name: string, args: string): string {
  const found = TOOLS.find((each) => each.name === name);
  if (!found)
    return fail(`There is no tool "${name}". There are: ${TOOLS.map((each) => each.name).join(', ')}.`);
  try {
    return found.toCode(JSON.parse(args || '{}'));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : 'The arguments are not JSON.';
    return fail(`${name}: ${reason}`);
  }
}

function fail(message: string): string {
  return `raise ValueError(${py(message)})`;
}
