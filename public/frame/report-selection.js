/**
 * Reports the text that the user selects in a frame to the page (components/render/output/frame/use-frame.ts):
 * {kind: 'selection', text, left, bottom}, with its place in the frame's view in pixels; an empty text when nothing is selected.
 */
const MAX_SELECTION_CHARACTERS = 2_000;
let isSelectionDue = false;

function reportSelection() {
  isSelectionDue = false;
  const selection = getSelection();
  const text = selection.isCollapsed ? '' : selection.toString().trim().slice(0, MAX_SELECTION_CHARACTERS);
  const { left, bottom } =
    text === '' ? { left: 0, bottom: 0 } : selection.getRangeAt(0).getBoundingClientRect();
  parent.postMessage({ kind: 'selection', text, left, bottom }, '*');
}

// Once a frame: a selection changes with each move of the pointer.
document.addEventListener('selectionchange', () => {
  if (isSelectionDue) return;
  isSelectionDue = true;
  requestAnimationFrame(reportSelection);
});
