'use client';

import dynamic from 'next/dynamic';
import type { ComponentType } from 'react';
import type { Display } from '../../../lib/observation/render-bundle.ts';
import { ImageOutput } from './image/image-output.tsx';
import { LatexOutput, MarkdownOutput } from './markdown-output.tsx';
import { chooseMime, type Drawing } from './parts/choose-mime.ts';
import type { DrawingProps } from './parts/drawing-props.ts';
import { OUTPUT_TEXTS } from './parts/output-texts.ts';
import { TextOutput } from './text/text-output.tsx';
import { withText } from './with-text.tsx';

// Kinds that only some notebooks contain are loaded when needed.
const loading = () => <p role="status">{OUTPUT_TEXTS.loading}</p>;
const TableOutput = dynamic(() => import('./table/table-output.tsx').then((module) => module.TableOutput), {
  loading,
});
const JsonOutput = dynamic(() => import('./json/json-output.tsx').then((module) => module.JsonOutput), {
  loading,
});
const MediaOutput = dynamic(() => import('./media-output.tsx').then((module) => module.MediaOutput), {
  loading,
});
const Chart = dynamic(() => import('./frame/viewer-frame.tsx').then((module) => module.Chart), { loading });
const WidgetOutput = dynamic(
  () => import('./frame/widget-output.tsx').then((module) => module.WidgetOutput),
  {
    loading,
  },
);

/** How each kind of drawing is made. A new kind: its MIME type in choose-mime.ts, its component here. */
const DRAWINGS: Record<Drawing, ComponentType<DrawingProps>> = {
  html: withText(TableOutput),
  markdown: withText(MarkdownOutput),
  latex: withText(LatexOutput),
  json: withText(JsonOutput),
  text: withText(({ text }) => <TextOutput text={text} />),
  media: MediaOutput,
  plotly: ({ value, output }) => <Chart viewer="plotly" value={value} text={toDescription(output)} />,
  vega: ({ value, output }) => <Chart viewer="vega" value={value} text={toDescription(output)} />,
  // The value of this type is empty: the document is in the program next to it, which is not run.
  bokeh: ({ output }) => <Chart viewer="bokeh" value={output.data['application/javascript']} text="" />,
  widget: WidgetOutput,
  nothing: () => null,
  image: ImageOutput,
};

/** A display or a result, in the best form the page can draw. */
export function MimeOutput({ output }: { output: Display }) {
  const choice = chooseMime(output.data);
  if (!choice) return <p role="note">{OUTPUT_TEXTS.unknownFormat}</p>;
  const Drawn = DRAWINGS[choice.drawing];
  return <Drawn mimeType={choice.mimeType} value={choice.value} output={output} />;
}

/** The chart's plain text, unless it is long. */
function toDescription({ data }: Display): string {
  const text = data['text/plain'];
  return typeof text === 'string' && text.length < 200 ? text : '';
}
