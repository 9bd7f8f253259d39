import { parser } from '@lezer/python';
import { describe, expect, test } from 'vitest';
import { toDraftMarkdown } from '../../../../components/notebook/view/split-draft.ts';
import { highlightSource } from '../../../../components/render/code/colored-code.tsx';
import { toSafeUrl } from '../../../../components/render/markdown/markdown-elements.tsx';
import { chooseMime, hasProgram } from '../../../../components/render/output/parts/choose-mime.ts';
import { clipText } from '../../../../components/render/output/text/clip-text.ts';
import { formatDuration, formatRelativeTime } from '../../../../components/ui/text/format.ts';
import { renderMarkdown } from '../../../../lib/export/html/render-markdown.ts';
import { toVisibleText } from '../../../../lib/notebook/terminal-text.ts';
import { formatBytes } from '../../../../lib/util/format-bytes.ts';
import { hasMath, prepareMath } from '../../../../lib/util/prepare-math.ts';
import { trimEndLines } from '../../../../lib/util/trim-end-lines.ts';

describe('prepareMath', () => {
  test.each([
    ['costs $5 and $10', 'costs \\$5 and \\$10'],
    ['between $5–$10', 'between \\$5–\\$10'],
    ['so $x_1 = 5$ holds', 'so $x_1 = 5$ holds'],
    ['\\(a + b\\)', '$a + b$'],
    ['`$HOME` and $y$', '`$HOME` and $y$'],
    ['```sh\necho $A $B\n```', '```sh\necho $A $B\n```'],
    ['$$\nx\n$$', '$$\nx\n$$'],
    ['already \\$5', 'already \\$5'],
  ])('%j', (markdown, expected) => {
    expect(prepareMath(markdown)).toBe(expected);
  });

  test('display brackets become a block', () => {
    expect(prepareMath('is \\[ x^2 \\] here')).toBe('is \n$$\nx^2\n$$\n here');
  });

  test('a display over several lines gets lines for its dollars, where Markdown wants them', () => {
    expect(prepareMath('$$a\n= b$$ then')).toBe('$$\na\n= b\n$$\n then');
    expect(prepareMath('- so\n\n  $$a\n  = b$$')).toBe('- so\n\n  $$\n  a\n  = b\n  $$\n');
  });

  test('two dollars display a formula on its own line, in a sentence and in a list', () => {
    for (const markdown of ['$$x^2$$', 'is $$x^2$$ here', '- $$x^2$$', '$$x\n= 2$$\n\nafter'])
      expect(renderMarkdown(markdown)).toContain('<math display="block" tabindex="0">');
    expect(renderMarkdown('$x^2$ and\n\n$$x$$').match(/display="block"/g)).toHaveLength(1);
    expect(renderMarkdown('$$x\n= 2$$\n\nafter')).toContain('<p>after</p>');
  });

  test('tells formulas from money and code', () => {
    expect(hasMath(prepareMath('$5 and $10, `$x$`'))).toBe(false);
    expect(hasMath(prepareMath('the mean $\\bar{x}$'))).toBe(true);
  });
});

describe('toDraftMarkdown', () => {
  test.each([
    ['Look.\n<execute>\nx = 1', 'Look.\n\n\n```python\nx = 1'],
    ['<execute>\nx = 1\n</execute>\n', '\n\n```python\nx = 1\n```\n\n'],
    ['almost <exec', 'almost '],
    ['a < b', 'a < b'],
  ])('%j', (reply, expected) => {
    expect(toDraftMarkdown(reply)).toBe(expected);
  });
});

describe('toSafeUrl', () => {
  test.each(['https://example.org/a', 'http://example.org', 'mailto:a@example.org'])('keeps %s', (url) => {
    expect(toSafeUrl(url)).toBe(url);
  });
  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'data:image/svg+xml;base64,AA==',
    'file:///etc/passwd',
    'blob:https://example.org/1',
    '//example.org/x',
    '/api/sessions',
  ])('empties %s', (url) => {
    expect(toSafeUrl(url)).toBe('');
  });
});

