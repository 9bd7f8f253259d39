/** Exported pages and Markdown: complete, and inert whatever the outputs hold. */
import { expect, test } from 'vitest';
import { exportMarkdown } from '../../../lib/export/export-markdown.ts';
import { exportHtml } from '../../../lib/export/html/export-html.ts';
import type { NotebookCell } from '../../../lib/session/notebook/to-notebook.ts';
import { blankPng } from '../../helpers/made-png.ts';

const PNG = 'iVBORw0KGgo=';
const show = (data: Record<string, unknown>) => ({ output_type: 'display_data', data, metadata: {} });
const cell = (source: string, ...outputs: Record<string, unknown>[]): NotebookCell => ({
  id: 'a',
  cell_type: 'code',
  source,
  metadata: {},
  execution_count: 1,
  outputs,
});
const note = (source: string): NotebookCell => ({ id: 'n', cell_type: 'markdown', source, metadata: {} });
const notebook = (...cells: NotebookCell[]) => ({
  nbformat: 4 as const,
  nbformat_minor: 5 as const,
  cells,
  metadata: { language_info: { name: 'python' } },
});
const toPage = (...cells: NotebookCell[]) =>
  exportHtml(notebook(...cells), { title: 'A & B', tokens: ':root{}' });
const toBody = (...cells: NotebookCell[]) => toPage(...cells).split('<main>')[1] ?? '';

test('a page holds code, text with colors, tables, pictures, formulas and words', () => {
  const body = toBody(
    note('# Sales\n\n| a |\n|---|\n| 1 |\n\nThe sum is $x^2$ and \\(y\\); it costs $5.'),
    cell('def f(): return "<b>"', { output_type: 'stream', name: 'stdout', text: '\x1b[31mred\x1b[0m <i>' }),
    cell('df', show({ 'text/html': '<table><tr><th scope="col">n</th><td colspan="2">5</td></tr></table>' })),
    cell('plot', show({ 'image/png': `${PNG}\n`, 'text/plain': '<Figure>' })),
    cell('retina', {
      ...show({ 'image/png': PNG }),
      metadata: { 'image/png': { width: 320, height: 200 } },
    }),
    cell('svg', show({ 'image/svg+xml': '<svg onload="evil()"/>' })),
    cell('1/0', { output_type: 'error', ename: 'E', evalue: 'v', traceback: ['\x1b[1;31mE\x1b[0m: v'] }),
  );
  expect(body).toContain('<h1>A &amp; B</h1>');
  expect(body).toMatch(/<td>1<\/td>[\s\S]*<math[^>]*>[\s\S]*<msup>[\s\S]*it costs \$5\./);
  expect(body).toContain('<span style="color:var(--ansi-red)">red</span> &lt;i&gt;');
  expect(body).toContain('<th scope="col">n</th><td colspan="2">5</td>');
  expect(body).toContain(`<img class="image" src="data:image/png;base64,${PNG}" alt="&lt;Figure&gt;">`);
  expect(body).toContain('alt="Output" width="320" height="200">');
  expect(body).toContain('src="data:image/svg+xml;base64,');
  expect(body).toContain('<span style="color:var(--ansi-red);font-weight:600">E</span>: v');
  expect(body).toContain('<span class="tok-keyword">def</span>');
});

test('the work behind an answer is folded, and a title is not said twice', () => {
  const of = (role: string, each: NotebookCell, workLength?: number): NotebookCell => ({
    ...each,
    metadata: { actbook: { role, workLength, workFacts: workLength ? `${workLength - 1} < 2` : undefined } },
  });
  const body = toBody(
    of('task', note('### Task\n\nA & B\n\nData: `x.csv`')),
    of('answer', note('Two.')),
    of('work', note('### Work'), 2),
    of('thought', note('First.')),
    of('code', cell('1 + 1')),
    of('code', cell('mine')),
    of('work', note('### Work'), 1),
    of('code', cell('last')),
  );
  const parts = body.replaceAll(/<(?!\/?details|\/?summary)[^>]*>|\s+/g, ' ').replaceAll(/ +/g, ' ');
  expect(parts.split('</main>')[0]?.trim()).toMatch(
    /^A &amp; B Data: x\.csv Two\. <details class="work"><summary>Work 1 &lt; 2 <\/summary> First\. In \[1\] 1 \+ 1 <\/details> In \[1\] mine <details class="work"><summary>Work 0 &lt; 2 <\/summary> In \[1\] last <\/details>/,
  );
});

