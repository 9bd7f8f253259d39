/** What a model is told of displays: charts, pages, tables and pictures in few words. */
import { expect, test } from 'vitest';
import type { Output } from '../../../lib/notebook/output.ts';
import type { OutputDigest } from '../../../lib/notebook/output-digest.ts';
import { readImageSize } from '../../../lib/notebook/read-image-size.ts';
import { estimateImageTokens } from '../../../lib/observation/choose-images.ts';
import type { ObservationOptions } from '../../../lib/observation/observation-options.ts';
import { shareRoom } from '../../../lib/observation/shorten/shorten-parts.ts';
import { toExcerpt } from '../../../lib/observation/to-excerpt.ts';
import { toObservation } from '../../../lib/observation/to-observation.ts';
import { EMPTY_CELL } from '../../../lib/session/fold/empty-cell.ts';
import { expectQuick } from '../../helpers/expect-quick.ts';

const observe = (outputs: Output[], options?: ObservationOptions) =>
  toObservation({ ...EMPTY_CELL, type: 'code', status: 'ok', executionCount: 7, outputs }, options);
const read = (data: Record<string, unknown>, digest?: OutputDigest) => observe([display(data, digest)]).text;

function display(data: Record<string, unknown>, digest?: OutputDigest): Output {
  return { output_type: 'display_data', data, metadata: {}, ...(digest ? { digest } : {}) };
}

/** Signature, IHDR length and type, width, height. */
function pngOf(width: number, height: number): string {
  const bytes = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000', 'hex');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes.toString('base64');
}

test('a data frame has its shape and the types of its columns above its rows', () => {
  const table = {
    rows: 1398,
    columns: 3,
    dtypes: [
      ['name', 'str'],
      ['mpg', 'float64'],
    ],
  } satisfies OutputDigest['table'];
  expect(read({ 'text/plain': '  name  mpg\n0    a  1.0', 'text/html': '<table>' }, { table })).toBe(
    '[1,398 rows x 3 columns; dtypes: name str, mpg float64, and 1 more column]\n  name  mpg\n0    a  1.0',
  );
});

test('a plot is its titles, labels, legend and marks to a model that does not see', () => {
  const figure = {
    title: 'Cars',
    panels: [
      { title: 'A', x: 'year', y: 'mpg', legend: ['USA', 'Japan'], marks: [['line', 2]] },
      { marks: [] },
    ],
  } satisfies OutputDigest['figure'];
  expect(read({ 'image/png': pngOf(640, 480), 'text/plain': '<Figure>' }, { figure })).toBe(
    [
      '[image/png, 640x480 pixels, 1 KB, shown to the user]',
      'Figure title: “Cars”.',
      'Axes 1: title “A”; x axis “year”; y axis “mpg”; legend “USA”, “Japan”; drawn: line (2).',
      'Axes 2: nothing drawn.',
    ].join('\n'),
  );
});

test('a Plotly chart is digested: titles, traces and counts, not its data', () => {
  const value = {
    data: [
      { type: 'bar', name: 'USA', x: ['a', 'b', 'c'], y: [1, 2, 3] },
      {
        type: 'scatter',
        x: { dtype: 'f8', bdata: 'A'.repeat(1600) },
        y: { dtype: 'i2', shape: '5, 4', bdata: '' },
      },
    ],
    layout: { title: { text: '<b>Sales</b>' }, xaxis: { title: 'year' }, yaxis: { title: { text: 'EUR' } } },
  };
  expect(
    read({ 'application/vnd.plotly.v1+json': value, 'text/html': '<div><script>…</script></div>' }),
  ).toBe(
    [
      '[Plotly chart, shown to the user]',
      'Figure title: “Sales”.',
      'x axis “year”; y axis “EUR”; legend “USA”; drawn: bar (3), scatter (150).',
    ].join('\n'),
  );
});

