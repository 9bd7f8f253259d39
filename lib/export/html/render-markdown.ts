/** Markdown as safe HTML, formulas as MathML, which needs neither fonts nor script. */
import rehypeKatex from 'rehype-katex';
import rehypeRaw from 'rehype-raw';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { markDisplayMath } from '../../util/mark-display-math.ts';
import { prepareMath } from '../../util/prepare-math.ts';
import { toSafeHtml } from './to-safe-html.ts';

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkMath)
  .use(markDisplayMath)
  .use(remarkRehype, { allowDangerousHtml: true })
  // Of HTML in it, what is left is what `toSafeHtml` lists.
  .use(rehypeRaw)
  // The limits keep a hostile formula from covering the page or eating the processor.
  .use(rehypeKatex, { output: 'mathml', trust: false, maxExpand: 1000, maxSize: 20, strict: 'ignore' })
  .freeze();

export function renderMarkdown(markdown: string): string {
  const prepared = prepareMath(markdown);
  const html = toSafeHtml(processor.runSync(processor.parse(prepared), prepared));
  // A wide one scrolls: by keys, too.
  return html.replaceAll('<math display="block">', '<math display="block" tabindex="0">');
}
