/**
 * ipywidgets as the log has them: `{root, models: {id: {state, buffers}}, isLive, answered: {id: change}}`. A tree of views follows
 * the models; with `isLive` what the user does is sent: {kind: 'widget', modelId, data, change}, where data is that of a `comm_msg`.
 * Changes are counted. Until the kernel has answered the last change of a value, updates of that value are ignored, as
 * ipywidgets does with its echoes (@jupyter-widgets/base, widget.ts, `_expectedEchoMsgIds`).
 */
const WIDGET_STYLE = `
  .widget { display: flex; align-items: center; gap: 8px; margin: 2px 0; min-width: 0; }
  .widget-label { flex: 0 0 auto; min-width: 80px; max-width: 40%; overflow: hidden; text-overflow: ellipsis; text-align: right; color: var(--ink-2); }
  .widget-readout { min-width: 40px; font-variant-numeric: tabular-nums; }
  .widget input:not([type=checkbox], [type=radio], [type=color]), .widget select, .widget textarea, .widget progress { width: 220px; max-width: 100%; box-sizing: border-box; }
  .widget input, .widget progress, .widget select, .widget textarea, button { font: inherit; color: inherit; accent-color: var(--ink-2); }
  .widget input:not([type=range], [type=checkbox], [type=radio], [type=color]), .widget select, .widget textarea, button { padding: 3px 8px; border: 1px solid var(--line-strong); border-radius: 5px; background: var(--page); }
  .widget-range { display: grid; width: 220px; }
  .widget-radios { display: grid; }
  .widget-toggles { display: flex; flex-wrap: wrap; gap: 12px; }
  .widget-box { display: flex; flex-direction: column; min-width: 0; }
  .widget-box.row { flex-flow: row wrap; align-items: center; column-gap: 12px; }
  .widget-box.grid { display: grid; gap: 4px; }
  .widget-html, .widget-text { min-width: 0; }
  .widget-output pre { margin: 2px 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 12.5px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
  img { max-width: 100%; }
  .widget-picture { display: block; box-sizing: border-box; height: auto; border: 1px solid var(--line); border-radius: 5px; }
  .widget-picture[data-plate=light] { background: var(--paper); }
  [data-scheme=dark] .widget-picture[data-plate=light] { filter: brightness(0.88); }
  .widget-picture[data-plate=dark] { background: var(--dark-paper); }
  .widget-note { margin: 2px 0; color: var(--ink-3); }
  button:not(:disabled):hover { background: var(--hover); cursor: pointer; }
  button[aria-pressed=true], [role=tab][aria-selected=true] { border-color: var(--ink-2); font-weight: 600; }
  :disabled { opacity: 0.75; }
  :focus-visible { outline: 2px solid var(--ink-3); outline-offset: 1px; }
`;
const LAYOUT_KEYS =
  'align_content align_items align_self border_bottom border_left border_right border_top bottom display flex flex_flow grid_area grid_auto_columns grid_auto_flow grid_auto_rows grid_column grid_gap grid_row grid_template_areas grid_template_columns grid_template_rows height justify_content justify_items left margin max_height max_width min_height min_width order overflow padding right top visibility width'.split(
    ' ',
  );
const REFERENCE = 'IPY_MODEL_';
const MAX_DEPTH = 30;
/** Views that one drawing may show: models may name each other in circles. */
const MAX_SHOWN = 5_000;
const FORBIDDEN = 'link meta base iframe object embed form input button textarea select audio video'.split(
  ' ',
);

/** Views by model id. */
const views = new Map();
let models = {};
let shownCount = 0;
/** What the user has changed and the kernel has not answered: model id → key → {value, change}. */
const unanswered = new Map();
let changeCount = 0;
/** `viewer.js` has the name `tell`: classic scripts share one scope. */
let tellPage = () => {};

globalThis.viewers.widgets = {
  draw(element, source, context) {
    const { root, models: given, isLive, answered = {} } = JSON.parse(source);
    tellPage = context.tell;
    models = given;
    keepUnanswered(answered);
    shownCount = 0;
    if (isLive) document.body.dataset.live = 'true';
    else delete document.body.dataset.live;
    if (!document.getElementById('widget-style')) {
      document.head.append(make('style', { id: 'widget-style', textContent: WIDGET_STYLE }));
    }
    const view = show(root, 0);
    if (element.firstChild !== view) element.replaceChildren(view);
  },
  theme() {},
};

