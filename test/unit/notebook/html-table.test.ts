/** Tables of notebooks made elsewhere: what is read of their HTML, also of hostile one. */
import { describe, expect, test } from 'vitest';
import { readHtmlTable } from '../../../components/render/output/table/read-html-table.ts';
import { nameColumn } from '../../../components/render/table/source/table.ts';
import { describePart } from '../../../lib/notebook/html-table/describe-size.ts';

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
  const table = readHtmlTable(html);
  if (!table) throw new Error('No table was read.');
  return table;
}

describe('readHtmlTable', () => {
  test('reads a frame, how much of it is left and from where, and which columns are numbers', () => {
    const table = read(CUT);
    expect(table.total).toEqual({ rows: 1204, columns: 2 });
    // The row of dots is none; what comes after it is the end.
    expect(table.places).toEqual([0, 1, 1203]);
    expect(table.rows.at(-1)).toEqual([1203, 'Å & B', null]);
    expect(table.columns.map(({ at, path, kind }) => [at, path.join(), kind])).toEqual([
      [-1, '', 'number'],
      [0, 'city', 'text'],
      [1, 'sales', 'number'],
    ]);
  });

  test('columns that were left out are counted, and those after them count from the end', () => {
    const rows = [row('0', '1', '...', '2'), row('1', '3', '...', '4')];
    const table = read(frame(['', 'a', '...', 'z'], rows, '<p>2 rows × 41 columns</p>'));
    expect(table.columns.map(({ at }) => at)).toEqual([-1, 0, 40]);
    expect(describePart({ rows: table.rows.length, columns: 2 }, table.total)).toBe('2 of 41 columns');
  });

  test('dots are data where nothing says that rows were left out', () => {
    const table = read(frame(['', 'a'], [row('0', '...')]));
    expect([table.rows, table.total]).toEqual([[[0, '...']], { rows: 1, columns: 1 }]);
  });

  test('a digest gives the length of a table that does not state it', () => {
    const digest = { rows: 900, columns: 1, dtypes: [] };
    expect(readHtmlTable(frame(['', 'a'], [row('0', '1')]), digest)?.total.rows).toBe(900);
    expect(readHtmlTable(frame(['', 'a'], [row('0', '1')]), { ...digest, rows: 0 })?.total.rows).toBe(1);
  });

  test('several levels of names keep their places', () => {
    const { columns, rows } = read(MULTI);
    expect(columns.map(nameColumn)).toEqual(['l', 'n', 'A / u', 'A / v']);
    expect(columns.map(({ at }) => at)).toEqual([-1, -2, 0, 1]);
    expect(rows).toEqual([
      ['p', 1, 0, 1],
      ['p', 2, 2, 3],
      ['q', 1, 4, 5],
    ]);
  });

  test('reads what Polars and R write', () => {
    const polars = `<div><style>\n.dataframe > thead > tr,\n.dataframe > tbody > tr {\n  text-align: right;\n  white-space: pre-wrap;\n}\n</style>\n<small>shape: (3_000, 1)</small><table border="1" class="dataframe"><thead><tr><th>a</th></tr><tr><td>str</td></tr></thead><tbody><tr><td>&quot;x&quot;</td></tr><tr><td>&hellip;</td></tr></tbody></table></div>`;
    expect(read(polars).total.rows).toBe(3000);
    const r = `<table class="dataframe">\n<caption>A data.frame: 2 × 1</caption>\n<thead>\n\t<tr><th scope=col>a</th></tr>\n\t<tr><th scope=col>&lt;dbl&gt;</th></tr>\n</thead>\n<tbody>\n\t<tr><td>1</td></tr>\n\t<tr><td>2</td></tr>\n</tbody>\n</table>\n`;
    expect(read(r).columns[0]).toMatchObject({ path: ['a', '<dbl>'], kind: 'number' });
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
    expect(readHtmlTable(html)).toBeNull();
  });

  test('markup that is only text stays text', () => {
    expect(read(frame(['', 'a'], [row('0', '&lt;img src=x onerror=alert(1)&gt;')])).rows[0]?.[1]).toBe(
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
    expect(rows.at(-1)).toEqual([19999, 39998, 'text']);
  });
});

test('HTML made to be read forever, or to fill the memory, is not a table', () => {
  const rule = 'text-align:a      '.repeat(1_000);
  const table = '<table><tbody><tr><td>1</td></tr></tbody></table>';
  expect(readHtmlTable(`<style>.dataframe{${rule}!}</style>${table}`)).toBeNull();
  const wide = (tag: string, rows: number) => `<tr>${`<th rowspan="${rows}">a</th>`.repeat(900)}</tr>${tag}`;
  const many = '<tr></tr>'.repeat(99_999);
  expect(readHtmlTable(`<table><tbody>${wide(many, 100_000)}</tbody></table>`)).toBeNull();
  expect(
    readHtmlTable(`<table><thead>${wide(many, 100_000)}</thead><tbody>${wide('', 1)}</tbody></table>`),
  ).toBeNull();
});

test('rules of several declarations are plain, with or without a last semicolon', () => {
  const style =
    '<style>.dataframe > thead > tr { text-align: right; white-space: pre-wrap; } .dataframe td{text-align:left}</style>';
  expect(
    readHtmlTable(`<div>${style}<table><tbody><tr><td>1</td></tr></tbody></table></div>`),
  ).not.toBeNull();
});
