/**
 * Draws data of an output with libraries of ours, in a sandboxed document of opaque origin where no other script can run
 * (components/render/output/frame/viewer-frame.tsx). Each kind of data has a file `view-*.js` that enters itself in `viewers`:
 *   draw(element, source, context): source is text; again for new data. Returns or resolves when it is drawn.
 *   theme(element, context): optional, when the colors change; without it the last source is drawn again.
 *   save(element, format): optional; resolves to a data URL of an image.
 *   receive(message): optional, for messages of its own.
 * Messages in: {kind: 'draw', viewer, scripts, source, scheme, colors}, where source is text or its UTF-8 bytes and scripts
 * are the viewer's, each `{src}` or `{text}`: an exported page has nowhere to load them from (draw-charts.js),
 * {kind: 'theme', scheme, colors}, {kind: 'save', format}. Out: {kind: 'ready'}, {kind: 'drawn', formats},
 * {kind: 'height', height}, {kind: 'error', message}, {kind: 'image', format, url}.
 */
const STYLE = `
  :root { background: transparent; }
  body { margin: 0; color: var(--ink); font: 13px/1.5 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
  #output { overflow: auto hidden; padding-bottom: 1px; scrollbar-width: thin; scrollbar-color: var(--ink-3) transparent; }
  #output:focus-visible { outline: 2px solid var(--ink-3); outline-offset: -2px; }
`;
/** Filled by the `view-*.js` files. */
globalThis.viewers = {};

const output = document.getElementById('output');
const tell = (message) => parent.postMessage(message, '*');
const context = { scheme: 'light', colors: {}, tell };
let current = null;
let source = '';

addEventListener('message', ({ source: sender, data }) => {
  if (sender !== parent || typeof data?.kind !== 'string') return;
  work = work.then(() => answer(data)).catch(({ message }) => tell({ kind: 'error', message: `${message}` }));
});

/** One message after the other: a theme may change while a chart is being drawn. */
let work = Promise.resolve();

async function answer(data) {
  if (data.scheme) applyTheme(data.scheme, data.colors);
  if (data.kind === 'draw') {
    source = typeof data.source === 'string' ? data.source : new TextDecoder().decode(data.source);
    if (!current) current = await loadViewer(data);
    await draw();
  } else if (data.kind === 'theme' && current) {
    if (current.theme) await current.theme(output, context);
    else await draw();
  } else if (data.kind === 'save' && current?.save) {
    tell({ kind: 'image', format: data.format, url: await current.save(output, data.format) });
  } else current?.receive?.(data);
}

async function draw() {
  await current.draw(output, source, context);
  tell({ kind: 'height', height: output.getBoundingClientRect().height });
  tell({ kind: 'drawn', formats: current.formats ?? [] });
}

async function loadViewer({ viewer, scripts }) {
  // A page that was opened before an upgrade sends none.
  if (!Array.isArray(scripts)) throw new Error('Reload the page to see this chart.');
  for (const script of scripts) await loadScript(script);
  return globalThis.viewers[viewer];
}

function loadScript({ src, text }) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    // A script without an address runs while it is added, and has no event.
    if (text !== undefined) Object.assign(script, { text });
    else
      Object.assign(script, {
        src,
        onload: resolve,
        onerror: () => reject(new Error('The viewer could not be loaded. Reload the page to try again.')),
      });
    document.head.append(script);
    if (text !== undefined) resolve();
  });
}

function applyTheme(scheme, colors) {
  Object.assign(context, { scheme, colors });
  const { style } = document.documentElement;
  style.colorScheme = scheme;
  document.documentElement.dataset.scheme = scheme;
  for (const [name, value] of Object.entries(colors)) style.setProperty(name, value);
}

// A click must not take the frame elsewhere; the page's policy would refuse it, but the chart would be gone.
addEventListener(
  'click',
  (event) => {
    if (event.composedPath().some((node) => /^(?:a|area)$/i.test(node.nodeName ?? '')))
      event.preventDefault();
  },
  { capture: true },
);
addEventListener('unhandledrejection', ({ reason }) => {
  tell({ kind: 'error', message: String(reason?.message ?? reason) });
});

const styleElement = document.createElement('style');
styleElement.textContent = STYLE;
document.head.prepend(styleElement);
// What is wider than the frame scrolls sideways; the keyboard must reach it too.
output.tabIndex = 0;
new ResizeObserver(() => {
  if (current) tell({ kind: 'height', height: output.getBoundingClientRect().height });
}).observe(output);
// Not before: the page counts loads, and a program that leaves at once must not take the first one with it.
addEventListener('load', () => tell({ kind: 'ready' }));
