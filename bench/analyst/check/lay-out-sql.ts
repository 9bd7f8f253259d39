/** SQL with each inner statement in lines of its own. Texts and names stay as they are. */
export function layOutSql(sql: string): string {
  const tokens =
    sql.match(
      /'(?:[^']|'')*'|"(?:[^"]|"")*"|\(SELECT|[()]| (?:FROM|JOIN|WHERE|GROUP BY|ORDER BY)(?= )|./gs,
    ) ?? [];
  // Of each open bracket whether a statement is in it.
  const open: boolean[] = [];
  let text = '';
  const newLine = () => `\n${'  '.repeat(open.filter(Boolean).length)}`;
  const isOutside = () => open.at(-1) ?? true;
  for (const token of tokens) {
    if (token === '(SELECT') {
      open.push(true);
      text += `(${newLine()}SELECT`;
    } else if (token === '(') {
      open.push(false);
      text += token;
    } else if (token === ')') {
      text += open.pop() ? `${newLine()})` : ')';
    } else if (/^ [A-Z]/.test(token) && isOutside()) {
      text += `${newLine()}${token.trim()}`;
    } else text += token;
  }
  return text;
}
