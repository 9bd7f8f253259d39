/** Tables in outputs: how HTML, also hostile, becomes rows, and how rows are copied for other programs. */
import { describe, expect, test } from 'vitest';
import { readTable } from '../../components/render/output/table/read-html-table.ts';
import { nextSorting, sortRows } from '../../components/render/output/table/sort-rows.ts';
import { writeCsv, writeMarkdown, writeTsv } from '../../components/render/output/table/write-table.ts';

const STYLE = `<style scoped>
    .dataframe tbody tr th:only-of-type {
        vertical-align: middle;
    }

    .dataframe thead th {
        text-align: right;
    }
</style>`;

const row = (name: string, ...cells: string[]) =>
  `<tr>\n<th>${name}</th>\n${cells.map((cell) => `<td>${cell}</td>\n`).join('')}</tr>\n`;

/** As pandas' `_repr_html_` writes a frame. */
function frame(names: string[], rows: string[], note = ''): string {
  const head = names.map((name) => `<th>${name}</th>`).join('\n');
  return `<div>\n${STYLE}\n<table border="1" class="dataframe">\n<thead>\n<tr style="text-align: right;">\n${head}\n</tr>\n</thead>\n<tbody>\n${rows.join('')}</tbody>\n</table>\n${note}\n</div>`;
}

const CUT = frame(
  ['', 'city', 'sales'],
  [
    row('0', 'Oslo', '10'),
    row('1', 'Bergen', '9'),
    row('...', '...', '...'),
    row('1203', 'Å &amp; B', 'NaN'),
  ],
  '<p>1204 rows × 2 columns</p>',
);

const MULTI = `<table border="1" class="dataframe"><thead>
<tr><th></th><th></th><th colspan="2" halign="left">A</th></tr>
<tr><th></th><th></th><th>u</th><th>v</th></tr>
<tr><th>l</th><th>n</th><th></th><th></th></tr></thead><tbody>
<tr><th rowspan="2" valign="top">p</th><th>1</th><td>0</td><td>1</td></tr><tr><th>2</th><td>2</td><td>3</td></tr>
<tr><th>q</th><th>1</th><td>4</td><td>5</td></tr></tbody></table>`;

function read(html: string) {
  const table = readTable(html);
  if (!table) throw new Error('No table was read.');
  return table;
}

