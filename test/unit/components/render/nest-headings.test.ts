import type { Element, Root } from 'hast';
import { expect, test } from 'vitest';
import { nestHeadings } from '../../../../components/render/markdown/plain-markdown.tsx';

const toElement = (tagName: string, children: Element[] = []): Element => ({
  type: 'element',
  tagName,
  properties: {},
  children,
});

test.each([
  [2, ['h1', 'h2', 'h3'], ['h2', 'h3', 'h4']],
  [3, ['h3', 'h1', 'h4', 'h2', 'h4'], ['h3', 'h3', 'h4', 'h4', 'h5']],
  [3, ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'], ['h3', 'h4', 'h5', 'h6', 'h6', 'h6']],
])('headings from level %i on skip none: %j', (level, written, nested) => {
  const inQuote = written.slice(1).map((name) => toElement(name));
  const tree: Root = {
    type: 'root',
    children: [toElement(written[0] ?? ''), toElement('blockquote', inQuote)],
  };
  nestHeadings({ level })(tree);
  expect([tree.children[0], ...inQuote].map((each) => each && 'tagName' in each && each.tagName)).toEqual(
    nested,
  );
  expect(inQuote.map(({ properties }) => `h${properties.dataDepth}`)).toEqual(written.slice(1));
});