test('a question that is longer than its title is there whole', () => {
  const body = toBody({
    ...note('### Task\n\nA & B, sorted by C?'),
    metadata: { actbook: { role: 'task' } },
  });
  expect(body).toContain('B, sorted by C?</p>');
});

test('where a chart is not drawn, its picture is there, or words and the data of a small one', () => {
  const figure = {
    data: [{ type: 'bar', x: ['A', 'B|'], y: { dtype: 'i2', bdata: 'AwABAA==' }, name: 'units <b>' }],
    layout: { title: { text: 'Units' }, xaxis: { title: { text: 'plant' } } },
  };
  const drawn = cell('px.bar(df)', show({ 'application/vnd.plotly.v1+json': figure }));
  expect(toBody(drawn)).toMatch(/Plotly chart\. Open the notebook[\s\S]*Units[\s\S]*plant/);
  expect(toBody(drawn)).toContain('<td>units &lt;b&gt;</td><td>A</td><td>3</td>');
  expect(toBody(drawn)).not.toContain('<b>');
  const text = exportMarkdown(notebook(drawn));
  expect(text).toContain('Plotly chart. Open the notebook in Actbook, or export it as HTML');
  expect(text).toContain('| series | plant | y |\n| --- | --- | --- |\n| units \\<b\\> | A | 3 |');
  expect(text).toContain('| units \\<b\\> | B\\| | 1 |');
  const both = cell('', show({ 'application/vnd.plotly.v1+json': figure, 'image/png': PNG }));
  expect(exportMarkdown(notebook(both))).toContain('![Output][picture-1]');
  expect(exportMarkdown(notebook(both))).not.toContain('| plant |');
});

test.each([
  { data: [{ x: { dtype: 'f8', bdata: '*' }, y: [1] }] },
  { data: [{ x: { dtype: 'f8', bdata: 'A'.repeat(4000) }, y: [1] }] },
  { data: [{ x: [1, 2], y: { dtype: 'constructor', bdata: 'AAAA' } }] },
  { data: 5 },
  [],
])('the data of an odd or long chart are not listed: %j', (figure) => {
  const body = toBody(cell('', show({ 'application/vnd.plotly.v1+json': figure })));
  expect(body).toContain('Plotly chart.');
  expect(body).not.toContain('<table');
});

