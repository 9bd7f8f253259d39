import { memo } from 'react';
import { toStyledRuns } from '../../../../lib/notebook/styled-runs.ts';
import { toCssStyle } from '../../../../lib/notebook/to-css-style.ts';

/** Terminal text with its colors; terminal links and titles become plain text. */
export const AnsiText = memo(function AnsiText({ text }: { text: string }) {
  let offset = 0;
  return toStyledRuns(text).map((run) => {
    const key = offset;
    offset += run.text.length;
    return run.style ? (
      <span key={key} style={toCssStyle(run.style)}>
        {run.text}
      </span>
    ) : (
      run.text
    );
  });
});
