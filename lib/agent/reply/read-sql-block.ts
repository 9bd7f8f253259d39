/** A block of SQL in a reply: what it asks, and what its result is called. */
import type { WantedLanguage } from '../../protocol/cells/cell-language.ts';
import type { SqlSources } from '../../session/sql-sources.ts';
import { isPythonName } from '../../util/is-python-name.ts';
import { isTakenInPython } from '../../util/is-taken-in-python.ts';

const LABEL = /^\{?\.?(?:sql|duckdb|postgres(?:ql)?|mysql|mariadb|sqlite)(?=[\s,:}]|$)/i;
const RESULT = /(?:^|[\s,{(])(?:result|name|into|as)\s*[=:]\s*["'`]?([^\s,"'`})]+)/i;
const CONNECTION = /(?:^|[\s,{(])(?:connection|conn|database|db|on)\s*[=:]\s*["'`]?([^\s,"'`})]+)/i;
/** A longer info string or comment is not one, and would be read for long. */
const MAX_LENGTH = 200;

/** Whether a fence with this info string holds SQL; one that is only shown is looked for elsewhere. */
export function isSqlLabel(label: string): boolean {
  return LABEL.test(label.slice(0, MAX_LENGTH));
}

/** `sql result=top connection=sales`, or the same in a comment in the first line; else what can be asked decides. */
export function readSqlBlock(
  label: string,
  source: string,
  sources: SqlSources,
): { readonly language: WantedLanguage } | { readonly problem: string } {
  const [line = ''] = source.trimStart().split('\n', 1);
  const comment = /^(?:--|\/\*)(.*)/.exec(line.slice(0, MAX_LENGTH))?.[1] ?? '';
  const read = (pattern: RegExp) =>
    pattern.exec(label.slice(0, MAX_LENGTH))?.[1] ?? (comment && pattern.exec(comment)?.[1]) ?? '';
  return toSqlLanguage({ connection: read(CONNECTION), resultName: read(RESULT) }, sources);
}

/** Empty words are as none. */
export function toSqlLanguage(
  { connection: asked, resultName }: { readonly connection: string; readonly resultName: string },
  { hasFrames, connections }: SqlSources,
): { readonly language: WantedLanguage } | { readonly problem: string } {
  const only = !hasFrames && connections.length === 1 ? (connections[0] ?? '') : '';
  const connection = asked === '' ? only : asked;
  const known = `The connections are ${connections.join(', ')}.`;
  if (connection === '' && !hasFrames)
    return {
      problem: `It is not said which database this SQL asks, so nothing was run. ${known} Begin the block with \`\`\`sql connection=NAME.`,
    };
  if (connection !== '' && !connections.includes(connection))
    return {
      problem: `There is not a connection ${connection}, so nothing was run. ${connections.length > 0 ? known : 'SQL asks the frames of the kernel here: leave the connection out.'}`,
    };
  const isTaken = isTakenInPython(resultName) || connections.includes(resultName);
  if (resultName !== '' && (!isPythonName(resultName) || isTaken))
    return {
      problem: `The result cannot be called ${resultName}, so nothing was run. Choose another name that Python takes.`,
    };
  return {
    language: {
      name: 'sql',
      ...(connection === '' ? {} : { connection }),
      ...(resultName === '' ? {} : { resultName }),
    },
  };
}
