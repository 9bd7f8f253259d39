'use client';

import { type ComponentType, useMemo } from 'react';
import { isBlobRef, toText } from '../../../lib/notebook/mime-value.ts';
import { findImageSize } from '../../../lib/observation/describe-image.ts';
import type { Display } from '../../../lib/observation/render-bundle.ts';
import { createLate } from '../../ui/layers/create-late.tsx';
import { WithinBudget } from '../budget/within-budget.tsx';
import { ImageOutput } from './image/image-output.tsx';
import { LatexOutput, MarkdownOutput } from './markdown-output.tsx';
import { chooseMime, type Drawing, type MimeChoice } from './parts/choose-mime.ts';
import type { DrawingProps } from './parts/drawing-props.ts';
import { DRAWING_TEXTS } from './parts/drawing-texts.ts';
import { TextOutput } from './text/text-output.tsx';
import { useBlobText } from './use-blob-text.ts';

// Kinds that only some notebooks contain are loaded when needed.
const Loading = () => <p role="status">{DRAWING_TEXTS.loading}</p>;
const TableOutput = createLate(async () => (await import('./table/table-output.tsx')).TableOutput, Loading);
const JsonOutput = createLate(async () => (await import('./json/json-output.tsx')).JsonOutput, Loading);
const MediaOutput = createLate(async () => (await import('./media-output.tsx')).MediaOutput, Loading);
const Chart = createLate(async () => (await import('./frame/viewer-frame.tsx')).Chart, Loading);
const WidgetOutput = createLate(
  async () => (await import('./frame/widget-output.tsx')).WidgetOutput,
  Loading,
);

/** How each kind of drawing is made. A new kind: its MIME type in choose-mime.ts, its component here. */
const DRAWINGS: Record<Drawing, ComponentType<DrawingProps>> = {
  html: TableOutput,
  table: TableOutput,
  markdown: MarkdownOutput,
  latex: LatexOutput,
  json: JsonOutput,
  text: ({ text }) => <TextOutput text={text} />,
  media: MediaOutput,
  plotly: ({ value, output }) => <Chart viewer="plotly" value={value} text={toDescription(output)} />,
  vega: ({ value, output }) => <Chart viewer="vega" value={value} text={toDescription(output)} />,
  bokeh: ({ value }) => <Chart viewer="bokeh" value={value} text="" />,
  widget: WidgetOutput,
  nothing: () => null,
  image: ImageOutput,
};

/** What takes too long is drawn in a frame, where it does not hold up the page. */
const DRAWINGS_APART: Partial<Record<Drawing, ComponentType<DrawingProps>>> = {
  image: createLate(async () => (await import('./image/picture-apart.tsx')).PictureApart, Loading),
  html: createLate<DrawingProps>(async () => (await import('./frame/html-output.tsx')).HtmlOutput, Loading),
};

/** Drawn from their text. Of the others the page reads nothing. */
const READ = new Set<Drawing>(['html', 'table', 'markdown', 'latex', 'json', 'text']);
/** Notes and answers are Markdown too, which keeps its budget by itself. */
const KEEPS_BUDGET = new Set<Drawing>(['markdown', 'latex']);

/** A display or a result, in the best form the page can draw. */
export function MimeDrawing({ output }: { output: Display }) {
  const choice = chooseMime(output.data, output.digest);
  if (!choice) return <p role="note">{DRAWING_TEXTS.unknownFormat}</p>;
  return <ChosenOutput choice={choice} output={output} />;
}

function ChosenOutput({ choice, output }: { choice: MimeChoice; output: Display }) {
  const { mimeType, drawing } = choice;
  // Bokeh's value is empty: its document is in the program next to it, which is not run.
  const value = drawing === 'bokeh' ? output.data['application/javascript'] : choice.value;
  const isVector = mimeType === 'image/svg+xml';
  const isRead = READ.has(drawing) || isVector;
  const blob = isBlobRef(value) ? value : null;
  const { text: loaded, failure } = useBlobText(isRead ? blob : null, mimeType);
  const text = useMemo(() => {
    if (!isRead) return '';
    return isBlobRef(value) ? loaded : toText(value);
  }, [isRead, value, loaded]);
  if (failure) return <p role="alert">{failure}</p>;
  if (text === null) return <p role="status">{DRAWING_TEXTS.loading}</p>;
  const Drawn = DRAWINGS[drawing];
  const drawn = <Drawn mimeType={mimeType} value={value} output={output} text={text} />;
  if (KEEPS_BUDGET.has(drawing)) return drawn;
  const size = drawing === 'image' && !isVector ? findImageSize(mimeType, value, output.digest ?? {}) : null;
  const Apart = DRAWINGS_APART[drawing] ?? Drawn;
  return (
    <WithinBudget
      mimeType={mimeType}
      text={text}
      length={isRead ? text.length : (blob?.bytes ?? 0)}
      size={size}
      apart={<Apart mimeType={mimeType} value={value} output={output} text={text} />}
    >
      {drawn}
    </WithinBudget>
  );
}

/** The chart's plain text, unless it is long. */
function toDescription({ data }: Display): string {
  const text = data['text/plain'];
  return typeof text === 'string' && text.length < 200 ? text : '';
}
