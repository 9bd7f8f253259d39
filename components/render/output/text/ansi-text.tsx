import { memo } from 'react';
import { toStyledRuns } from '../../../../lib/notebook/styled-runs.ts';
import { toCssStyle } from '../../../../lib/notebook/to-css-style.ts';

/** Terminal text with its colors; links and titles of terminals are their words. */
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