/** No scripts, no requests, no links. */
globalThis.cleanHtml = (dirty) => {
  const fragment = DOMPurify.sanitize(dirty, { FORBID_TAGS: FORBIDDEN, FORCE_BODY: true, RETURN_DOM: true });
  for (const link of fragment.querySelectorAll('a, area'))
    for (const name of ['href', 'xlink:href']) link.removeAttribute(name);
  return fragment.innerHTML;
};

/** The element of a model, made once and then kept up to date. */
function show(modelId, depth) {
  const model = Object.hasOwn(models, modelId) ? models[modelId] : null;
  if (!model || depth > MAX_DEPTH || ++shownCount > MAX_SHOWN) {
    return note('This widget is not in the notebook.');
  }
  const name = String(model.state._model_name ?? '').replace(/Model$/, '');
  let view = views.get(modelId);
  if (!view || view.name !== name) {
    const maker = findMaker(name);
    if (!maker) return note(`The widget ${model.state._model_module}.${name} cannot be shown here.`);
    const change = (state) => {
      // Shown at once; the kernel's word follows.
      noteChange(modelId, state);
      Object.assign(models[modelId].state, state);
      shownCount = 0;
      view.update(models[modelId], depth);
      send({ method: 'update', state, buffer_paths: [] });
    };
    const send = (data) =>
      tellPage({ kind: 'widget', modelId, data, change: data.method === 'update' ? changeCount : 0 });
    view = { name, ...maker({ id: modelId, ...model }, change, send) };
    views.set(modelId, view);
  }
  view.update(model, depth);
  applyLayout(view.element, model.state.layout);
  return view.element;
}

function noteChange(modelId, state) {
  changeCount++;
  const own = unanswered.get(modelId) ?? new Map();
  for (const [key, value] of Object.entries(state)) own.set(key, { value, change: changeCount });
  unanswered.set(modelId, own);
}

/** Puts the user's values in place of those that the log had before. */
function keepUnanswered(answered) {
  for (const [modelId, own] of unanswered) {
    for (const [key, { value, change }] of own) {
      if (change <= (answered[modelId] ?? 0)) own.delete(key);
      else if (Object.hasOwn(models, modelId)) models[modelId].state[key] = value;
    }
  }
}

function findMaker(name) {
  if (Object.hasOwn(BOXES, name)) return BOXES[name];
  return Object.hasOwn(widgetControls, name) ? widgetControls[name] : null;
}

function note(textContent) {
  return make('p', { className: 'widget-note', textContent });
}

function applyLayout(element, reference) {
  const layout = models[toId(reference)]?.state;
  if (!layout) return;
  for (const key of LAYOUT_KEYS) {
    if (typeof layout[key] === 'string') element.style.setProperty(key.replaceAll('_', '-'), layout[key]);
  }
}

function toId(reference) {
  return typeof reference === 'string' && reference.startsWith(REFERENCE)
    ? reference.slice(REFERENCE.length)
    : '';
}

const readChildren = ({ children }, depth) =>
  Array.isArray(children) ? children.map((reference) => show(toId(reference), depth + 1)) : [];

function replaceWhenChanged(holder, children) {
  const isSame =
    holder.childNodes.length === children.length &&
    children.every((child, at) => child === holder.childNodes[at]);
  if (!isSame) holder.replaceChildren(...children);
}

function box(className) {
  return () => {
    const element = make('div', { className: `widget-box ${className}` });
    return { element, update: ({ state }, depth) => replaceWhenChanged(element, readChildren(state, depth)) };
  };
}

function readTitle({ titles, _titles }, at) {
  return String((Array.isArray(titles) ? titles[at] : _titles?.[at]) || at + 1);
}

function tabs(_model, change) {
  const bar = make('div', { className: 'widget-toggles', role: 'tablist' });
  const panel = make('div', { role: 'tabpanel' });
  const element = make('div', { className: 'widget-box' }, bar, panel);
  return {
    element,
    update({ state }, depth) {
      const children = readChildren(state, depth);
      const selected = state.selected_index ?? 0;
      if (bar.childElementCount !== children.length) {
        bar.replaceChildren(...children.map((_, at) => makeTab(() => change({ selected_index: at }))));
      }
      for (const [at, tab] of [...bar.children].entries()) {
        tab.textContent = readTitle(state, at);
        tab.setAttribute('aria-selected', String(at === selected));
      }
      replaceWhenChanged(panel, children[selected] ? [children[selected]] : []);
    },
  };
}

function makeTab(onClick) {
  const tab = make('button', { type: 'button' });
  tab.setAttribute('role', 'tab');
  tab.addEventListener('click', onClick);
  return tab;
}