test('Vega-Lite and Vega charts are digested, layered and side by side too', () => {
  const encoding = {
    x: { field: 'year', type: 'temporal' },
    y: { aggregate: 'mean', field: 'mpg' },
    color: { field: 'origin' },
  };
  const single = { title: 'Mileage', mark: { type: 'line' }, encoding, data: { values: [{}, {}, {}] } };
  expect(read({ 'application/vnd.vegalite.v5+json': single })).toBe(
    '[Vega-Lite chart, shown to the user]\nFigure title: “Mileage”.\nx axis “year”; y axis “mean of mpg”; legend “origin”; drawn: line (3).',
  );
  const both = {
    datasets: { d: [{}, {}] },
    hconcat: [
      { layer: [{ mark: 'bar', encoding }, { mark: 'rule' }] },
      { title: { text: 'B' }, mark: 'point' },
    ],
  };
  expect(read({ 'application/vnd.vegalite.v6.json': both })).toBe(
    '[Vega-Lite chart, shown to the user]\nAxes 1: x axis “year”; y axis “mean of mpg”; legend “origin”; drawn: bar (2), rule (2).\nAxes 2: title “B”; drawn: point (2).',
  );
  const vega = {
    axes: [{ orient: 'bottom', title: 'x' }],
    marks: [{ type: 'rect' }],
    data: [{ values: [1, 2] }],
  };
  expect(read({ 'application/vnd.vega.v5+json': vega })).toContain('x axis “x”; drawn: rect (2).');
});

test.each(['text', 7, [], { data: 'x', layout: [] }, { data: [null, 5], layout: { title: { text: {} } } }])(
  'a chart that is not a chart (%j) is still described',
  (value) => {
    expect(read({ 'application/vnd.plotly.v1+json': value })).toContain('[Plotly chart, shown to the user]');
    expect(read({ 'application/vnd.vegalite.v5+json': value })).toContain(
      '[Vega-Lite chart, shown to the user]',
    );
  },
);

