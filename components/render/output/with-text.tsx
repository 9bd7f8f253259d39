'use client';

import type { ComponentType } from 'react';
import { isBlobRef, toText } from '../../../lib/notebook/mime-value.ts';
import type { DrawingProps, WrittenProps } from './parts/drawing-props.ts';
import { OUTPUT_TEXTS } from './parts/output-texts.ts';
import { useBlobText } from './use-blob-text.ts';

/** Draws text, and loads it first if the log has only a reference to it. */
export function withText(Written: ComponentType<WrittenProps>): ComponentType<DrawingProps> {
  return function WithText(props) {
    const { mimeType, value } = props;
    const { text, failure } = useBlobText(isBlobRef(value) ? value : null, mimeType);
    if (failure) return <p role="alert">{failure}</p>;
    const written = isBlobRef(value) ? text : toText(value);
    if (written === null) return <p role="status">{OUTPUT_TEXTS.loading}</p>;
    return <Written {...props} text={written} />;
  };
}
