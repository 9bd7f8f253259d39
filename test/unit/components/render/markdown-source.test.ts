/** Text whose parser is still loading. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Markdown } from '../../../../components/render/markdown/markdown.tsx';

test('code in a sentence has no marks while the parser loads', () => {
  const html = renderToStaticMarkup(
    createElement(Markdown, { text: 'I load `a (b).csv`: it has `x` twice.' }),
  );
  expect(html).toContain('I load <code>a (b).csv</code>: it has <code>x</code> twice.');
});
