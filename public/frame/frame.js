/**
 * Draws untrusted HTML inside a sandboxed document of opaque origin (components/render/output/frame/html-frame.tsx).
 * Messages in: {kind: 'render', html, scheme, colors}, {kind: 'theme', scheme, colors}. Out: {kind: 'ready'},
 * {kind: 'height', height}, {kind: 'error', message}. What this document may load is set by the server's headers, not here.
 */
const STYLE = `
  :root { background: transparent; }
  body { margin: 0; color: var(--ink); font: 13px/1.5 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
  #output { --start: 0px; --end: 0px; overflow-x: auto; padding-bottom: 1px; scrollbar-width: thin; scrollbar-color: var(--ink-3) transparent; mask-image: linear-gradient(to right, transparent, #000 var(--start) calc(100% - var(--end)), transparent); }
  #output[data-more~=start] { --start: 32px; }
  #output[data-more~=end] { --end: 32px; }
  #output:focus-visible { outline: 2px solid var(--ink-3); outline-offset: -2px; }
  table { border-collapse: collapse; border: 0; font-variant-numeric: tabular-nums; white-space: nowrap; }
  th, td { padding: 5px 12px; border: 0; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top; }
  thead th { position: sticky; top: 0; border-bottom-color: var(--line-strong); background: var(--page); }
  th { color: var(--ink-2); font-weight: 600; }
  tbody th, thead th:first-child { text-align: left; }
  tbody tr:hover > * { background: var(--hover); }
  tbody tr:last-child > * { border-bottom: 0; }
  p { margin: 8px 0 2px; color: var(--ink-3); font-size: 12px; }
  img, svg { max-width: 100%; }
`;
const FORBIDDEN_TAGS = 'link meta base iframe object embed form input button textarea select'.split(' ');
const LINKS = ['href', 'xlink:href'];
const MEDIA_TAGS = new Set(['AUDIO', 'VIDEO', 'SOURCE', 'TRACK']);
/** Libraries that programs ask for at addresses of the web, in any version, and where we have them. */
const VENDORS = [
  [/\/plotly[^/]*\.js$|\/plotly(?:\.js[^/]*)?@[^/]*$/, 'plotly.js'],
  [/\/vega-embed@[^/]*$|\/vega-embed[^/]*\.js$/, 'vega-embed.js'],
  [/\/vega-lite@[^/]*$|\/vega-lite[^/]*\.js$/, 'vega-lite.js'],
  [/\/vega@[^/]*$|\/vega(?:\.min)?\.js$/, 'vega.js'],
  [/\/bokeh-widgets[^/]*\.js$/, 'bokeh-widgets.js'],
  [/\/bokeh-tables[^/]*\.js$/, 'bokeh-tables.js'],
  [/\/bokeh-gl[^/]*\.js$/, 'bokeh-gl.js'],
  [/\/bokeh-\d[^/]*\.js$|\/bokeh(?:\.min)?\.js$/, 'bokeh.js'],
];

const lane = document.documentElement.dataset.lane;
const output = document.getElementById('output');
const tell = (message) => parent.postMessage(message, '*');

addEventListener('message', ({ source, data }) => {
  if (source !== parent || (data?.kind !== 'render' && data?.kind !== 'theme')) return;
  applyTheme(data.scheme, data.colors);
  if (data.kind === 'theme') return;
  if (lane === 'active') runHtml(data.html);
  else output.innerHTML = cleanHtml(data.html);
});

function applyTheme(scheme, colors) {
  const { style } = document.documentElement;
  style.colorScheme = scheme;
  for (const [name, value] of Object.entries(colors)) style.setProperty(name, value);
}

/** No scripts, no requests, and no links: a click must not take the frame elsewhere. Sound waits for the person. */
function cleanHtml(html) {
  DOMPurify.addHook('afterSanitizeAttributes', (node) => {
    // In SVG the name is small, and the address may be an `xlink:href`.
    if (/^(?:a|area)$/i.test(node.nodeName)) for (const name of LINKS) node.removeAttribute(name);
    if (!MEDIA_TAGS.has(node.nodeName)) return;
    if (!/^data:(?:audio|video)\//i.test(node.getAttribute('src') ?? '')) node.removeAttribute('src');
    for (const name of ['autoplay', 'poster', 'srcset']) node.removeAttribute(name);
    if (node.nodeName === 'AUDIO' || node.nodeName === 'VIDEO') node.controls = true;
  });
  const clean = DOMPurify.sanitize(html, {
    FORBID_TAGS: FORBIDDEN_TAGS,
    ADD_DATA_URI_TAGS: ['source'],
    FORCE_BODY: true,
  });
  DOMPurify.removeAllHooks();
  return clean;
}

/** The edge fades where more can be scrolled to. */
function markOverflow() {
  const { scrollLeft, clientWidth, scrollWidth } = output;
  const hasMore = scrollLeft + clientWidth < scrollWidth - 1;
  output.dataset.more = `${scrollLeft > 0 ? 'start' : ''} ${hasMore ? 'end' : ''}`.trim();
}

let hasRun = false;

/** Inserts HTML and runs its scripts in their order, once: a change of theme must not run a program again. */
async function runHtml(html) {
  if (hasRun) return;
  hasRun = true;
  const holder = document.createElement('template');
  // Scripts of a template are inert; each is run below.
  holder.innerHTML = html;
  output.replaceChildren(document.importNode(holder.content, true));
  for (const script of [...output.querySelectorAll('script')]) await runScript(script);
}

function runScript(inert) {
  const script = document.createElement('script');
  for (const { name, value } of inert.attributes) script.setAttribute(name, value);
  script.textContent = inert.textContent;
  const address = inert.getAttribute('src');
  if (!address) {
    inert.replaceWith(script);
    return;
  }
  const vendor = VENDORS.find(([pattern]) => pattern.test(address.replace(/[?#].*$/, '')))?.[1];
  for (const name of ['integrity', 'crossorigin']) script.removeAttribute(name);
  if (vendor) script.src = `/frame/vendor/${vendor}`;
  return new Promise((resolve) => {
    script.onload = script.onerror = resolve;
    inert.replaceWith(script);
  });
}

addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) => {
  if (lane === 'active') {
    tell({
      kind: 'error',
      message: `Blocked ${effectiveDirective}: ${blockedURI}. Outputs have no network.`,
    });
  }
});
addEventListener('error', ({ message }) => tell({ kind: 'error', message }));

const styleElement = document.createElement('style');
styleElement.textContent = STYLE;
document.head.prepend(styleElement);
// A table wider than the frame scrolls sideways; the keyboard must reach it too.
output.tabIndex = 0;
new ResizeObserver(() => {
  tell({ kind: 'height', height: output.getBoundingClientRect().height });
  markOverflow();
}).observe(output);
output.addEventListener('scroll', markOverflow, { passive: true });
// Not before: the page counts loads, and a program that leaves at once must not take the first one with it.
addEventListener('load', () => tell({ kind: 'ready' }));