describe('readTable', () => {
  test('reads a frame, how much of it is shown, and which columns are numbers', () => {
    const table = read(CUT);
    expect(table.total).toEqual({ rows: 1204, columns: 2 });
    expect(table.rows.map(({ isGap }) => isGap)).toEqual([false, false, true, false]);
    expect(table.rows.at(-1)?.cells).toEqual(['1203', 'Å & B', 'NaN']);
    expect(table.columns.map(({ path, isIndex, isNumeric }) => [path.join(), isIndex, isNumeric])).toEqual([
      ['', true, true],
      ['city', false, false],
      ['sales', false, true],
    ]);
  });

  test('dots are data where nothing says that rows were left out', () => {
    const table = read(frame(['', 'a'], [row('0', '...')]));
    expect(table.rows[0]?.isGap).toBe(false);
    expect(table.total).toEqual({ rows: 1, columns: 1 });
  });

  test('a digest gives the length of a table that does not state it', () => {
    const digest = { rows: 900, columns: 1, dtypes: [] };
    expect(readTable(frame(['', 'a'], [row('0', '1')]), digest)?.total.rows).toBe(900);
    expect(readTable(frame(['', 'a'], [row('0', '1')]), { ...digest, rows: 0 })?.total.rows).toBe(1);
  });

  test('several levels of names keep their places', () => {
    const { columns, rows, head } = read(MULTI);
    expect(columns.map(({ path }) => path.join('/'))).toEqual(['l', 'n', 'A/u', 'A/v']);
    expect(columns.map(({ isIndex }) => isIndex)).toEqual([true, true, false, false]);
    expect(rows.map(({ cells, repeats }) => [cells[0], repeats])).toEqual([
      ['p', 0],
      ['p', 1],
      ['q', 0],
    ]);
    expect(head[0]?.[2]).toEqual({ text: 'A', column: 2, colSpan: 2, rowSpan: 1 });
  });

  test('reads what Polars and R write', () => {
    const polars = `<div><style>\n.dataframe > thead > tr,\n.dataframe > tbody > tr {\n  text-align: right;\n  white-space: pre-wrap;\n}\n</style>\n<small>shape: (3_000, 1)</small><table border="1" class="dataframe"><thead><tr><th>a</th></tr><tr><td>str</td></tr></thead><tbody><tr><td>&quot;x&quot;</td></tr><tr><td>&hellip;</td></tr></tbody></table></div>`;
    expect(read(polars).total.rows).toBe(3000);
    const r = `<table class="dataframe">\n<caption>A data.frame: 2 × 1</caption>\n<thead>\n\t<tr><th scope=col>a</th></tr>\n\t<tr><th scope=col>&lt;dbl&gt;</th></tr>\n</thead>\n<tbody>\n\t<tr><td>1</td></tr>\n\t<tr><td>2</td></tr>\n</tbody>\n</table>\n`;
    expect(read(r).columns[0]).toMatchObject({ path: ['a', '<dbl>'], isNumeric: true });
  });

  test.each([
    ['a script', frame(['', 'a'], [row('0', '<script>parent.pwned=1</script>')])],
    ['a picture', frame(['', 'a'], [row('0', '<img src=x onerror=alert(1)>')])],
    ['a link', frame(['', 'a'], [row('0', '<a href="javascript:alert(1)">x</a>')])],
    ['an unclosed cell', '<table><tbody><tr><td>1</tr></tbody></table>'],
    ['a handler', '<table onclick="x()"><tbody><tr><td>1</td></tr></tbody></table>'],
    ['colors', '<table><tbody><tr><td style="background: red">1</td></tr></tbody></table>'],
    [
      'a style that reaches out',
      frame(['', 'a'], [row('0', '1')]).replace('right;', 'right; background: url(//x);'),
    ],
    ['a style of another thing', CUT.replace('.dataframe tbody', 'body')],
    [
      'a Styler',
      '<style type="text/css">\n#T_1 { color: red; }\n</style><table id="T_1"><tbody><tr><td>1</td></tr></tbody></table>',
    ],
    ['two tables', `${MULTI}${MULTI}`],
    ['a table in a cell', `<table><tbody><tr><td>${MULTI}</td></tr></tbody></table>`],
    ['a comment', `<!-- x -->${MULTI}`],
    ['text beside it', `${MULTI}text`],
    ['a ragged row', '<table><tbody><tr><td>1</td><td>2</td></tr><tr><td>1</td></tr></tbody></table>'],
    ['an absurd span', '<table><tbody><tr><td colspan="9999999">1</td></tr></tbody></table>'],
    ['no rows', frame(['', 'a'], [])],
    ['an unknown entity', frame(['', 'a'], [row('0', '&bogus;')])],
    ['something else', '<h1>Hello</h1>'],
    ['an endless tag', `<table ${'a '.repeat(100_000)}`],
    ['deep nesting', '<div>'.repeat(100_000)],
  ])('%s makes it something else', (_, html) => {
    expect(readTable(html)).toBeNull();
  });

  test('markup that is only text stays text', () => {
    expect(read(frame(['', 'a'], [row('0', '&lt;img src=x onerror=alert(1)&gt;')])).rows[0]?.cells[1]).toBe(
      '<img src=x onerror=alert(1)>',
    );
  });

  test('a table of 20,000 rows is read whole', () => {
    const html = frame(
      ['', 'a', 'b'],
      Array.from({ length: 20_000 }, (_, n) => row(`${n}`, `${n * 2}`, 'text')),
    );
    const { rows } = read(html);
    expect(rows).toHaveLength(20_000);
    expect(rows.at(-1)?.cells).toEqual(['19999', '39998', 'text']);
  });
});

