/** Outputs other than tables: terminal colors, tracebacks, JSON, pictures. */

import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { findLine } from '../../../../components/notebook/cells/cell-lines-provider.tsx';
import {
  describePicture,
  findShownSize,
  toFileName,
} from '../../../../components/render/output/image/describe-picture.ts';
import { IMAGE_TEXTS } from '../../../../components/render/output/image/image-texts.ts';
import { choosePlate } from '../../../../components/render/output/image/picture.ts';
import {
  type JsonOpening,
  listJsonRows,
  parentPath,
  setExpanded,
  showMore,
} from '../../../../components/render/output/json/json-rows.ts';
import { JSON_TEXTS } from '../../../../components/render/output/json/json-texts.ts';
import { AnsiText } from '../../../../components/render/output/text/ansi-text.tsx';
import { findCellLines, groupTraceback } from '../../../../components/render/output/text/group-traceback.ts';
import type { ErrorOutput } from '../../../../lib/notebook/output.ts';
import type { Display } from '../../../../lib/observation/render-bundle.ts';
import { EMPTY_CELL } from '../../../../lib/session/fold/empty-cell.ts';

const ESC = '\u001b';
const draw = (text: string) => renderToStaticMarkup(createElement(AnsiText, { text }));

describe('AnsiText', () => {
  test.each([
    ['named', `${ESC}[31mred${ESC}[0m`, 'color:var(--ansi-red)'],
    ['bright', `${ESC}[92mgreen${ESC}[0m`, 'color:var(--ansi-green)'],
    ['of 256', `${ESC}[38;5;208morange${ESC}[0m`, 'oklch(from rgb(255 135 0) min(l, 0.5) c h)'],
    ['true', `${ESC}[38;2;1;2;250mblue${ESC}[0m`, 'oklch(from rgb(1 2 250) max(l, 0.75) c h)'],
    ['bold', `${ESC}[1mbold${ESC}[0m`, 'font-weight:600'],
    ['italic', `${ESC}[3mitalic${ESC}[0m`, 'font-style:italic'],
    ['underlined and struck', `${ESC}[4;9mboth${ESC}[0m`, 'text-decoration:underline line-through'],
    ['dim', `${ESC}[2mdim${ESC}[0m`, 'color:var(--ink-3)'],
    ['inverse', `${ESC}[7mback${ESC}[0m`, 'color:var(--ink);background-color:color-mix'],
    [
      'on a ground',
      `${ESC}[30;43mmark${ESC}[0m`,
      'color:var(--ink);background-color:color-mix(in srgb, var(--ansi-yellow)',
    ],
  ])('%s text', (_, text, style) => {
    expect(draw(text)).toContain(style);
  });

  test('markup stays text, and terminal links become plain text', () => {
    expect(draw(`${ESC}[1m<img src=x>${ESC}[0m`)).not.toContain('<img');
    expect(draw(`${ESC}]8;;javascript:alert(1)\u0007click${ESC}]8;;\u0007${ESC}[1m!`)).toMatch(/^click<span/);
  });
});

const LIBRARY = `${ESC}[36mFile ${ESC}[39m${ESC}[32m/venv/lib/python3.11/site-packages/pandas/core/frame.py:4330${ESC}[39m, in get`;
const OWN = `${ESC}[36mCell${ESC}[39m${ESC}[36m ${ESC}[39m${ESC}[32mIn[5]${ESC}[39m${ESC}[32m, line 3${ESC}[39m\n----> 3 df["b"]\n`;
const KEY_ERROR: ErrorOutput = {
  output_type: 'error',
  ename: 'KeyError',
  evalue: "'b'",
  traceback: [
    `${ESC}[31m${'-'.repeat(75)}${ESC}[39m`,
    `${ESC}[31mKeyError${ESC}[39m                Traceback (most recent call last)`,
    OWN,
    LIBRARY,
    LIBRARY,
    `${ESC}[31mKeyError${ESC}[39m: 'b'`,
  ],
};

describe('groupTraceback', () => {
  test('library frames are bundled, heading and repeated message are left out', () => {
    expect(groupTraceback(KEY_ERROR)).toEqual([
      { kind: 'own', parts: [OWN] },
      { kind: 'library', parts: [LIBRARY, LIBRARY] },
    ]);
  });

  test('text between chained errors is kept', () => {
    const sentence = '\nDuring handling of the above exception, another exception occurred:\n';
    const chained = { ...KEY_ERROR, traceback: [LIBRARY, "KeyError: 'a'", sentence, OWN] };
    expect(groupTraceback(chained).map(({ kind, parts }) => [kind, parts.length])).toEqual([
      ['library', 1],
      ['own', 3],
    ]);
  });

  test('a traceback with only its message has no groups', () => {
    expect(groupTraceback({ ...KEY_ERROR, traceback: ["KeyError: 'b'"] })).toEqual([]);
  });
});

describe('findCellLines', () => {
  test('finds the lines that IPython names, colors between', () => {
    expect(findCellLines(OWN)[1]).toEqual({ text: 'In [5], line 3', target: { executionCount: 5, line: 3 } });
    expect(findCellLines('  Cell In[12], line 2\n')[1]?.target).toEqual({ executionCount: 12, line: 2 });
    expect(findCellLines(LIBRARY)).toEqual([{ text: LIBRARY, target: null }]);
  });
});