test.each([
  '<script>evil()</script><p onclick="evil()" style="position:fixed" id="x" class="y">kept</p>',
  '<img src="https://evil.example/x.png" onerror="evil()"><a href="javascript:evil()">kept</a>',
  '<iframe srcdoc="<script>evil()</script>"></iframe><p>kept</p>',
  '<form action="https://evil.example"><input><button>evil()</button></form><p>kept</p>',
  '<svg><script>evil()</script><foreignObject><p>evil()</p></foreignObject></svg><p>kept</p>',
  '<style>body{display:none} @import "https://evil.example"</style><p>kept</p>',
  '<math><annotation-xml encoding="text/html"><img src=x onerror="evil()"></annotation-xml></math>kept',
  '<base href="https://evil.example"><meta http-equiv="refresh" content="0;url=https://evil.example"><p>kept</p>',
  '<p>kept</p><noscript><p title="</noscript><img src=x onerror=evil()>">',
  '<a href="data:text/html,<script>evil()</script>">kept</a><img src="data:image/svg+xml;base64,AAAA">',
  '<a href="/api/runs">kept</a><a href="//evil.example">b</a><a href=" jav&#x09;ascript:evil()">c</a>',
  '<a href="https://e.example" target="_self" rel="opener" class="level-1" id="x" name="y">kept</a>',
  '<math><mtext><table><mglyph><style><img src=x onerror="evil()"></style></mglyph></table></mtext></math>kept',
  '<xmp><script>evil()</script></xmp><noembed><iframe src="https://evil.example"></noembed><p>kept</p>',
  '<h1 class="cell answer" style="position:fixed">kept</h1><h2 id="x" onclick="evil()">b</h2>',
])('hostile HTML is inert: %s', (html) => {
  for (const output of [show({ 'text/html': html }), show({ 'text/markdown': html })]) {
    // Cells of the page have ids, which numbers of answers lead to.
    const body = toBody(cell('', output)).replace(' id="cell-a"', '');
    expect(body).not.toMatch(/<(?:script|iframe|form|input|button|svg|style|base|meta|object|embed|link)\b/i);
    expect(body).not.toMatch(/ (?:on\w+|style|id|srcdoc|action)=/i);
    expect(body).not.toMatch(/(?:href|src)="(?!data:image\/png|https?:)/i);
    expect(body).not.toMatch(
      /target="(?!_blank)|rel="(?!noopener noreferrer nofollow)|<h\d class="(?!level-)/i,
    );
  }
  if (!/<(?:script|iframe)/.test(html))
    expect(toBody(cell('', show({ 'text/html': html })))).toContain('kept');
});

test('links open elsewhere, headings keep their look below the title, remote pictures are their description', () => {
  const html = '<h1>One</h1><h5>Five</h5><a href="HTTPS://e.example/a b?x=1&y" title="t">link</a>';
  const images = '<img src="https://e.example/x.png" alt="a <b>"><img src="x.png">';
  expect(toBody(cell('', show({ 'text/html': html + images })))).toContain(
    '<h2 class="level-1">One</h2><h3 class="level-5">Five</h3><a title="t" href="https://e.example/a%20b?x=1&#x26;y" target="_blank" rel="noopener noreferrer nofollow">link</a><em>Image: a &#x3C;b></em><span></span>',
  );
});

test('a title, a language and a picture cannot leave their places', () => {
  const page = exportHtml(
    { ...notebook(cell('x', show({ 'image/png': '"><script>evil()</script>', 'text/plain': 'plain' }))) },
    { title: '</title><script>evil()</script>', tokens: '', facts: '<script>evil()</script>' },
  );
  expect(page).not.toContain('<script');
  expect(page).toContain('plain');
  expect(page).toMatch(/Content-Security-Policy" content="default-src 'none'/);
});

test('Markdown keeps words, code, text and pictures, these at its end', () => {
  const attached = { ...note('![](attachment:a.png)'), attachments: { 'a.png': { 'image/png': PNG } } };
  const text = exportMarkdown(
    notebook(
      note('# Sales'),
      attached,
      cell('print("```")', { output_type: 'stream', name: 'stdout', text: '\x1b[31mred\x1b[0m\n' }),
      cell('df', show({ 'text/html': '<table></table>', 'text/plain': '  n\n0 1' })),
      cell('plot', show({ 'image/png': `${PNG}A` })),
    ),
  );
  expect(text).toBe(
    `# Sales\n\n![][picture-1]\n\n\`\`\`\`python\nprint("\`\`\`")\n\`\`\`\`\n\n\`\`\`text\nred\n\`\`\`\n\n\`\`\`python\ndf\n\`\`\`\n\n\`\`\`text\n  n\n0 1\n\`\`\`\n\n\`\`\`python\nplot\n\`\`\`\n\n![Output][picture-2]\n\n[picture-1]: <data:image/png;base64,${PNG}>\n[picture-2]: <data:image/png;base64,${PNG}A>\n`,
  );
});

test('an attached picture is found under the name in its link, as it is or percent-encoded', () => {
  const names = ['my plot (1).png', '100%.png', '%41.png'];
  const attached = {
    ...note('![a](attachment:my%20plot%20(1).png) ![b](attachment:100%.png) ![c](attachment:%41.png)'),
    attachments: Object.fromEntries(names.map((name, at) => [name, { 'image/png': `${PNG}${at}` }])),
  };
  const images = names.map((_, at) => `data:image/png;base64,${PNG}${at}`);
  expect([...toBody(attached).matchAll(/src="(data:[^"]*)/g)].map(([, url]) => url)).toEqual(images);
  expect([...exportMarkdown(notebook(attached)).matchAll(/<(data:.*)>/g)].map(([, url]) => url)).toEqual(
    images,
  );
  expect(toBody(note('![d](attachment:%zz.png)'))).not.toContain('data:');
});

