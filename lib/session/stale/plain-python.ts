/** IPython's own syntax taken out of a cell, so that what is left is Python with the same lines. */

/** A line that IPython reads itself, as it was written, from `!`, `%` or `?` on. */
export interface PlainPython {
  readonly source: string;
  /** Commands of the lines that were replaced, e.g. `!pip install x` or `%time f()`, in order. */
  readonly magics: readonly string[];
}

/** Cell magics under which the rest of the cell is still Python. */
const PYTHON_CELL_MAGIC = /^%%(?:time|timeit|capture|prun|python|python3|pypy)\b/;
/** Line magics whose rest is Python. */
const PYTHON_MAGIC = /^%(?:time|timeit|prun|memit|mprun|lprun)\s+/;
const LINE = /^(\s*)((?:[\p{XID_Continue}.,[\]"' \t]+=\s*)?)([!%].*|\?.*)$/u;

/** Lines inside a string that look like magics are taken for such. */
export function toPlainPython(cell: string): PlainPython {
  const lines = cell.split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  const head = lines[first]?.trim() ?? '';
  if (head.startsWith('%%')) {
    const rest = lines.slice(first + 1).join('\n');
    if (!PYTHON_CELL_MAGIC.test(head)) return { source: '', magics: [`${head}\n${rest}`] };
    const plain = toPlainPython(rest);
    return {
      source: `${'\n'.repeat(first + 1)}${plain.source}`,
      magics: [head, ...plain.magics],
    };
  }
  const magics: string[] = [];
  const plain = lines.map((line) => {
    const [, indent = '', target = '', magic] = LINE.exec(line) ?? [];
    if (magic === undefined) return line;
    magics.push(magic);
    const code = PYTHON_MAGIC.test(magic) ? magic.replace(PYTHON_MAGIC, '') : target === '' ? 'pass' : 'None';
    return `${indent}${target}${code}`;
  });
  return { source: plain.join('\n'), magics };
}
