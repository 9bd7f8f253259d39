/** Pictures on the network in what the model wrote: files that are opened elsewhere would load them. */
import { expect, test } from 'vitest';
import { exportMarkdown } from '../../../lib/export/export-markdown.ts';
import { renderMarkdown } from '../../../lib/export/html/render-markdown.ts';
import { linkPictures, linkRemotePictures } from '../../../lib/export/output/link-remote-pictures.ts';
import type { Notebook } from '../../../lib/session/notebook/to-notebook.ts';

const U = 'https://a.example/x.png?d=42';

test('remote pictures become links, in each form of Markdown and HTML', () => {
  for (const [text, written] of [
    [`See ![a chart](${U}).`, `See [a chart](${U}).`],
    [`![a](${U} "t")`, `[a](${U} "t")`],
    [`![](${U})`, `[Picture](${U})`],
    [`![a](<${U}>)`, `[a](<${U}>)`],
    [`![a][r]\n\n[r]: ${U}`, `[a][r]\n\n[r]: ${U}`],
    ['![a](//a.example/x.png)', '[a](//a.example/x.png)'],
    [`!![a](${U})`, `! [a](${U})`],
    [`![a ![b](${U})](${U})`, `[a [b](${U})](${U})`],
    [`Yes <img alt="a" src="${U}"> no`, `Yes [a](${U}) no`],
    [`<img src='${U}'>`, `[Picture](${U})`],
    [`<video src="${U}"></video>`, `&lt;video src="${U}"></video>`],
    [`<style>@import url(${U})</style>`, `&lt;style>@import url(${U})&lt;/style>`],
    [`<div class="a">\n![a](${U})\n</div>`, `&lt;div class="a">\n[a](${U})\n</div>`],
  ] as const) {
    expect([text, linkPictures(text)]).toEqual([text, written]);
  }
});

test('pictures in the file or next to it, code, and formulas of HTML without attributes stay', () => {
  for (const text of [
    '![a](data:image/png;base64,AAAA)',
    '![a](attachment:a.png)',
    '![a](plots/a.png)',
    `\`![a](${U})\``,
    `    <img src="${U}">`,
    'costs <span>&#36;</span>4<br>a < b',
    '<details><summary>Draft</summary>\n\nx\n\n</details>',
  ])
    expect(linkPictures(text)).toBe(text);
});

test('however pictures are nested, none is left', () => {
  let text = 'a';
  for (let depth = 0; depth < 12; depth++) text = depth % 2 ? `<b title=x>\n${text}` : `!![${text}](${U})`;
  expect(linkPictures(text)).not.toMatch(/<(?:b |img)/);
  expect(renderMarkdown(linkPictures(text))).not.toContain('Image:');
});

test('a Markdown file loads nothing that code displayed either', () => {
  const output = { output_type: 'display_data', data: { 'text/markdown': `![a](${U})` }, metadata: {} };
  const cell = { id: 'c', cell_type: 'code', source: '', metadata: {}, outputs: [output] };
  const notebook: Notebook = { nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [cell] };
  expect(exportMarkdown(notebook)).toBe(`[a](${U})\n`);
});

test('cells of the user stay as they are', () => {
  const cell = (author: string) => ({
    id: author,
    cell_type: 'markdown',
    source: `![a](${U})`,
    metadata: { actbook: { author } },
  });
  const notebook: Notebook = {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {},
    cells: [cell('human'), cell('agent')],
  };
  expect(linkRemotePictures(notebook).cells.map(({ source }) => source)).toEqual([`![a](${U})`, `[a](${U})`]);
});
