import { Markdown } from '../markdown/markdown.tsx';
import { copyTool, saveTool } from './parts/copy-tools.tsx';
import type { DrawingProps } from './parts/drawing-props.ts';
import { DRAWING_TEXTS } from './parts/drawing-texts.ts';
import { WithTools } from './parts/output-tools.tsx';

export function MarkdownOutput({ text }: DrawingProps) {
  const tools = [
    copyTool(() => text, DRAWING_TEXTS.copyAs('Markdown')),
    saveTool(() => text, 'output.md', 'text/markdown'),
  ];
  return (
    <WithTools tools={tools}>
      <Markdown text={text} />
    </WithTools>
  );
}

export function LatexOutput({ text }: DrawingProps) {
  const formula = readFormula(text);
  return (
    <WithTools tools={[copyTool(() => formula, DRAWING_TEXTS.copyAs('LaTeX'))]}>
      <Markdown text={`$$\n${formula}\n$$`} />
    </WithTools>
  );
}

/** LaTeX as SymPy and IPython print it (`$\displaystyle …$`, `$$…$$`, an environment) without its dollars. */
function readFormula(latex: string): string {
  return latex
    .trim()
    .replace(/^\${1,2}([\s\S]*?)\${1,2}$/, '$1')
    .trim();
}
