/** What is said of outputs that are drawn in a frame. */
export const FRAME_TEXTS = {
  askToRun:
    'This output contains a program. It would run without access to this page, your files, or the network, but it can use your processor, and hostile code may still find a way to send signals out.',
  run: 'Run it',
  tooLong: 'This output is too long to show. Download the notebook to see it.',
  tooBig: 'This chart has too much data to show. Download the notebook to see it.',
  left: 'This output tried to leave its frame and was closed.',
  flooded: 'This output sent the page too many messages and was closed.',
  stateNotKept: 'The state of this widget was not saved. Run its cell again.',
} as const;
