/** The controls of ipywidgets that choose from a list; after widget-controls.js. */
function readLabels({ _options_labels: labels }) {
  return Array.isArray(labels) ? labels.map(String) : [];
}

/** A list to choose from; the model's value is an index, or indices. */
function select({ isMultiple = false, isList = false } = {}) {
  return (_model, change) => {
    const input = make('select', { multiple: isMultiple });
    const frame = labeled(input);
    input.addEventListener('change', () => {
      const indices = [...input.selectedOptions].map(({ index }) => index);
      change({ index: isMultiple ? indices : (indices[0] ?? null) });
    });
    return {
      element: frame.element,
      update(model) {
        const { index, rows } = model.state;
        const chosen = new Set(isMultiple ? index : [index]);
        if (isList || isMultiple) input.size = rows || 5;
        const options = readLabels(model.state).map((text, at) =>
          make('option', { textContent: text, selected: chosen.has(at) }),
        );
        input.replaceChildren(...options);
        if (chosen.has(null) || chosen.has(undefined)) input.selectedIndex = -1;
        frame.update(model);
      },
    };
  };
}

/** Buttons of which one is chosen: radio buttons, and toggles, which look like buttons. */
function choice(className) {
  return ({ id }, change) => {
    const holder = make('span', { className, role: 'radiogroup' });
    const frame = labeled(holder);
    const element = make('div', { className: 'widget' }, ...frame.element.childNodes);
    return {
      element,
      update(model) {
        const { index, disabled, description } = model.state;
        holder.setAttribute('aria-label', String(description || 'Choice'));
        const buttons = readLabels(model.state).map((text, at) => {
          const input = make('input', { type: 'radio', name: id, checked: at === index });
          input.disabled = disabled === true || !document.body.dataset.live;
          input.addEventListener('change', () => change({ index: at }));
          return make('label', {}, input, ` ${text}`);
        });
        if (!holder.matches(':focus-within')) holder.replaceChildren(...buttons);
        frame.update(model);
      },
    };
  };
}

Object.assign(globalThis.widgetControls, {
  SelectionSlider: (model, change) => {
    const control = slider()(model, ({ value }) => change({ index: value }));
    return {
      element: control.element,
      update(next) {
        const labels = readLabels(next.state);
        const state = { ...next.state, min: 0, max: labels.length - 1, step: 1, value: next.state.index };
        control.update({ ...next, state });
        control.element.querySelector('output').textContent = labels[next.state.index] ?? '';
      },
    };
  },
  Dropdown: select(),
  Select: select({ isList: true }),
  SelectMultiple: select({ isMultiple: true }),
  RadioButtons: choice('widget-radios'),
  ToggleButtons: choice('widget-toggles'),
});
