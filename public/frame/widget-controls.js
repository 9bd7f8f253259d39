/**
 * The controls of ipywidgets (`@jupyter-widgets/controls`, protocol 2) as plain HTML. Each maker takes a model, `{id, state,
 * buffers}`, and `change(state)` for what a person does; it returns `{element, update(model)}`.
 * `globalThis.widgetControls` holds them by model name without `Model`.
 */
function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** A control with its description in front and, for sliders, its value behind. */
function labeled(input, options = {}) {
  const label = make('span', { className: 'widget-label' });
  const readout = make('output', { className: 'widget-readout' });
  const element = make('label', { className: 'widget' }, label, input, ...(options.readout ? [readout] : []));
  return {
    element,
    update({ state }, text = '') {
      label.textContent = String(state.description ?? '');
      label.hidden = label.textContent === '';
      input.disabled = state.disabled === true || !document.body.dataset.live;
      input.title = String(state.tooltip ?? state.description_tooltip ?? '');
      readout.textContent = state.readout === false ? '' : text;
    },
  };
}

/** What a person is changing right now is theirs: the kernel's word on it comes later. */
const isInUse = (input) => input.matches(':active, input:not([type=range]):focus, textarea:focus');

const formatNumber = (value) => (typeof value === 'number' ? String(Math.round(value * 1e4) / 1e4) : '');

function slider({ toPosition = (value) => value, toValue = (position) => position, isLog = false } = {}) {
  return (_model, change) => {
    const input = make('input', { type: 'range' });
    const frame = labeled(input, { readout: true });
    let last = {};
    const send = (isFinal) => {
      if (isFinal || last.continuous_update !== false) change({ value: toValue(Number(input.value), last) });
    };
    input.addEventListener('input', () => send(false));
    input.addEventListener('change', () => send(true));
    return {
      element: frame.element,
      update(model) {
        last = model.state;
        const { min, max, step, value } = last;
        Object.assign(input, { min, max, step: isLog ? step || 0.1 : step || 'any' });
        if (!isInUse(input)) input.value = String(toPosition(value, last));
        frame.update(model, formatNumber(value));
      },
    };
  };
}

/** Two ends; the lower one never passes the upper one. */
function rangeSlider(_model, change) {
  const inputs = [0, 1].map(() => make('input', { type: 'range' }));
  const holder = make('span', { className: 'widget-range' }, ...inputs);
  const frame = labeled(holder, { readout: true });
  const send = () => change({ value: inputs.map(({ value }) => Number(value)).sort((a, b) => a - b) });
  for (const input of inputs) input.addEventListener('change', send);
  return {
    element: frame.element,
    update(model) {
      const { min, max, step, value, disabled, description } = model.state;
      const ends = Array.isArray(value) ? value : [];
      for (const [index, input] of inputs.entries()) {
        Object.assign(input, { min, max, step: step || 'any' });
        input.disabled = disabled === true || !document.body.dataset.live;
        input.setAttribute('aria-label', `${description || 'Range'}, ${index === 0 ? 'from' : 'to'}`);
        if (!isInUse(input)) input.value = String(ends[index]);
      }
      frame.update(model, ends.map(formatNumber).join(' – '));
    },
  };
}

function progress() {
  const bar = make('progress');
  const frame = labeled(bar);
  return {
    element: frame.element,
    update(model) {
      const { min = 0, max = 100, value = 0, bar_style } = model.state;
      Object.assign(bar, { max: max - min || 1, value: value - min });
      bar.dataset.look = String(bar_style ?? '');
      frame.update(model);
    },
  };
}

/** A field for text or a number; `read` makes the model's value of what stands in it. */
function field(tag, properties, read = (text) => text) {
  return (_model, change) => {
    const input = make(tag, properties);
    const frame = labeled(input);
    let last = {};
    const send = () => {
      const value = read(input.value);
      if (value !== undefined && value !== last.value) change({ value });
    };
    input.addEventListener('change', send);
    input.addEventListener('input', () => last.continuous_update === true && send());
    return {
      element: frame.element,
      update(model) {
        last = model.state;
        const { min, max, step, value, placeholder, rows } = last;
        if (input.type === 'number')
          Object.assign(input, { min: min ?? '', max: max ?? '', step: step ?? 'any' });
        if (tag === 'textarea' && rows) input.rows = rows;
        input.placeholder = String(placeholder ?? '').replace('\u200b', '');
        if (!isInUse(input)) input.value = String(value ?? '');
        frame.update(model);
      },
    };
  };
}

