/** The libraries that draw charts, and how outputs hold what they draw. */

/** MIME types that hold a chart as data, best first. A pattern matches the whole type. */
export const CHART_MIME_TYPES = [
  [/^application\/vnd\.bokehjs_exec\.v0\+json$/, 'bokeh'],
  [/^application\/vnd\.plotly\.v1\+json$/, 'plotly'],
  [/^application\/vnd\.vega(?:lite)?\.v\d+(?:\.\d+)*[.+]json$/, 'vega'],
] as const;

export type ChartViewer = (typeof CHART_MIME_TYPES)[number][1];

/** Scripts of each viewer in the order in which they are loaded, as addresses below `/frame/`. */
export const VIEWER_SCRIPTS: Record<ChartViewer | 'widgets', readonly string[]> = {
  plotly: ['vendor/plotly.js', 'view-plotly.js'],
  vega: ['vendor/vega.js', 'vendor/vega-lite.js', 'vendor/vega-embed.js', 'view-vega.js'],
  bokeh: [
    'vendor/bokeh.js',
    'vendor/bokeh-gl.js',
    'vendor/bokeh-widgets.js',
    'vendor/bokeh-tables.js',
    'view-bokeh.js',
  ],
  widgets: ['vendor/purify.js', 'widget-controls.js', 'widget-choices.js', 'view-widgets.js'],
};

/** Colors that a frame with foreign content draws with, of `app/tokens.css`. */
export const FRAME_COLORS = [
  '--ink',
  '--ink-2',
  '--ink-3',
  '--line',
  '--line-strong',
  '--hover',
  '--page',
  '--surface',
  '--paper',
  '--dark-paper',
];