function accordion() {
  const element = make('div', { className: 'widget-box' });
  return {
    element,
    update({ state }, depth) {
      const children = readChildren(state, depth);
      if (element.childElementCount !== children.length) {
        // What a person unfolds stays so; the model only says how it begins.
        const makeFold = (_, at) =>
          make('details', { open: state.selected_index === at }, make('summary'), make('div'));
        element.replaceChildren(...children.map(makeFold));
      }
      for (const [at, fold] of [...element.children].entries()) {
        fold.firstChild.textContent = readTitle(state, at);
        replaceWhenChanged(fold.lastChild, [children[at]]);
      }
    },
  };
}

function stack() {
  const element = make('div', { className: 'widget-box' });
  return {
    element,
    update({ state }, depth) {
      const child = readChildren(state, depth)[state.selected_index ?? -1];
      replaceWhenChanged(element, child ? [child] : []);
    },
  };
}

function outputArea() {
  const element = make('div', { className: 'widget-output' });
  return {
    element,
    update({ state }, depth) {
      const outputs = Array.isArray(state.outputs) ? state.outputs : [];
      replaceWhenChanged(
        element,
        outputs.map((output, at) => drawAgain(output, depth, element.childNodes[at])),
      );
    },
  };
}

const toText = (value) => (Array.isArray(value) ? value.join('') : String(value ?? ''));
/** The page has taken colors and cursor movements out of it. */
const plain = (value) => make('pre', { textContent: toText(value) });

/** Output → its text. What is the same stays, and one picture takes the place of another without a gap. */
const drawn = new WeakMap();

function drawAgain(output, depth, before) {
  const text = JSON.stringify(output);
  if (before && drawn.get(before) === text && !text.includes('widget-view')) return before;
  const next = drawOutput(output, depth);
  const isPicture = before && [before, next].every((node) => node.className === 'widget-picture');
  const element = isPicture ? before : next;
  if (isPicture) {
    for (const name of ['width', 'height']) before.removeAttribute(name);
    for (const name of ['width', 'height', 'src'])
      if (next.hasAttribute(name)) before.setAttribute(name, next.getAttribute(name));
  }
  drawn.set(element, text);
  return element;
}

/** In its size on the page, as its output asks, or else its own. */
function drawPicture(type, data, metadata) {
  const asked = metadata?.[type] ?? metadata ?? {};
  const src = `data:${type};base64,${toText(data)}`;
  const image = make('img', { className: 'widget-picture', alt: 'Image', src });
  if (asked.width > 0 && asked.height > 0)
    Object.assign(image, { width: Math.round(asked.width), height: Math.round(asked.height) });
  image.dataset.plate = 'light';
  image.addEventListener('load', () => {
    image.dataset.plate = choosePlate(image);
  });
  return image;
}

const SAMPLE_PX = 64;

/** Dark only for a light drawing on a transparent background, as in components/render/output/image/choose-plate.ts. */
function choosePlate(image) {
  const canvas = make('canvas', { width: SAMPLE_PX, height: SAMPLE_PX });
  const brush = canvas.getContext('2d');
  brush.drawImage(image, 0, 0, SAMPLE_PX, SAMPLE_PX);
  const { data } = brush.getImageData(0, 0, SAMPLE_PX, SAMPLE_PX);
  let clear = 0;
  let inked = 0;
  let luma = 0;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3];
    if (alpha < 128) clear++;
    inked += alpha;
    luma += alpha * (0.2126 * data[at] + 0.7152 * data[at + 1] + 0.0722 * data[at + 2]);
  }
  return clear / SAMPLE_PX ** 2 > 0.02 && inked > 0 && luma / inked > 160 ? 'dark' : 'light';
}

function drawOutput(output, depth) {
  if (output.output_type === 'stream') return plain(output.text);
  if (output.output_type === 'error') return plain((output.traceback ?? []).join('\n'));
  const { data = {}, metadata } = output;
  for (const type of ['image/png', 'image/jpeg', 'image/gif']) {
    if (data[type]) return drawPicture(type, data[type], metadata);
  }
  if (data['text/html']) {
    return make('div', { className: 'widget-html', innerHTML: cleanHtml(toText(data['text/html'])) });
  }
  const reference = data['application/vnd.jupyter.widget-view+json'];
  if (reference?.model_id) return show(String(reference.model_id), depth + 1);
  return plain(data['text/plain'] ?? 'This output has no form that can be shown here.');
}

const BOXES = {
  Box: box('row'),
  HBox: box('row'),
  VBox: box(''),
  GridBox: box('grid'),
  Tab: tabs,
  Accordion: accordion,
  Stack: stack,
  Output: outputArea,
};
