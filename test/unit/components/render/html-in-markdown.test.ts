/** HTML in Markdown, as imported notebooks and models write it: drawn without anything that loads or runs. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { HtmlMarkdown } from '../../../../components/render/markdown/html-markdown.tsx';
import { renderMarkdown } from '../../../../lib/export/html/render-markdown.ts';
import { hasHtml } from '../../../../lib/util/has-html.ts';

const draw = (text: string): string => renderToStaticMarkup(createElement(HtmlMarkdown, { text }));

const BOTH = [
  ['the page', draw],
  ['an exported page', renderMarkdown],
] as const;

describe.each(BOTH)('%s', (_, drawn) => {
  test('shows what notebooks are full of', () => {
    expect(drawn('a<br>b, H<sub>2</sub>O and <b>bold *both*</b>')).toMatch(
      /a<br\/?>b, H<sub>2<\/sub>O and <b>bold <em>both<\/em><\/b>/,
    );
    expect(drawn('<div align="center">\n\n**in** it\n\n</div>')).toMatch(
      /<div[^>]*>\s*<p><strong>in<\/strong> it<\/p>/,
    );
    expect(drawn('<table><tr><td colspan="2">1</td></tr></table>')).toMatch(/<td colspan="2">1<\/td>/i);
    expect(drawn('<details><summary>More</summary>\n\nhidden $x^2$\n\n</details>')).toMatch(
      /<details><summary>More<\/summary>\s*<p>hidden [\s\S]*<math/,
    );
    expect(drawn('seen <!-- not seen --> again')).not.toContain('not seen');
  });

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<img src="https://example.org/x.png" alt="A chart">',
    '<picture><source srcset="https://example.org/x.png"><img src="//example.org/y.png"></picture>',
    '<a href="javascript:alert(1)">x</a>',
    '<iframe src="https://example.org"></iframe>',
    '<svg><image href="https://example.org/x.png"/></svg>',
    '<p style="background:url(https://example.org/x.png)" background="https://example.org/x.png">x</p>',
    '<video src="https://example.org/x.mp4" poster="https://example.org/x.png"></video>',
    '<link rel="stylesheet" href="https://example.org/x.css"><style>@import "https://example.org/x.css"</style>',
    '<form action="https://example.org"><button>Go</button></form>',
    '<math><mtext><img src=x onerror=alert(1)></mtext></math>',
    '<mark data-quantity="0">7</mark>',
  ])('loads and runs nothing of %s', (markdown) => {
    const html = drawn(`before ${markdown} after\n\n${markdown}\n\nbelow`);
    expect(html).toContain('below');
    expect(html).not.toMatch(
      /alert|src="(?:https?:)?\/\/|srcset|url\(|background|poster|\.css|<form|<button|data-quantity|<iframe/i,
    );
  });

  test('keeps pictures that are in the text', () => {
    expect(drawn('<img src="data:image/png;base64,AAAA" alt="dot">')).toMatch(
      /<img[^>]* src="data:image\/png;base64,AAAA"/,
    );
  });
});

test.each([
  ['a < b and c > d', false],
  ['`<b>` and\n```html\n<p>\n```', false],
  ['x <- 3', false],
  ['a<br/>b', true],
  ['<!-- note -->', true],
  ['<img\n  src="x">', true],
  ['<br>'.repeat(600), true],
  ['<div>'.repeat(600), false],
])('%j has HTML: %j', (markdown, expected) => {
  expect(hasHtml(markdown)).toBe(expected);
});