const readNumber = (text) => (text === '' || Number.isNaN(Number(text)) ? undefined : Number(text));
const readInteger = (text) => (readNumber(text) === undefined ? undefined : Math.trunc(Number(text)));

function checkbox(_model, change) {
  const input = make('input', { type: 'checkbox' });
  const frame = labeled(input);
  input.addEventListener('change', () => change({ value: input.checked }));
  return {
    element: frame.element,
    update(model) {
      input.checked = model.state.value === true;
      frame.update(model);
    },
  };
}

function button({ isToggle = false } = {}) {
  return (_model, change, send) => {
    const element = make('button', { type: 'button' });
    let isOn = false;
    element.addEventListener('click', () => {
      if (isToggle) change({ value: !isOn });
      else send({ method: 'custom', content: { event: 'click' } });
    });
    return {
      element,
      update({ state }) {
        isOn = state.value === true;
        element.textContent = String(state.description || state.icon || ' ');
        element.disabled = state.disabled === true || !document.body.dataset.live;
        element.title = String(state.tooltip ?? '');
        element.dataset.look = String(state.button_style ?? '');
        if (isToggle) element.setAttribute('aria-pressed', String(isOn));
      },
    };
  };
}

function valid() {
  const mark = make('span');
  const frame = labeled(mark);
  return {
    element: frame.element,
    update(model) {
      mark.textContent = model.state.value ? '✓' : `✗ ${model.state.readout ?? ''}`;
      frame.update(model);
    },
  };
}

function text() {
  const element = make('div', { className: 'widget-text' });
  return {
    element,
    update: ({ state }) => {
      element.textContent = String(state.value ?? '');
    },
  };
}

function html() {
  const body = make('div', { className: 'widget-html' });
  const frame = labeled(body);
  const element = make('div', { className: 'widget' }, ...frame.element.childNodes);
  return {
    element,
    update(model) {
      body.innerHTML = globalThis.cleanHtml(String(model.state.value ?? ''));
      frame.update(model);
    },
  };
}

/** Bytes of a picture, a sound or a film, or an address, which leads nowhere. */
function media(tag, kind) {
  return () => {
    const element = make(tag, tag === 'img' ? { alt: 'Image' } : { controls: true });
    return {
      element,
      update({ state, buffers }) {
        const data = buffers.find(({ path }) => path[0] === 'value')?.data ?? '';
        const type = /^[\w+.-]+$/.test(String(state.format)) ? state.format : 'png';
        const src = `data:${kind}/${type === 'svg' ? 'svg+xml' : type};base64,${data}`;
        if (element.getAttribute('src') !== src) element.src = src;
      },
    };
  };
}

const datePicker = field('input', { type: 'date' }, (text) => {
  const [year, month, date] = text.split('-').map(Number);
  return date ? { year, month: month - 1, date } : undefined;
});

globalThis.widgetControls = {
  IntSlider: slider(),
  FloatSlider: slider(),
  FloatLogSlider: slider({
    isLog: true,
    toPosition: (value, { base = 10 }) => Math.log(value) / Math.log(base),
    toValue: (position, { base = 10 }) => base ** position,
  }),
  IntRangeSlider: rangeSlider,
  FloatRangeSlider: rangeSlider,
  IntProgress: progress,
  FloatProgress: progress,
  IntText: field('input', { type: 'number' }, readInteger),
  BoundedIntText: field('input', { type: 'number' }, readInteger),
  FloatText: field('input', { type: 'number' }, readNumber),
  BoundedFloatText: field('input', { type: 'number' }, readNumber),
  Text: field('input', { type: 'text' }),
  Combobox: field('input', { type: 'text' }),
  Password: field('input', { type: 'password', autocomplete: 'off' }),
  Textarea: field('textarea', {}),
  ColorPicker: field('input', { type: 'color' }),
  DatePicker: (model, change) => {
    const control = datePicker(model, change);
    const pad = (number) => String(number).padStart(2, '0');
    return {
      element: control.element,
      update(next) {
        const { year, month, date } = next.state.value ?? {};
        const value = date ? `${String(year).padStart(4, '0')}-${pad(month + 1)}-${pad(date)}` : '';
        control.update({ ...next, state: { ...next.state, value } });
      },
    };
  },
  Checkbox: checkbox,
  ToggleButton: button({ isToggle: true }),
  Button: button(),
  Valid: valid,
  Label: text,
  HTML: html,
  HTMLMath: html,
  Image: media('img', 'image'),
  Audio: media('audio', 'audio'),
  Video: media('video', 'video'),
};