test('an object whose text says nothing is written as what it shows', () => {
  const style = '<style type="text/css">#T_1_row0_col0 { color: red; }</style>';
  const head =
    '<table id="T_1"><thead><tr><th class="blank level0" >&nbsp;</th><th id="T_1_a" class="col_heading" >a</th></tr></thead>';
  const rows =
    '<tbody><tr><th class="row_heading" >0</th><td id="T_1_row0_col0" class="data" >x</td></tr></tbody></table>';
  const styler = '<pandas.io.formats.style.Styler at 0x7ffa10>';
  const write = (html: string, plain: string) =>
    exportMarkdown(notebook(cell('', show({ 'text/html': html, 'text/plain': plain }))));
  expect(write(`${style}\n${head}${rows}`, styler)).toBe('|  | a |\n| --- | --- |\n| 0 | x |\n');
  const object = '<IPython.core.display.HTML object>';
  expect(write('<h1>Sold</h1><p>12 <b>units</b></p>', object)).toBe('```text\nSold\n12 units\n```\n');
  const unseen = 'An output of type text/html is not shown here. The notebook file (.ipynb) has it.';
  expect(write('<svg></svg>', object)).toContain(unseen);
  expect(write('<script>draw()</script>', object)).toContain(unseen);
});

test('a table of an answer scrolls in its own box, and only columns of numbers are aligned as such', () => {
  const body = toBody(
    note(
      '| day | who | sold | share |\n|-|-|-|-|\n| 2024-05-01 | Ada | 1,200 | 3.5% |\n| 02.05.2024 | Bo | – | €4 |',
    ),
  );
  expect(body).toMatch(/<div class="table" role="group" aria-label="Table" tabindex="0"><table>/);
  expect(body.match(/<t[hd] class="text">[^<]*/g)?.map((each) => each.split('>')[1])).toEqual([
    'day',
    'who',
    '2024-05-01',
    'Ada',
    '02.05.2024',
    'Bo',
  ]);
});

test('what is nested deeper than the stack is plain text, and costs the page nothing else', () => {
  const html = '<div>'.repeat(10_000);
  const body = toBody(cell('a', show({ 'text/html': html, 'text/plain': 'deep' })), note('after'));
  expect(body).toContain('<pre>deep</pre>');
  expect(body).toContain('<p>after</p>');
});

