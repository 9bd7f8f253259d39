/** A box at the cursor that explains the name there. The next key or click closes it. */
import { type EditorState, StateEffect, StateField } from '@codemirror/state';
import { EditorView, showTooltip, type Tooltip } from '@codemirror/view';
import { type AskKernel, readInspection } from './kernel-help.ts';

const setTooltip = StateEffect.define<Tooltip | null>();

export const inspectionTooltip = StateField.define<Tooltip | null>({
  create: () => null,
  update: (tooltip, transaction) => {
    for (const effect of transaction.effects) if (effect.is(setTooltip)) return effect.value;
    return transaction.docChanged || transaction.selection ? null : tooltip;
  },
  provide: (field) => showTooltip.from(field),
});

/** The most characters that are read out. */
const MAX_SPOKEN = 300;

/** Asks about the name at the cursor and shows the reply, unless the user has kept writing. */
export function inspect(view: EditorView, ask: AskKernel): void {
  const { state } = view;
  const pos = state.selection.main.head;
  void readInspection(ask, state.doc.toString(), findName(state, pos)).then((text) => {
    if (view.state.doc !== state.doc || view.state.selection.main.head !== pos) return;
    const tooltip: Tooltip = { pos, above: true, create: () => ({ dom: draw(text) }) };
    view.dispatch({ effects: [setTooltip.of(tooltip), EditorView.announce.of(text.slice(0, MAX_SPOKEN))] });
  });
}

/** Returns whether there was one to close. */
export function closeInspection(view: EditorView): boolean {
  if (!view.state.field(inspectionTooltip)) return false;
  view.dispatch({ effects: setTooltip.of(null) });
  return true;
}

/** After an opening bracket, the question is about the function. */
function findName(state: EditorState, pos: number): number {
  return state.sliceDoc(pos - 1, pos) === '(' ? pos - 1 : pos;
}

function draw(text: string): HTMLElement {
  const box = document.createElement('div');
  box.className = 'cm-inspection';
  box.setAttribute('role', 'tooltip');
  // Long ones scroll, also by keyboard.
  box.tabIndex = 0;
  const pre = document.createElement('pre');
  pre.textContent = text;
  box.append(pre);
  return box;
}
