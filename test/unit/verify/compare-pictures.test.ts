/** What verification finds of pictures beside their pixels: both sides of those that differ, and the words of figures. */
import { describe, expect, test } from 'vitest';
import type { Output } from '../../../lib/notebook/output.ts';
import type { FigureDigest, PanelDigest } from '../../../lib/notebook/output-digest.ts';
import { compareFigures } from '../../../lib/verify/rich/compare-figures.ts';
import { judge, run } from '../../helpers/judged.ts';
import { grayPng } from '../../helpers/made-png.ts';
import { show, text } from '../../helpers/outputs.ts';

const FLAT = [[0, 0, 0, 0]];

/** As the kernel describes it, with the picture of these pixels. */
function plot(figure: FigureDigest, pixel: number, mimeType = 'image/png'): Output {
  const data = {
    [mimeType]: grayPng([[pixel, 0, 0, 0]]),
    'text/plain': '<Figure size 640x480 with 1 Axes>',
    'text/html': '<p>x</p>',
  };
  const metadata = { [mimeType]: { width: 2, height: 1 }, other: 1 };
  return { output_type: 'display_data', data, metadata, digest: { figure, value: 3 } };
}

const BAR: FigureDigest = {
  panels: [
    {
      title: 'Sold',
      x: 'day',
      legend: ['a'],
      marks: [['bar', 2]],
      series: [{ kind: 'bar', name: 'a', count: 2, values: [3, 4] }],
    },
  ],
};
const [PANEL] = BAR.panels;
const withPanel = (change: Partial<PanelDigest>): FigureDigest => ({
  panels: [{ ...PANEL, marks: [['bar', 2]], ...change }],
});
const series = (...values: (number | null)[]): Partial<PanelDigest> => ({
  series: [{ kind: 'bar', name: 'a', count: values.length, values }],
});

describe('what differs in a figure, in words', () => {
  test.each<[string[], FigureDigest]>([
    [[], BAR],
    [['title “Sold”, here “Sale”'], withPanel({ title: 'Sale' })],
    [['without title “Sold”'], withPanel({ title: undefined })],
    [['with figure title “All”'], { ...BAR, title: 'All' }],
    [['x axis “day”, here “date”', 'with y axis “EUR”'], withPanel({ x: 'date', y: 'EUR' })],
    [['legend “a”, here “a, b”'], withPanel({ legend: ['a', 'b'] })],
    [['“a”, value 2: 4, here 5'], withPanel(series(3, 5))],
    [['“a”, value 1: 3, here none, and 1 more value'], withPanel(series(null, 5))],
    [['“a”: 2 values, here 3'], withPanel(series(3, 4, 5))],
    [['drawn bar (2), here line'], withPanel({ marks: [['line', 1]], series: undefined })],
    [['1 chart in the figure, here 2'], { panels: [...BAR.panels, { marks: [] }] }],
  ])('%j', (words, here) => {
    expect(compareFigures(BAR, here)).toEqual(words);
  });

  test('of several charts it says which, and of series without a name which of their kind', () => {
    const line = (value: number) => ({ kind: 'line' as const, count: 1, values: [value] });
    const figure = (value: number): FigureDigest => ({
      panels: [{ marks: [] }, { marks: [], series: [line(1), line(value)] }],
    });
    expect(compareFigures(figure(2), figure(3))).toEqual(['chart 2: line 2, value 1: 2, here 3']);
  });
});

describe('both sides of a picture', () => {
  test('pictures that differ are there on both sides, with what describes them and nothing else', () => {
    const here = plot(withPanel({ title: 'Sale' }), 1);
    const other = text('printed');
    const { verdict, differences, pictures } = judge(
      [other, plot(BAR, 0)],
      [run(other, here), run(other, here)],
    );
    const words = 'title “Sold”, here “Sale”; 25.0 % of the picture’s pixels differ';
    expect([verdict, differences]).toEqual(['differs', [{ place: 'output, image/png', text: words }]]);
    const toSide = (pixel: number, figure: FigureDigest) => ({
      output_type: 'display_data',
      data: { 'image/png': grayPng([[pixel, 0, 0, 0]]), 'text/plain': '<Figure size 640x480 with 1 Axes>' },
      metadata: { 'image/png': { width: 2, height: 1 } },
      digest: { figure },
    });
    expect(pictures).toEqual([
      {
        place: 'output, image/png',
        text: words,
        notebook: toSide(0, BAR),
        here: toSide(1, withPanel({ title: 'Sale' })),
      },
    ]);
  });

  test('pictures that no rule compares are there, those that vary or are equal are not', () => {
    const jpeg = (value: string) => show({ 'image/jpeg': value });
    const unknown = judge([jpeg('/9j/AAAA')], [run(jpeg('/9j/BBBB')), run(jpeg('/9j/BBBB'))]);
    expect([unknown.verdict, unknown.pictures?.length]).toEqual(['not-comparable', 1]);
    const varying = judge([plot(BAR, 0)], [run(plot(BAR, 1)), run(plot(BAR, 2))]);
    expect([varying.verdict, varying.pictures]).toEqual(['varies', undefined]);
    // One of two pictures differs; the other one is packed differently.
    const [left, right] = [show({ 'image/png': grayPng(FLAT, 9) }), show({ 'image/png': grayPng(FLAT, 0) })];
    const second = judge([left, plot(BAR, 0)], [run(right, plot(BAR, 1)), run(right, plot(BAR, 1))]);
    expect(second.pictures?.map(({ place }) => place)).toEqual(['output 2, image/png']);
  });

  test('the text of a drawing says nothing: its figure does', () => {
    const draw = (d: string, figure?: FigureDigest): Output => ({
      output_type: 'display_data',
      data: { 'image/svg+xml': `<svg><path d="${d}"/></svg>` },
      metadata: {},
      ...(figure ? { digest: { figure } } : {}),
    });
    const here = draw('M 2 3', withPanel({ title: 'Sale' }));
    const known = judge([draw('M 0 1', BAR)], [run(here), run(here)]);
    expect(known.pictures?.[0]?.text).toBe('title “Sold”, here “Sale”');
    expect(known.differences[0]?.text).toBe('title “Sold”, here “Sale”');
    expect(judge([draw('M 0 1')], [run(draw('M 2 3')), run(draw('M 2 3'))]).pictures?.[0]?.text).toBe('');
  });
});
