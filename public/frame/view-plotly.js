/** Plotly figures: `application/vnd.plotly.v1+json`, `{data, layout, config, frames}`. */
const DEFAULT_HEIGHT_PX = 420;
const MAP_TYPES = /map|geo|choropleth/;

/** Data as it came, kept so that a change of theme starts from the author's own layout. */
let figure = null;

globalThis.viewers.plotly = {
  formats: ['png', 'svg'],
  async draw(element, source, context) {
    figure = JSON.parse(source);
    if (!Array.isArray(figure?.data)) throw new Error('This is not a Plotly figure: it has no list of data.');
    const { Plotly } = globalThis;
    // Maps fetch their outlines and tiles; everything else is in the figure.
    if (figure.data.some(({ type }) => MAP_TYPES.test(type))) {
      context.tell({ kind: 'error', message: 'Maps need a network, which outputs do not have.' });
    }
    const layout = toLayout(context);
    // When the window's width changes, Plotly fits the plot to its element, in height too.
    element.style.height = `${Number(layout.height) > 0 ? layout.height : DEFAULT_HEIGHT_PX}px`;
    await Plotly.newPlot(element, { ...figure, layout, config: CONFIG });
    if (Array.isArray(figure.frames)) await Plotly.addFrames(element, figure.frames);
  },
  theme(element, context) {
    return globalThis.Plotly.react(element, figure.data, toLayout(context), CONFIG);
  },
  save(element, format) {
    const { width, height } = element.getBoundingClientRect();
    return globalThis.Plotly.toImage(element, { format, width, height, scale: format === 'png' ? 2 : 1 });
  },
};

const CONFIG = {
  responsive: true,
  displaylogo: false,
  showSendToCloud: false,
  showTips: false,
  // Saving is the page's: a frame may not download.
  modeBarButtonsToRemove: ['toImage', 'sendDataToCloud'],
};

function toLayout({ scheme, colors }) {
  const layout = typeof figure.layout === 'object' && figure.layout !== null ? figure.layout : {};
  const template = layout.template ?? {};
  const base = template.layout ?? {};
  const paper = base.paper_bgcolor ?? 'white';
  const themed =
    scheme === 'dark' && paper === 'white'
      ? { ...template, layout: { ...base, ...toDarkTemplate(base, colors) } }
      : template;
  return {
    // Zoom and the like stay when only the colors change.
    uirevision: 'same',
    autosize: true,
    height: DEFAULT_HEIGHT_PX,
    ...layout,
    template: themed,
  };
}

/** The default templates are drawn for white paper; what an author set in the layout itself stays. */
function toDarkTemplate(base, colors) {
  const page = colors['--surface'];
  const ink = colors['--ink'];
  const line = colors['--line-strong'];
  const axis = { gridcolor: line, linecolor: line, zerolinecolor: line, tickcolor: line };
  return {
    paper_bgcolor: page,
    plot_bgcolor: page,
    font: { ...base.font, color: ink },
    xaxis: { ...base.xaxis, ...axis },
    yaxis: { ...base.yaxis, ...axis },
    polar: {
      ...base.polar,
      bgcolor: page,
      angularaxis: { ...base.polar?.angularaxis, ...axis },
      radialaxis: { ...base.polar?.radialaxis, ...axis },
    },
    ternary: { ...base.ternary, bgcolor: page },
    scene: Object.fromEntries(
      ['xaxis', 'yaxis', 'zaxis'].map((name) => [
        name,
        { ...base.scene?.[name], backgroundcolor: page, gridcolor: line, zerolinecolor: line },
      ]),
    ),
  };
}