test('HTML is its text, without programs, styles and drawings', () => {
  const page = `<style>p{}</style><!-- a > b --><h1>Report</h1><svg><path d="${'M0 0'.repeat(10_000)}"/></svg><script>let a = "</b>";</script><p>3 &lt; 4</p>`;
  expect(read({ 'text/html': page, 'text/plain': '<IPython.core.display.HTML object>' })).toBe(
    `[HTML of ${page.length.toLocaleString('en-US')} characters with interactive or drawn parts, shown to the user]\nReport\n3 < 4`,
  );
  expect(read({ 'text/html': '<p>plain</p>' })).toBe('plain');
  expect(read({ 'text/html': '<iframe srcdoc="x"></iframe><script' })).toMatch(
    /^\[HTML of 35 characters with/,
  );
});

test('hostile HTML takes no time', () => {
  for (const piece of ['<!--', '<script ', '<svg', '</script', '<a', '&amp']) {
    expectQuick(() => toExcerpt('text/html', piece.repeat(300_000)));
  }
});

test('a widget is its own words', () => {
  const view = {
    'application/vnd.jupyter.widget-view+json': { model_id: 'x' },
    'text/plain': 'IntSlider(value=5)',
  };
  expect(read(view)).toBe('[Widget shown to the user] IntSlider(value=5)');
});

test('to a model that sees, pictures are attached while the budget lasts, the smaller copy first', () => {
  const copy = { mimeType: 'image/png', data: 'c21hbGw=', width: 768, height: 512 } as const;
  const outputs = [
    display({ 'image/png': pngOf(3000, 2000), 'text/plain': '<Figure>' }, { copy, figure: { panels: [] } }),
    display({ 'image/png': pngOf(640, 480) }),
    display({ 'image/jpeg': 'nonsense' }),
    display({ 'image/png': pngOf(5000, 5000) }),
  ];
  const { text, images, tokens } = observe(outputs, { vision: true });
  expect(images).toEqual([
    { ...copy, tokens: 525 },
    { mimeType: 'image/png', data: pngOf(640, 480), width: 640, height: 480, tokens: 425 },
  ]);
  expect(text).toBe(
    [
      '[image/png, 3000x2000 pixels, 1 KB, attached]',
      '[image/png, 640x480 pixels, 1 KB, attached]',
      '[image/jpeg, 1 KB, shown to the user]',
      '[image/png, 5000x5000 pixels, 1 KB, shown to the user]',
    ].join('\n'),
  );
  expect(tokens).toBe(950 + Math.ceil(text.length / 4));
  expect(observe(outputs, { vision: true, maxTokens: 900 }).images).toHaveLength(1);
});

test('an image costs by its pixels', () => {
  expect(estimateImageTokens({ width: 512, height: 512 })).toBe(350);
  expect(estimateImageTokens({ width: 768, height: 576 })).toBe(765);
  expect(estimateImageTokens({ width: 1024, height: 1024 })).toBe(1399);
});

test('a flood leaves the table after it whole', () => {
  const flood: Output = { output_type: 'stream', name: 'stdout', text: 'line\n'.repeat(60_000) };
  const table = Array.from({ length: 40 }, (_, index) => `row ${index}`).join('\n');
  const { text, tokens } = observe([flood, display({ 'text/plain': table }), flood]);
  expect(text).toContain(table);
  expect(tokens).toBeLessThanOrEqual(2_000);
});

test('text that the log left out is counted, and the handle named', () => {
  const stream: Output = {
    output_type: 'stream',
    name: 'stdout',
    text: `\n[… 9,000,000 characters left out …]\n${'tail\n'.repeat(12_000)}`,
    omitted: { pieces: [], characters: 9_000_000, lines: 1_000_000 },
  };
  const head: Output = { output_type: 'stream', name: 'stdout', text: 'head\n'.repeat(50_000) };
  const { text, tokens } = observe([head, stream], { hasHandle: true });
  expect(text).toMatch(/^head\n/);
  expect(text).toMatch(/\ntail$/);
  const counts = [
    ...text.matchAll(/… ([\d,]+) lines, ([\d,]+) characters left out; outputs\(7\) shows them …/g),
  ];
  const characters = counts
    .map((count) => Number(count[2]?.replaceAll(',', '')))
    .reduce((sum, each) => sum + each, 0);
  expect(characters).toBeGreaterThan(9_290_000);
  expect(characters).toBeLessThan(9_310_000);
  expect(tokens).toBeLessThanOrEqual(2_000);
});

test('of a stored value an excerpt is read', () => {
  const blob = { blob: 'a'.repeat(64), bytes: 100_000, encoding: 'utf8' };
  const excerpt = toExcerpt('text/plain', 'x = 1\n'.repeat(16_667));
  expect(excerpt?.text.length).toBeLessThanOrEqual(16_000);
  const text = read(
    { 'text/plain': blob },
    { excerpts: { 'text/plain': excerpt ?? { text: '', characters: 0, lines: 0 } } },
  );
  expect(text).toMatch(/^x = 1\n[\s\S]*characters left out …\]\n[\s\S]*x = 1$/);
  expect(Number(/([\d,]+) characters left out/.exec(text)?.[1]?.replaceAll(',', ''))).toBeGreaterThan(90_000);
});

test.each([
  ['png', pngOf(3, 4), { width: 3, height: 4 }],
  ['gif', Buffer.from('474946383961030004000000', 'hex').toString('base64'), { width: 3, height: 4 }],
  [
    'jpeg',
    Buffer.from('ffd8ffe000040000ffc0001108000400030300', 'hex').toString('base64'),
    { width: 3, height: 4 },
  ],
  [
    'webp',
    Buffer.from(`52494646000000005745425056503820${'00'.repeat(10)}03000400`, 'hex').toString('base64'),
    { width: 3, height: 4 },
  ],
  ['impossible', pngOf(3_000_000_000, 4), null],
  ['nothing', 'AAAA', null],
  ['empty', '', null],
  ['odd', '/9j/4', null],
])('the size of an image is in its first bytes: %s', (_name, base64, size) => {
  expect(readImageSize(base64)).toEqual(size);
});

test('room is shared so that short texts are whole', () => {
  expect(shareRoom([10, 1000, 1000, 20], 530)).toEqual([10, 250, 250, 20]);
  expect(shareRoom([5, 5], 100)).toEqual([5, 5]);
  expect(shareRoom([5, 5], -1)).toEqual([0, 0]);
});

test('a chart of very many sources is described like any other', () => {
  const sources = Array.from({ length: 300_000 }, () => 0);
  const excerpt = toExcerpt('application/vnd.vega.v5+json', { data: sources, marks: [{ type: 'rect' }] });
  expect(excerpt?.text).toContain('drawn: rect');
});
