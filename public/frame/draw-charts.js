/**
 * Draws the charts of an exported page, which has no server to load from. Each is drawn by viewer.js in a sandboxed frame of
 * opaque origin, as on the app's page; the page's policy allows our scripts by their hashes and no other. All that is needed is
 * in the page: a chart's data in its figure, our scripts once and compressed. Where a chart cannot be drawn, its figure stays
 * as it was written: a picture, or words and a table.
 */
const kit = JSON.parse(document.getElementById('chart-kit').textContent);
const MAX_HEIGHT_PX = 2_000;
const EXPECTED_HEIGHT_PX = 420;
const DOCUMENT =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Output</title><div id="output"></div><script>';
/** A frame that sends more than this in a second is closed. */
const MAX_MESSAGES_PER_SECOND = 500;

/** By name; each is unpacked once. */
const unpacked = new Map();
function unpack(name) {
  if (!unpacked.has(name)) unpacked.set(name, inflate(kit.files[name]));
  return unpacked.get(name);
}

async function inflate(id) {
  const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), (each) => each.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
}

/** A frame that is not in the page yet, and what it is sent when it is ready. */
async function makeFrame(figure) {
  const { viewer, source, title } = JSON.parse(figure.querySelector('script').textContent);
  const [program, ...scripts] = await Promise.all(['viewer.js', ...kit.viewers[viewer]].map(unpack));
  const frame = document.createElement('iframe');
  Object.assign(frame, { title, referrerPolicy: 'no-referrer' });
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.style.height = `${EXPECTED_HEIGHT_PX}px`;
  // In two pieces: this text is in a script element itself, which the whole tag would end.
  frame.srcdoc = [DOCUMENT, program, '</', 'script>'].join('');
  return { frame, task: { kind: 'draw', viewer, source, scripts: scripts.map((text) => ({ text })) } };
}

async function drawChart(figure) {
  const { frame, task } = await makeFrame(figure);
  const still = figure.querySelector('.still');
  const note = Object.assign(document.createElement('p'), { className: 'facts' });
  const send = (message) => frame.contentWindow?.postMessage({ ...message, ...readTheme(figure) }, '*');
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  const changeTheme = () => send({ kind: 'theme' });

  function close() {
    removeEventListener('message', hear);
    scheme.removeEventListener('change', changeTheme);
    frame.remove();
    still.hidden = false;
    delete figure.dataset.drawn;
  }

  let since = 0;
  let count = 0;
  function hear({ source: sender, data, timeStamp }) {
    if (sender !== frame.contentWindow || typeof data?.kind !== 'string') return;
    if (timeStamp - since > 1_000) [since, count] = [timeStamp, 0];
    if (++count > MAX_MESSAGES_PER_SECOND) close();
    else if (data.kind === 'ready') send(task);
    else if (data.kind === 'height' && data.height > 0)
      frame.style.height = `${Math.min(Math.ceil(data.height), MAX_HEIGHT_PX)}px`;
    else if (data.kind === 'drawn') {
      still.hidden = true;
      figure.dataset.drawn = 'true';
    } else if (data.kind === 'error') {
      note.textContent = String(data.message).slice(0, 500);
      figure.append(note);
      if (!figure.dataset.drawn) close();
    }
  }

  // A second document: the output navigated away.
  let loads = 0;
  frame.addEventListener('load', () => ++loads > 1 && close());
  addEventListener('message', hear);
  scheme.addEventListener('change', changeTheme);
  figure.prepend(frame);
}

/** The page's colors as plain values: a frame does not share its style sheet. */
function readTheme(figure, scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light') {
  const probe = figure.appendChild(document.createElement('span'));
  probe.style.colorScheme = scheme;
  const colors = {};
  for (const name of kit.colors) {
    probe.style.color = `var(${name})`;
    colors[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return { scheme, colors };
}

// A chart is loaded when it comes near the window, about a screen away.
const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      drawChart(target);
    }
  },
  { rootMargin: '1000px' },
);
for (const figure of document.querySelectorAll('figure.chart')) observer.observe(figure);

/** Paper is narrower than the window: a chart that is drawn is printed smaller, not cut. CSS pixels of A4 between usual margins. */
const PAPER_WIDTH_PX = 660;
/** For each attempt. A busy machine can need long, but a chart that hangs must not hold up the others: it is drawn last, again. */
const PICTURE_TIMEOUTS_MS = [10_000, 60_000];

/**
 * A picture for paper, in light colors: printing waits for nothing, and what is not near the window, or folded, is not drawn.
 * Resolves to false when the chart was not drawn in time.
 */
async function addPicture(figure, timeoutMs) {
  const { frame, task } = await makeFrame(figure);
  const holder = document.createElement('div');
  // Within the window: a browser does not draw what is outside of it.
  holder.style.cssText =
    'position: fixed; inset: 0; overflow: hidden; visibility: hidden; pointer-events: none';
  holder.inert = true;
  frame.style.cssText = `border: 0; width: ${PAPER_WIDTH_PX}px; height: ${EXPECTED_HEIGHT_PX}px`;
  holder.append(frame);
  let failed = false;
  const url = await new Promise((resolve) => {
    const send = (message) =>
      frame.contentWindow.postMessage({ ...message, ...readTheme(figure, 'light') }, '*');
    function hear({ source: sender, data }) {
      if (sender !== frame.contentWindow || typeof data?.kind !== 'string') return;
      if (data.kind === 'ready') send(task);
      else if (data.kind === 'drawn')
        send({ kind: 'save', format: data.formats?.includes('svg') ? 'svg' : 'png' });
      else if (data.kind === 'image') end(data.url);
      else if (data.kind === 'error') failed = true;
    }
    function end(result) {
      clearTimeout(timer);
      removeEventListener('message', hear);
      resolve(result);
    }
    const timer = setTimeout(() => end(failed ? '' : undefined), timeoutMs);
    addEventListener('message', hear);
    document.body.append(holder);
  });
  holder.remove();
  if (url === undefined) return false;
  if (!/^data:image\/(?:png|svg\+xml)[;,]/.test(url)) return true;
  const image = Object.assign(new Image(), { className: 'paper', alt: frame.title, src: url });
  await image.decode();
  // A bitmap has a pixel for each of the screen's.
  if (url.startsWith('data:image/png')) image.width = Math.round(image.naturalWidth / devicePixelRatio);
  figure.append(image);
  return true;
}

/** One at a time, while the reader does nothing. Where there is none, what is on the page is printed. */
async function addPictures() {
  let left = [...document.querySelectorAll('figure.chart')];
  for (const timeoutMs of PICTURE_TIMEOUTS_MS) {
    const late = [];
    for (const figure of left) {
      await new Promise((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve));
      if (!(await addPicture(figure, timeoutMs).catch(() => true))) late.push(figure);
    }
    left = late;
  }
}
addEventListener('load', addPictures);

const drawnFrames = () => document.querySelectorAll('figure.chart[data-drawn] iframe');
addEventListener('beforeprint', () => {
  for (const { style, clientWidth, clientHeight } of drawnFrames()) {
    const scale = Math.min(1, PAPER_WIDTH_PX / clientWidth);
    Object.assign(style, {
      width: `${clientWidth}px`,
      transform: `scale(${scale})`,
      transformOrigin: 'top left',
      marginBottom: `${(scale - 1) * clientHeight}px`,
    });
  }
});
addEventListener('afterprint', () => {
  for (const { style } of drawnFrames()) Object.assign(style, { width: '', transform: '', marginBottom: '' });
});