test('a fence is longer than any of very many runs of backticks', () => {
  expect(exportMarkdown(notebook(cell('` '.repeat(250_000))))).toMatch(/^```python\n/);
});

const UNDRAWN: [name: string, cell: NotebookCell, part: string][] = [
  ['a formula', cell('', show({ 'text/latex': 'x+'.repeat(150_000) })), 'x+x+x+'],
  ['a table', note(`| a | b |\n| - | - |\n${'| 1 | 2 |\n'.repeat(12_600)}`), '| 1 | 2 |'],
  [
    'a picture whose parts repeat',
    cell('', show({ 'image/svg+xml': nestParts(8) })),
    '&lt;use href=&quot;#p7&quot;/&gt;',
  ],
  ['HTML', cell('', show({ 'text/html': `<i>${'a'.repeat(2_100_000)}</i>` })), '&lt;i&gt;aaa'],
];

/** Each level draws the one before ten times. */
function nestParts(levels: number): string {
  const groups = Array.from(
    { length: levels },
    (_, level) => `<g id="p${level + 1}">${`<use href="#p${level}"/>`.repeat(10)}</g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg"><circle id="p0" r="1"/>${groups.join('')}</svg>`;
}

test.each(UNDRAWN)('%s that would hold up the page is there as text', (_, undrawn, part) => {
  const body = toBody(undrawn, note('*after*'));
  expect(body).toMatch(/Shown as text: drawing [\d.]+[KM] characters could slow this page down\./);
  expect(body).toContain(part);
  expect(body).toContain('<em>after</em>');
  expect(body).not.toMatch(/<math|<table|<i>|<img/);
});

test('a picture that is not drawn can be saved', () => {
  const svg = toBody(cell('', show({ 'image/svg+xml': nestParts(8) })));
  expect(svg).toContain('<a download="picture.svg" href="data:image/svg+xml;base64,');
  const png = toBody(cell('', show({ 'image/png': blankPng(16_000) })));
  expect(png).toContain('Not drawn: a picture of 16K × 16K pixels');
  expect(png).toContain('<a download="picture.png" href="data:image/png;base64,');
});

const CUT = (size: string) =>
  `<table border="1" class="dataframe"><thead><tr><th></th><th>a</th><th>...</th><th>z$</th></tr></thead><tbody>
<tr><th>0</th><td>1</td><td>...</td><td>|</td></tr><tr><th>...</th><td>...</td><td>...</td><td>...</td></tr>
<tr><th>9</th><td>3</td><td>...</td><td>4</td></tr></tbody></table>${size}`;

test.each([
  ['<p>5000 rows × 41 columns</p>', '2 of 5,000 rows and 2 of 41 columns are kept.'],
  ['', 'Some rows or columns are left out.'],
])('a table that is cut says so: %s', (size, words) => {
  const cut = cell('df', show({ 'text/html': `<div>${CUT(size)}</div>`, 'text/plain': '  a' }));
  expect(toBody(cut)).toContain(`<p class="facts left">${words}</p>`);
  expect(toBody(cut)).not.toContain('5000 rows');
  expect(exportMarkdown(notebook(cut))).toContain(
    `|  | a | ... | z\\$ |\n| --- | --- | --- | --- |\n| 0 | 1 | ... | \\| |\n| ... | ... | ... | ... |\n| 9 | 3 | ... | 4 |\n\n${words}\n`,
  );
});

test('Markdown shows a picture at the size that it asks for', () => {
  const retina = { ...show({ 'image/png': PNG }), metadata: { 'image/png': { width: 320, height: 200 } } };
  expect(exportMarkdown(notebook(cell('plot', retina)))).toContain(
    `<img src="data:image/png;base64,${PNG}" alt="Output" width="320">`,
  );
});

test('an output that no file can show is named', () => {
  const sound = cell('', show({ 'audio/wav': 'UklGRg==' }));
  const words = 'An output of type audio/wav is not shown here. The notebook file (.ipynb) has it.';
  expect(toBody(sound)).toContain(words);
  expect(exportMarkdown(notebook(sound))).toContain(words);
  const program = cell('', show({ 'text/html': '<script>draw()</script>' }));
  expect(toBody(program)).toContain('An output of type text/html is not shown here.');
  expect(toBody(cell('', show({ 'application/javascript': 'load()' })))).not.toContain('not shown');
});

test('a wide table is printed in parts of a size that can be read, without losing a column', () => {
  const write = (columns: number) => {
    const names = Array.from({ length: columns }, (_, at) => `<th>column ${at + 1}</th>`).join('');
    const cells = '<td>1234.56</td>'.repeat(columns);
    const table = `<table><thead><tr><th></th>${names}</tr></thead><tbody><tr><th>row</th>${cells}</tr></tbody></table>`;
    return toBody(cell('', show({ 'text/html': table })));
  };
  const [, parts = ''] = write(20).split('<div class="parts">');
  expect(write(20)).toContain('<div class="output" data-parts');
  expect(parts.match(/<p class="facts">[^<]+/g)).toEqual([
    '<p class="facts">Part 1 of 2: columns column 1 to column 11.',
    '<p class="facts">Part 2 of 2: columns column 12 to column 20.',
  ]);
  for (let at = 1; at <= 20; at++) expect(parts.split(`>column ${at}<`)).toHaveLength(2);
  expect(parts.match(/<td>1234\.56/g)).toHaveLength(20);
  expect(parts.match(/<th scope="row">row/g)).toHaveLength(2);
  expect(parts).not.toContain('<th scope="col"></th>');
  // One that fits with a little less is printed whole.
  const fitting = write(12);
  expect(fitting).toMatch(/ style="--print-size: 1[01]\.\d/);
  expect(fitting).not.toContain('class="parts"');
  expect(write(5)).not.toMatch(/--print-size|parts/);
});
