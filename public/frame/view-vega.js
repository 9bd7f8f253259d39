/**
 * Vega and Vega-Lite charts: a specification, or HTML that holds one as Altair writes it. Expressions are interpreted, never
 * compiled, so the frame needs no `eval`.
 */
const NO_NETWORK = 'This chart loads its data from an address, and outputs have no network.';

let spec = null;
let result = null;
let host = null;

globalThis.viewers.vega = {
  formats: ['png', 'svg'],
  async draw(element, source, context) {
    spec = /^\s*</.test(source) ? readAltairHtml(source) : JSON.parse(source);
    if (typeof spec !== 'object' || spec === null || Array.isArray(spec)) {
      throw new Error('This is not a Vega specification.');
    }
    // A specification may carry options for its viewer: those are ours to set.
    delete spec.usermeta?.embedOptions;
    host ??= element.appendChild(document.createElement('div'));
    await embed(context);
  },
  theme: (_element, context) => embed(context),
  save: async (_element, format) =>
    format === 'svg' ? toSvgUrl(await result.view.toSVG()) : await result.view.toImageURL('png', 2),
};

async function embed(context) {
  let failure = null;
  const loader = {
    load: () => refuse(() => NO_NETWORK),
    // Pictures in the data stay; addresses lead nowhere.
    sanitize: (uri) =>
      /^data:image\//i.test(uri) ? Promise.resolve({ href: uri }) : refuse(() => 'Links are not followed.'),
    http: () => refuse(() => NO_NETWORK),
    file: () => refuse(() => NO_NETWORK),
    fileAccess: false,
  };
  async function refuse(toMessage) {
    failure ??= toMessage();
    throw new Error(failure);
  }
  result?.finalize();
  result = await globalThis.vegaEmbed(host, structuredClone(spec), {
    actions: false,
    ast: true,
    loader,
    renderer: 'canvas',
    config: toConfig(context),
  });
  if (failure === NO_NETWORK) throw new Error(NO_NETWORK);
}

/** What the author's own `config` says goes before it. */
function toConfig({ colors }) {
  const [page, ink, faint, line] = ['--surface', '--ink', '--ink-2', '--line-strong'].map(
    (name) => colors[name],
  );
  return {
    background: page,
    title: { color: ink, subtitleColor: faint },
    style: { 'guide-label': { fill: faint }, 'guide-title': { fill: ink }, 'group-title': { fill: ink } },
    axis: { domainColor: line, gridColor: line, tickColor: line },
    view: { stroke: line },
  };
}

function toSvgUrl(svg) {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

/** Altair's HTML ends in a call with specification and options as JSON; the program around it is not run. */
function readAltairHtml(html) {
  const [, json] = html.match(/\}\)\((\{[\s\S]*\}), \{[^{}]*"mode": "vega(?:-lite)?"[^{}]*\}\);/) ?? [];
  if (!json) throw new Error('This chart is written in a way that is not known here.');
  return JSON.parse(json);
}
