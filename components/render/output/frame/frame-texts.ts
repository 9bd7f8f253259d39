/** What is said of outputs that are drawn in a frame. */
export const FRAME_TEXTS = {
  askToRun:
    'This output contains a program, which runs isolated from this page, your files, and the network. Run it only if you trust it: it can use your processor and may find a way to contact outside servers.',
  run: 'Run it',
  tooBig: 'This chart has too much data to show. Download the notebook to see it.',
  left: 'This output tried to leave its frame and was closed.',
  flooded: 'This output sent the page too many messages and was closed.',
  stateNotKept: 'The state of this widget was not saved. Run its cell again.',
} as const;