describe('sortRows', () => {
  const table = read(
    frame(
      ['', 'n', 's'],
      [
        row('0', '10', 'b'),
        row('1', '9.5', 'a10'),
        row('2', 'NaN', 'a9'),
        row('3', '-1e3', 'None'),
        row('4', '1,200', 'a9'),
      ],
    ),
  );
  const order = (column: number, direction: 'ascending' | 'descending', isNumeric: boolean) =>
    sortRows(table.rows, isNumeric, { column, direction }).map(({ cells }) => cells[0]);

  test('numbers sort by value, missing ones last in both directions', () => {
    expect(table.columns[1]?.isNumeric).toBe(true);
    expect(order(1, 'ascending', true)).toEqual(['3', '1', '0', '4', '2']);
    expect(order(1, 'descending', true)).toEqual(['4', '0', '1', '3', '2']);
  });

  test('text sorts naturally, and equal values keep their order', () => {
    expect(order(2, 'ascending', false)).toEqual(['2', '4', '1', '0', '3']);
  });

  test('the row that marks left-out rows is not sorted', () => {
    const cut = read(CUT);
    expect(
      sortRows(cut.rows, true, { column: 2, direction: 'ascending' }).map(({ cells }) => cells[0]),
    ).toEqual(['1', '0', '1203']);
  });

  test('a column sorts ascending, descending, and back to its original order', () => {
    const up = nextSorting(null, 1);
    const down = nextSorting(up, 1);
    expect([up?.direction, down?.direction, nextSorting(down, 1)]).toEqual(['ascending', 'descending', null]);
    expect(nextSorting(down, 2)).toEqual({ column: 2, direction: 'ascending' });
  });
});

describe('a table for other programs', () => {
  const awkward = read(
    frame(['', 'a,b', 'c'], [row('0', 'say &quot;hi&quot;', ' x'), row('1', 'two\nlines', 'p|q')]),
  );

  test('CSV quotes what must be quoted', () => {
    expect(writeCsv(awkward)).toBe(',"a,b",c\n0,"say ""hi""",x\n1,"two\nlines",p|q\n');
  });

  test('CSV leaves out rows that only mark left-out ones, and joins levels of names', () => {
    expect(writeCsv(read(CUT))).toBe(',city,sales\n0,Oslo,10\n1,Bergen,9\n1203,Å & B,NaN\n');
    expect(writeCsv(read(MULTI))).toBe('l,n,A / u,A / v\np,1,0,1\np,2,2,3\nq,1,4,5\n');
  });

  test('Markdown keeps the columns and aligns numbers', () => {
    expect(writeMarkdown(awkward)).toBe(
      '|  | a,b | c |\n| ---: | --- | --- |\n| 0 | say "hi" | x |\n| 1 | two lines | p\\|q |\n',
    );
  });

  test('tabs and line ends cannot move a cell', () => {
    expect(writeTsv(awkward)).toBe('\ta,b\tc\n0\tsay "hi"\tx\n1\ttwo lines\tp|q');
  });
});

test('HTML made to be read forever, or to fill the memory, is not a table', () => {
  const rule = 'text-align:a      '.repeat(1_000);
  const table = '<table><tbody><tr><td>1</td></tr></tbody></table>';
  expect(readTable(`<style>.dataframe{${rule}!}</style>${table}`)).toBeNull();
  const wide = (tag: string, rows: number) => `<tr>${`<th rowspan="${rows}">a</th>`.repeat(900)}</tr>${tag}`;
  const many = '<tr></tr>'.repeat(99_999);
  expect(readTable(`<table><tbody>${wide(many, 100_000)}</tbody></table>`)).toBeNull();
  expect(
    readTable(`<table><thead>${wide(many, 100_000)}</thead><tbody>${wide('', 1)}</tbody></table>`),
  ).toBeNull();
});

test('rules of several declarations are plain, with or without a last semicolon', () => {
  const style =
    '<style>.dataframe > thead > tr { text-align: right; white-space: pre-wrap; } .dataframe td{text-align:left}</style>';
  expect(readTable(`<div>${style}<table><tbody><tr><td>1</td></tr></tbody></table></div>`)).not.toBeNull();
});
