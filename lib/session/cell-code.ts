/** The code that the kernel runs for a cell: its source, or the Python that a cell of SQL becomes. */
import type { CellLanguage } from '../protocol/cells/cell-language.ts';

/** What a cell says, and in which language. */
export interface CellText {
  readonly source: string;
  readonly language?: CellLanguage | undefined;
}

/** Runs with any Python kernel, also outside the app: a cell of SQL over frames takes only the package duckdb. */
export function readCode({ source, language }: CellText): string {
  if (!language) return source;
  const { connection, resultName } = language;
  const sql = toLiteral(source);
  // `execute` and not `sql`, which wraps the statement: the lines in its errors would not be those of the cell.
  return connection === undefined
    ? `import duckdb\n${resultName} = duckdb.execute(${sql}).df()\n${resultName}`
    : `${resultName} = ${connection}.query(${sql})\n${resultName}`;
}

/** Three quotes, so that SQL is shown as it is and its lines are those of the text. */
function toLiteral(sql: string): string {
  const escaped = sql.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"').replace(/"$/, '\\"');
  return `"""${escaped}"""`;
}

/** Whether both are written in the same language, with the same connection and name. */
export function isSameLanguage(one: CellLanguage | undefined, other: CellLanguage | undefined): boolean {
  return one?.connection === other?.connection && one?.resultName === other?.resultName;
}