describe('findLine', () => {
  const cell = {
    ...EMPTY_CELL,
    type: 'code' as const,
    source: 'a\nb',
    executionCount: 1,
    kernelId: 'k-1',
    ranOrder: 1,
  };
  const session = {
    cells: [
      { ...cell, id: 'old' },
      { ...cell, id: 'new', kernelId: 'k-2', ranOrder: 2 },
      { ...cell, id: 'other', executionCount: 2 },
    ],
  };

  test('numbers are those of the kernel process that wrote the traceback', () => {
    expect(findLine(session, 'other', { executionCount: 1, line: 2 })).toEqual({ cellId: 'old', line: 2 });
    expect(findLine(session, null, { executionCount: 1, line: 2 })).toEqual({ cellId: 'new', line: 2 });
  });

  test('a missing line has no link', () => {
    expect(findLine(session, 'other', { executionCount: 1, line: 3 })).toBeNull();
    expect(findLine(session, 'other', { executionCount: 9, line: 1 })).toBeNull();
  });
});

describe('listJsonRows', () => {
  const closed: JsonOpening = { toggled: new Map(), shown: new Map(), isAllOpen: false };

  test('small branches are open at first, deeper ones closed', () => {
    const rows = listJsonRows({ a: { b: { c: 1 } }, 'd/e': ['x', null] }, closed);
    expect(rows.map(({ path, text, isExpanded }) => [path, text, isExpanded])).toEqual([
      ['$', '2 keys', true],
      ['$/a', '1 key', true],
      ['$/a/b', '1 key', false],
      ['$/d~1e', '2 items', true],
      ['$/d~1e/0', '"x"', false],
      ['$/d~1e/1', 'null', false],
    ]);
    expect(rows.map(({ position, siblings }) => `${position}/${siblings}`)).toEqual([
      '1/1',
      '1/2',
      '1/1',
      '2/2',
      '1/2',
      '2/2',
    ]);
  });

  test('long lists open, close, and show more', () => {
    const value = { list: Array.from({ length: 250 }, (_, n) => n) };
    expect(listJsonRows(value, closed)).toHaveLength(2);
    const open = setExpanded(closed, '$/list', true);
    const rows = listJsonRows(value, open);
    expect(rows.at(-1)).toMatchObject({ kind: 'more', text: JSON_TEXTS.more(150), path: '$/list/…' });
    expect(parentPath('$/list/…')).toBe('$/list');
    expect(listJsonRows(value, showMore(showMore(open, '$/list'), '$/list'))).toHaveLength(252);
    expect(listJsonRows(value, setExpanded(open, '$', false))).toHaveLength(1);
  });

  test('a huge value costs only what is shown', () => {
    const rows = listJsonRows(
      { big: Array.from({ length: 1_000_000 }, () => [[]]), long: 'x'.repeat(1e6) },
      closed,
    );
    expect(rows.map(({ text }) => text.length).every((length) => length < 2100)).toBe(true);
    expect(rows).toHaveLength(3);
  });

  test('keys of hostile objects are only keys', () => {
    const rows = listJsonRows(JSON.parse('{"__proto__": {"a": 1}, "…": 2, "constructor": 3}'), closed);
    expect(rows.map(({ path }) => path)).toEqual([
      '$',
      '$/__proto__',
      '$/__proto__/a',
      '$/~…',
      '$/constructor',
    ]);
  });
});

describe('pictures', () => {
  const fill = (...pixels: number[][]) => new Uint8ClampedArray(pixels.flat());

  test('only a light drawing on a transparent background gets a dark plate', () => {
    expect(choosePlate(fill([255, 255, 255, 255], [0, 0, 0, 0]))).toBe('dark');
    expect(choosePlate(fill([20, 20, 20, 255], [0, 0, 0, 0]))).toBe('light');
    expect(choosePlate(fill([255, 255, 255, 255], [250, 250, 250, 255]))).toBe('light');
    expect(choosePlate(fill([0, 0, 0, 0], [0, 0, 0, 0]))).toBe('light');
  });

  const display = (more: Partial<Display>): Display =>
    ({ output_type: 'display_data', data: {}, metadata: {}, ...more }) as Display;
  const figure = {
    title: 'Sales / city',
    panels: [{ x: 'city', marks: [['bar', 4]] as [string, number][] }],
  };

  test('the kernel’s words describe a plot and name its file', () => {
    expect(describePicture(display({ digest: { figure } }))).toContain('x axis “city”; drawn: bar (4)');
    expect(toFileName(display({ digest: { figure } }), 'image/svg+xml')).toBe('sales-city.svg');
    expect(toFileName(display({}), 'image/png')).toBe('figure.png');
    expect(describePicture(display({ data: { 'text/plain': '<Figure size 6x4>' } }))).toBe(
      IMAGE_TEXTS.picture('Figure size 6x4'),
    );
    expect(describePicture(display({}))).toBe(IMAGE_TEXTS.undescribed);
  });

  test('a picture has the size its output asks for', () => {
    const asked = display({ metadata: { 'image/png': { width: 320, height: 240 } } });
    expect(findShownSize(asked, 'image/png', '')).toEqual({ width: 320, height: 240 });
    expect(findShownSize(display({ digest: { size: { width: 9, height: 8 } } }), 'image/png', '')).toEqual({
      width: 9,
      height: 8,
    });
    expect(findShownSize(display({}), 'image/png', 'AAAA')).toBeNull();
  });
});