describe('chooseMime', () => {
  test('prefers HTML to text, and a picture to a program', () => {
    expect(chooseMime({ 'text/plain': 'a', 'text/html': '<b>a</b>' })?.drawing).toBe('html');
    const chart = { 'text/html': '<script>draw()</script>', 'image/png': 'AAAA', 'text/plain': 'Chart' };
    expect(chooseMime(chart)?.mimeType).toBe('image/png');
    expect(chooseMime({ 'application/x-unknown': 1 })).toBeNull();
  });

  test.each(['<script>1</script>', '<SCRIPT src=x>', '<iframe src=x>', '<object data=x>'])(
    '%s is a program',
    (html) => {
      expect(hasProgram(html)).toBe(true);
    },
  );
});

describe('clipText', () => {
  test('keeps short text', () => {
    expect(clipText('abc', 10)).toEqual({ head: 'abc', tail: '', hiddenCharacters: 0 });
  });

  test('cuts long text at line ends and accounts for every character', () => {
    const text = Array.from({ length: 1000 }, (_, index) => `line ${index}\n`).join('');
    const { head, tail, hiddenCharacters } = clipText(text, 900);
    expect(head.endsWith('\n')).toBe(true);
    expect(tail.startsWith('line ')).toBe(true);
    expect(head.length + hiddenCharacters + tail.length).toBe(text.length);
    expect(head.length + tail.length).toBeLessThanOrEqual(900);
  });

  test('cuts a single endless line too', () => {
    const { head, tail } = clipText('x'.repeat(10_000), 900);
    expect(head.length + tail.length).toBe(900);
  });
});

test('highlighting keeps every character, even of broken code', () => {
  const source = 'def f(:\n  return "x" # é\n\tprint(1';
  expect(
    highlightSource(source, parser)
      .map(({ text }) => text)
      .join(''),
  ).toBe(source);
});

test('figures are formatted for reading', () => {
  expect([842, 12_400, 3_140_000].map(formatBytes)).toEqual(['842 B', '12.4 KB', '3.1 MB']);
  expect([85, 4200, 48_000, 187_000].map(formatDuration)).toEqual(['85 ms', '4.2 s', '48 s', '3 min 07 s']);
  expect(formatRelativeTime(0, 30_000 - 1)).toBe('just now');
  expect(formatRelativeTime(0, 300_000)).toBe('5 minutes ago');
});

test('days ago are days of the calendar there', () => {
  const ago = (at: string, now: string, zone: string) =>
    formatRelativeTime(Date.parse(at), Date.parse(now), zone);
  const noon = '2026-03-10T12:00:00Z';
  expect(ago('2026-03-08T22:00:00Z', noon, 'UTC')).toBe('2 days ago');
  expect(ago('2026-03-08T22:00:00Z', noon, 'Asia/Tokyo')).toBe('yesterday');
  expect(ago('2026-03-09T01:00:00Z', noon, 'UTC')).toBe('yesterday');
  // A day of 23 hours is a day.
  expect(ago('2026-03-07T17:00:00Z', '2026-03-08T20:00:00Z', 'America/New_York')).toBe('yesterday');
  expect(ago('2026-03-03T01:00:00Z', noon, 'UTC')).toBe('7 days ago');
  expect(ago('2026-02-09T01:00:00Z', noon, 'UTC')).toBe('Feb 9, 2026');
});

test('newlines at the end of a text are removed, and those inside it cost nothing', () => {
  expect(trimEndLines('a\n\nb\n\n')).toBe('a\n\nb');
  expect(trimEndLines('\n')).toBe('');
  const gap = `a${'\n'.repeat(300_000)}b`;
  expect(trimEndLines(gap)).toBe(gap);
  expect(toVisibleText(`${'\r'.repeat(300_000)}\nb\rc`)).toBe('\nc');
});

test('openings of formulas without an end, or far from it, are read as fast as other text', () => {
  const open = '\\[\\('.repeat(200_000);
  expect(prepareMath(open)).toBe(open);
  const long = 'x'.repeat(2_000_000);
  expect(prepareMath(`\\(${long}\\)`)).toBe(`$${long}$`);
  expect(prepareMath('\\[ lost \\[x\\]')).toBe('\\[ lost \n$$\nx\n$$\n');
});
