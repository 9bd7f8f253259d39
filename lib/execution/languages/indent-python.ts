import { parser } from '@lezer/python';

/** Python code one level deeper. Lines that begin inside a string keep their text. */
export function indentPython(source: string): string {
  const inside = new Set<number>();
  parser.parse(source).iterate({
    enter: ({ name, from, to }) => {
      if (name !== 'String' && name !== 'FormatString') return;
      for (let at = source.indexOf('\n', from); at >= 0 && at < to; at = source.indexOf('\n', at + 1))
        inside.add(at + 1);
    },
  });
  let start = 0;
  return source
    .split('\n')
    .map((line) => {
      const isKept = line === '' || inside.has(start);
      start += line.length + 1;
      return isKept ? line : `    ${line}`;
    })
    .join('\n');
}
