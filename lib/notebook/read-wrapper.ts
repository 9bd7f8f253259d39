/** Recognizes the HTML that charting libraries wrap around data, which can then be drawn without running the rest. */

/** Altair's default: a script that fetches Vega, called with the specification and its options as JSON. */
export function isAltairChart(html: string): boolean {
  return (
    html.length > 0 &&
    /\}, \{[^{}]*"mode": "vega(?:-lite)?"[^{}]*\}\);\s*<\/script>\s*$/.test(html.slice(-2_000))
  );
}

/** The specification in Altair's HTML, parsed; null when there is none. */
export function readAltairSpec(html: string): unknown {
  const [, json] = /\}\)\((\{[\s\S]*\}), \{[^{}]*"mode": "vega(?:-lite)?"[^{}]*\}\);/.exec(html) ?? [];
  try {
    return json === undefined ? null : JSON.parse(json);
  } catch {
    return null;
  }
}

/** What Bokeh sends before its output: a loading notice and empty places for plots. */
export function isBokehPlaceholder(html: string): boolean {
  if (html.length > 10_000) return false;
  const isPlace = /^\s*<div id="[\w-]+" data-root-id="\w+"[^<>]*>\s*<\/div>\s*$/.test(html);
  return isPlace || (html.includes('bk-notebook-logo') && html.includes('Loading BokehJS'));
}
