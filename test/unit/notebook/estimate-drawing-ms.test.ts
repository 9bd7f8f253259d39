/** How long a page is busy with a value: known before it is drawn, never far below what was measured (decision 42). */
import { expect, test } from 'vitest';
import {
  type DrawnValue,
  estimateDrawingMs,
  MAX_DRAWING_MS,
} from '../../../lib/notebook/drawing-time/estimate-drawing-ms.ts';
import { estimateMarkdownMs } from '../../../lib/notebook/drawing-time/estimate-markdown-ms.ts';
import { estimateSvgMs } from '../../../lib/notebook/drawing-time/estimate-svg-ms.ts';
import { expectQuick } from '../../helpers/expect-quick.ts';

const toValue = (mimeType: string, text: string, more: Partial<DrawnValue> = {}): DrawnValue => ({
  mimeType,
  text,
  length: text.length,
  ...more,
});

const nestUses = (levels: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg"><circle id="a0" r="9"/>${Array.from(
    { length: levels },
    (_, level) => `<g id="a${level + 1}">${`<use href="#a${level}"/>`.repeat(10)}</g>`,
  ).join('')}</svg>`;

const row = '| row | 12 |\n';

const styles = (select: (n: number) => string) =>
  Array.from({ length: 500 }, (_, n) => `${select(n)}{fill:red}`).join('');

const has = styles((n) => `g:has(~ a${n})`);

test.each([
  ['a paragraph', toValue('text/markdown', 'Plain words. '.repeat(200))],
  ['a formula', toValue('text/latex', '\\frac{x^2}{y_1}')],
  ['a table of 100 rows', toValue('text/markdown', `| a | b |\n| - | - |\n${row.repeat(100)}`)],
  ['a plot as SVG', toValue('image/svg+xml', `<svg>${'<path d="M0 0L1 1"/>'.repeat(5_000)}</svg>`)],
  ['a photo', toValue('image/jpeg', '', { size: { width: 6_000, height: 4_000 } })],
  ['a table in HTML', toValue('text/html', '<table></table>'.repeat(1_000))],
  ['a chart of 5 MB', toValue('application/vnd.plotly.v1+json', '', { length: 5_000_000 })],
  ['text, which is drawn piece by piece', toValue('text/plain', 'x'.repeat(10_000_000))],
  ['a type that nobody draws', toValue('audio/wav', '', { length: 10 ** 9 })],
])('%s is drawn at once', (_, value) => {
  expect(estimateDrawingMs(value)).toBeLessThanOrEqual(MAX_DRAWING_MS);
});

// With the longest task that was measured, milliseconds.
test.each([
  ['a formula of 300,000 characters', 10_000, toValue('text/latex', 'x'.repeat(300_000))],
  ['a formula of 20,000 characters', 1_200, toValue('text/markdown', `$$${'x'.repeat(20_000)}$$`)],
  ['SVG, eight levels of use', 60_000, toValue('image/svg+xml', nestUses(8))],
  ['SVG, five levels of use', 2_000, toValue('image/svg+xml', nestUses(5))],
  ['40,000 marks in a paragraph', 49_000, toValue('text/markdown', '*a_'.repeat(20_000))],
  ['500 nested items', 1_800, toValue('text/markdown', nestItems(500))],
  ['5,000 formulas', 1_500, toValue('text/markdown', '$x$ '.repeat(5_000))],
  [
    'a table of 126,000 characters',
    800,
    toValue('text/markdown', `| a | b |\n| - | - |\n${row.repeat(9_700)}`),
  ],
  ['16,000 × 16,000 pixels', 1_000, toValue('image/png', '', { size: { width: 16_000, height: 16_000 } })],
  ['a word of 100,000 letters', 4_000, toValue('text/markdown', 'x'.repeat(100_000))],
  ['macros that multiply', 1_000, toValue('text/latex', `\\def\\a{${'x'.repeat(200)}}${'\\a'.repeat(100)}`)],
])('%s waits: at least %i ms', (_, leastMs, value) => {
  expect(estimateDrawingMs(value)).toBeGreaterThan(Math.max(leastMs, MAX_DRAWING_MS));
});

function nestItems(depth: number): string {
  return Array.from({ length: depth }, (_, level) => `${'  '.repeat(level)}- item`).join('\n');
}

test.each([
  ['entities', '<!DOCTYPE svg [<!ENTITY a "x">]><svg/>'],
  ['a picture in the picture', '<svg><image href="data:image/svg+xml;base64,AAAA"/></svg>'],
  ['references by style sheet', '<svg><style>a { fill: url(#b) }</style></svg>'],
  ['names with escapes', '<svg><use href="#a&#98;"/></svg>'],
  ['500 rules with :has', `<svg><style>${styles((n) => `:has(a${n})`)}</style></svg>`],
  ['a rule with :is in CDATA', '<svg><style><![CDATA[ < {} g:is(a b){fill:red} ]]></style></svg>'],
  ['a reference in a selector', '<svg><style>g&#58;not(a){fill:red}</style></svg>'],
  ['a comment in a selector', '<svg><style>g:/**/has(a){fill:red}</style></svg>'],
  ['a rule in an at-rule', '<svg><style>@media all{g:nth-child(1 of a){fill:red}}</style></svg>'],
  ['a rule in a rule', '<svg><style>g{a{fill:red}}</style></svg>'],
  ['a prefix', '<s:svg><s:style>g:has(a){fill:red}</s:style></s:svg>'],
  ['a style sheet elsewhere', '<?xml-stylesheet href="data:text/css,a:has(b){}"?><svg/>'],
  ['a quote in an instruction', `<svg><?x ' ?><style>${has}</style></svg>`],
  ['what looks like a comment in an address', `<svg><style>@namespace q url(/*);${has}</style></svg>`],
  ['a string that a newline ends', `<svg><style>x"&#13;{} ${has} y"{}</style></svg>`],
  ['a selector around a comment', '<svg><style>g:h<!-- -->as(a){fill:red}</style></svg>'],
  ['a selector around an element', '<svg><style>g:<a> </a>has(a){fill:red}</style></svg>'],
  ['a selector with an escape', '<svg><style>g:h\\61s(a){fill:red}</style></svg>'],
  [
    'names of characters of XHTML',
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" ""><svg><style>g&colon;has&lpar;a){}</style></svg>',
  ],
  ['another encoding', `<?xml version="1.0" encoding="ISO-2022-JP"?><svg/>`],
  ['a linked style sheet', '<svg><h:link rel="style&#115;heet" href="data:text/css,g:has(a){}"/></svg>'],
  ['a brace in brackets', '<svg><style>g{fill:(});a{fill:red}}</style></svg>'],
  ['rules of a scope', '<svg><style>@scope{a{fill:red}}</style></svg>'],
  ['a name with a percent sign', '<svg><g id="a"/><use href="#%61"/></svg>'],
  ['a name with a backslash', '<svg><g id="a"/><g style="fill:u\\rl(#a)"/></svg>'],
  [
    'parts that refer to each other',
    '<svg><g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g></svg>',
  ],
  ['more than four million characters', `<svg>${' '.repeat(4_000_001)}</svg>`],
])('SVG with %s is never drawn unasked', (_, svg) => {
  expect(estimateSvgMs(svg)).toBe(Number.POSITIVE_INFINITY);
});

