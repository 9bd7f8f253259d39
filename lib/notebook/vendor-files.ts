/** Classic scripts as their packages ship them: by the name below `/frame/vendor/`, files below `node_modules`. */
export const VENDOR_FILES: Readonly<Record<string, string>> = {
  'purify.js': 'dompurify/dist/purify.min.js',
  'plotly.js': 'plotly.js-strict-dist-min/plotly-strict.min.js',
  'vega.js': 'vega/build/vega.min.js',
  'vega-lite.js': 'vega-lite/build/vega-lite.min.js',
  'vega-embed.js': 'vega-embed/build/vega-embed.min.js',
  'bokeh.js': '@bokeh/bokehjs/build/js/bokeh.min.js',
  'bokeh-widgets.js': '@bokeh/bokehjs/build/js/bokeh-widgets.min.js',
  'bokeh-tables.js': '@bokeh/bokehjs/build/js/bokeh-tables.min.js',
  'bokeh-gl.js': '@bokeh/bokehjs/build/js/bokeh-gl.min.js',
};
