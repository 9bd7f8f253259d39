'use client';

import type { ComponentType } from 'react';
import type { Display } from '../../lib/observation/render-bundle.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { chooseMime, type Drawing } from './choose-mime.ts';
import type { DrawingProps } from './drawing-props.ts';
import { HtmlOutput } from './html-output.tsx';
import { ImageOutput } from './image-output.tsx';
import { MediaOutput } from './media-output.tsx';
import { TextOutput } from './text-output.tsx';
import { Chart } from './viewer-frame.tsx';
import { withText } from './with-text.tsx';

/** How each kind of drawing is made. A new kind: its MIME type in choose-mime.ts, its component here. */
const DRAWINGS: Record<Drawing, ComponentType<DrawingProps>> = {
  html: withText(({ text }) => <HtmlOutput html={text} />),
  markdown: withText(({ text }) => <Markdown text={text} />),
  latex: withText(({ text }) => <Markdown text={toDisplayMath(text)} />),
  json: withText(({ text }) => <TextOutput text={indentJson(text)} />),
  text: withText(({ text }) => <TextOutput text={text} />),
  media: MediaOutput,
  plotly: ({ value, output }) => <Chart viewer="plotly" value={value} text={toDescription(output)} />,
  vega: ({ value, output }) => <Chart viewer="vega" value={value} text={toDescription(output)} />,
  // The type's own value is empty: the document is in the program beside it, which is not run.
  bokeh: ({ output }) => <Chart viewer="bokeh" value={output.data['application/javascript']} text="" />,
  nothing: () => null,
  image: (props) => <ImageOutput {...props} description={toDescription(props.output)} />,
};

/** A display or a result, in the best form the page can draw. */
export function MimeOutput({ output }: { output: Display }) {
  const choice = chooseMime(output.data);
  if (!choice) return <p role="note">This output has no form that can be shown here.</p>;
  const Drawn = DRAWINGS[choice.drawing];
  return <Drawn mimeType={choice.mimeType} value={choice.value} output={output} />;
}

/** The plain form of a picture, unless it is long or says nothing. */
function toDescription({ data }: Display): string {
  const text = data['text/plain'];
  return typeof text === 'string' && text.length < 200 ? text : '';
}

/** LaTeX as SymPy and IPython print it (`$\displaystyle …$`, `$$…$$`, an environment) as one display formula. */
function toDisplayMath(latex: string): string {
  const formula = latex.trim().replace(/^\${1,2}([\s\S]*?)\${1,2}$/, '$1');
  return `$$\n${formula.trim()}\n$$`;
}

function indentJson(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