test('a part that refers to itself is not counted forever, and a comment holds no parts', () => {
  expect(estimateSvgMs('<svg><g id="a"><use href="#a"/></g></svg>')).toBeLessThan(1);
  expect(estimateSvgMs(`<!-- ${nestUses(8)} --><svg/>`)).toBeLessThan(1);
});

test('an estimate takes a moment for what would take minutes', () => {
  const ofMarkdown = [
    '*a_',
    '$x',
    '\\(',
    '[',
    '<a ',
    '- ',
    '| ',
    '\\def',
    '```$',
    '![](data:image/png;base64,',
  ];
  const ofSvg = ['<g id="a">', '<use href="#a"/>', '<!--', '<g a="', 'url(#'];
  const repeat = (hostile: string) => hostile.repeat(Math.floor(400_000 / hostile.length));
  expectQuick(() => {
    for (const hostile of ofMarkdown) estimateMarkdownMs(repeat(hostile));
    for (const hostile of ofSvg) estimateSvgMs(repeat(hostile));
  });
});

test('Markdown longer than half a million characters is not read', () => {
  expect(estimateMarkdownMs('a '.repeat(250_001))).toBe(Number.POSITIVE_INFINITY);
});

test.each([
  ['siblings', (n: number) => `g${n} ~ g`, 2_000],
  ['deep descendants', (n: number) => `a b c${n}`, 400],
  ['values searched', () => '[d*="x"]', 400],
])('selectors of SVG count: %s', (_, select, minMs) => {
  const deep = `${'<g>'.repeat(50)}${'</g>'.repeat(50)}`;
  const path = `<path d="${'M0 0'.repeat(250_000)}"/>`;
  const svg = `<svg><style>${styles(select)}</style>${deep.repeat(20)}${path}</svg>`;
  expect(estimateSvgMs(svg)).toBeGreaterThan(minMs);
});

test.each([
  ['in an instruction', (uses: string) => uses.replace('>', "><?x ' ?>")],
  ['of another kind in a name', (uses: string) => uses.replaceAll(/"(#?)a(\d)"/g, '"$1a\'$2"')],
  [
    'of an animation',
    (uses: string) => uses.replaceAll(/<use href=("#a\d")/g, '<use><set to=$1/></use><use'),
  ],
  ['after the name of a smaller part', (uses: string) => uses.replace('>', '><g xml:id="a1"/>')],
])('repeated parts count, with quotes or names %s', (_, change) => {
  expect(estimateSvgMs(change(nestUses(8)))).toBeGreaterThan(60_000);
});

test('usual style sheets of plots cost next to nothing', () => {
  const css =
    '*{stroke-linejoin: round} .axis path, .axis > line {fill: none} a:hover {fill: red} @media print {.b {fill: red}}';
  const svg = `<svg><style>${css}</style>${'<path d="M0 0"/>'.repeat(5_000)}<text>f: {x (1)}</text></svg>`;
  expect(estimateSvgMs(svg)).toBeLessThan(60);
});

test.each(['[', ' ', ':', '@a{', 'a,', '/*', '"', '&#1;'])(
  'many of %j in a style sheet are read in no time',
  (part) => {
    const startedAt = performance.now();
    estimateSvgMs(`<svg><style>${part.repeat(500_000)} a{}</style></svg>`);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  },
);
