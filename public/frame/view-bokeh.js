/**
 * Bokeh documents: what `show()` sends to a notebook is a program with the document in it as JSON. The program is not run:
 * the document is read out of it. What a document carries as code (`CustomJS`) cannot run here either.
 */
globalThis.viewers.bokeh = {
  formats: ['png'],
  async draw(element, source, { scheme, colors }) {
    const [docs, items] = readDocuments(source);
    const holder = document.createElement('div');
    element.replaceChildren(holder);
    if (scheme === 'dark') for (const doc of Object.values(docs)) darken(doc.roots, colors);
    for (const { docid, roots } of items) {
      for (const rootId of Object.keys(roots)) {
        const target = holder.appendChild(document.createElement('div'));
        target.id = `root-${rootId}`;
        const item = { doc: docs[docid], root_id: rootId, target_id: target.id };
        await globalThis.Bokeh.embed.embed_item(item);
      }
    }
  },
  async save() {
    const [view] = [...(globalThis.Bokeh.index.roots ?? Object.values(globalThis.Bokeh.index))];
    const blob = await view.export('png', true).to_blob();
    return new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result);
      reader.readAsDataURL(blob);
    });
  },
};

/** The documents by id, and which of their roots to draw. */
function readDocuments(source) {
  const [, docs] = source.match(/const docs_json = (\{.*\});\s*\n/) ?? [];
  const [, items] = source.match(/const render_items = (\[.*\]);\s*\n/) ?? [];
  if (!docs || !items) throw new Error('This Bokeh output is written in a way that is not known here.');
  return [JSON.parse(docs), JSON.parse(items)];
}

/** Colors of parts that have none of their own, by the end of the part's name. */
function toDefaults(colors) {
  const [page, ink, faint, line] = ['--surface', '--ink', '--ink-2', '--line-strong'].map(
    (name) => colors[name],
  );
  return [
    [
      /^(?:Figure|Plot|GridPlot)$/,
      { background_fill_color: page, border_fill_color: page, outline_line_color: line },
    ],
    [
      /Axis$/,
      {
        axis_line_color: line,
        major_tick_line_color: line,
        minor_tick_line_color: line,
        major_label_text_color: faint,
        axis_label_text_color: ink,
      },
    ],
    [/^Grid$/, { grid_line_color: line }],
    [/^Title$/, { text_color: ink }],
    [
      /^Legend$/,
      { background_fill_color: page, border_line_color: line, label_text_color: ink, title_text_color: ink },
    ],
    [/^ColorBar$/, { background_fill_color: page, major_label_text_color: faint, title_text_color: ink }],
  ];
}

/** Sets what the author left open in a document made for white paper. */
function darken(roots, colors) {
  const defaults = toDefaults(colors);
  const open = [roots];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const each of Object.values(value)) open.push(each);
    const match = typeof value.name === 'string' && defaults.find(([pattern]) => pattern.test(value.name));
    if (match && value.type === 'object') value.attributes = { ...match[1], ...value.attributes };
  }
}
