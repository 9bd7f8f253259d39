'use client';

import { isBlobRef, toText } from '../../lib/notebook/mime-value.ts';
import type { MimeBundle } from '../../lib/notebook/output.ts';
import { assertNever } from '../../lib/util/assert-never.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { chooseMime, type MimeChoice } from './choose-mime.ts';
import { HtmlOutput } from './html-output.tsx';
import { ImageOutput } from './image-output.tsx';
import { TextOutput } from './text-output.tsx';
import { useBlobText } from './use-blob-text.ts';

/** A display or a result, in the best form the page can draw. */
export function MimeOutput({ data }: { data: MimeBundle }) {
  const choice = chooseMime(data);
  if (!choice) return <p role="note">This output has no form that can be shown here.</p>;
  if (choice.drawing === 'image') {
    return <ImageOutput {...choice} description={toDescription(data)} />;
  }
  return <WrittenOutput {...choice} />;
}

/** The plain form of a picture, unless it is long or says nothing. */
function toDescription(data: MimeBundle): string {
  const text = data['text/plain'];
  return typeof text === 'string' && text.length < 200 ? text : '';
}

function WrittenOutput({ mimeType, drawing, value }: MimeChoice) {
  const { text, failure } = useBlobText(isBlobRef(value) ? value : null, mimeType);
  if (failure) return <p role="alert">{failure}</p>;
  const written = isBlobRef(value) ? text : toText(value);
  if (written === null) return <p role="status">Loading the output…</p>;
  switch (drawing) {
    case 'html':
      return <HtmlOutput html={written} />;
    case 'markdown':
      return <Markdown text={written} />;
    case 'latex':
      return <Markdown text={toDisplayMath(written)} />;
    case 'json':
      return <TextOutput text={indentJson(written)} />;
    case 'text':
    case 'image':
      return <TextOutput text={written} />;
    default:
      return assertNever(drawing);
  }
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
