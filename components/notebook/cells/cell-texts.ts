import { pluralize } from '../../../lib/util/pluralize.ts';
import { toOrdinal } from '../../ui/format.ts';

/** What cells say besides their source and their outputs. */
export const CELL_TEXTS = {
  codeCell: (prompt: string) => `Code cell ${prompt}`,
  codeCellAt: (prompt: string, place: number) => `Code cell ${prompt}, cell ${place} of the notebook`,
  earlierKernel: 'old kernel',
  earlierOutput: 'old output',
  lost: 'The kernel of this notebook does not have the variables of this run.',
  rebuilt: 'This output is from an earlier kernel. What the code put out in this one was not kept.',
  editedByYou: 'Edited by you.',
  changedByAgent: (added: number, removed: number, attempts: number) =>
    `Changed by the agent${attempts > 1 ? ` in ${attempts} attempts` : ''}: ${pluralize(added, 'line')} added, ${removed} removed`,
  fix: 'Fix with the agent',
  editedBeforeRun: 'Edited by you before it ran.',
  approvedByYou: 'Approved by you.',

  waiting: (place: number) => `Waiting · ${place === 1 ? 'next' : toOrdinal(place)}`,
  waitsWithOther: 'the code from before your edit runs',
  waitsWithOutput: 'output from its last run',
  takeOut: 'Take this cell out of the queue',
  stoppedWaiting: 'Did not run: you stopped what was running.',
  failedBefore: 'Did not run: a cell before it failed.',
  lostWaiting: 'Did not run: Actbook stopped and the variables were lost.',
  closedWaiting: 'Did not run: Actbook was closed while it waited.',

  codeField: 'Code of this cell',
  emptyCode: 'Empty. Click here or press Enter to write.',
  run: 'Run this cell',
  edit: 'Edit this cell',
  delete: 'Delete this cell',
  unsaved: (time: string) => `Unsaved text from ${time}.`,
  continueEditing: 'Continue editing',
  discardUnsaved: 'Discard',
  noteField: 'Text of this note',
  emptyNote: 'Empty. Press Enter or double-click to write.',
  showOutput: 'Show the output',
  fullWidth: 'Full width',
  normalWidth: 'Normal width',
  hintOnKeeping: 'Shift-Enter to run, Escape to leave it as a cell',
  hintOnClosing: 'Shift-Enter to run, Escape to close; your text is kept',
  cancel: 'Cancel',
  close: 'Close',
  hintOnLeavingNote: 'Shift-Enter when done, Escape to leave',
  hintOnLeaving: 'Shift-Enter to run, Escape to leave, Tab to complete, Shift-Tab for help',

  askToRun: 'Run this code?',
  askToEdit: 'Replace the code of this cell and run it?',
  askToCall: 'Allow this call?',
  editedCodeField: 'Code to run instead',
  runEdited: 'Run this',
  refusal: 'Reason for refusing, shown to the model',
  refusalHint: 'Why not? The model sees this.',

  // Code may ask in anyone's name: the page says who asks.
  asks: 'This cell is asking for input.',
  asksPassword: 'This cell is asking for a password. Its code can use it freely; Actbook does not store it.',
  asksAgain: (prompt: string) => `The cell is running again and asks: ${prompt}`,
  inputField: (kind: string) => `${kind} for the running code`,
  inputHint: (kind: string) => `${kind}, then press Enter`,

  calls: (count: number) => pluralize(count, 'tool call'),
  moreCalls: (count: number) => pluralize(count, 'more call'),
  waitsForApproval: 'waiting for your approval',
  callState: (name: string, state: string) => `(${name} is ${state})`,
  cutValue: (hidden: string) => `[… ${hidden} characters not shown …]`,

  outputLink: 'Save the full output',
  modelSaw: (tokens: number, images: number) =>
    `Model saw ${pluralize(tokens, 'token')}${images > 0 ? `, with ${pluralize(images, 'picture')}` : ''}`,
  modelViewNote:
    'Estimated at four characters per token, pictures by size. Older outputs are shortened for the model.',
  modelViewFailed: 'What the model saw could not be shown.',
  sentFigure: (number: number) => `Figure ${number} as sent to the model`,
  figureFacts: (width: number, height: number, tokens: number) =>
    `${width} × ${height} pixels, ${pluralize(tokens, 'token')}`,

  about: (subject: string) => `About ${subject}`,
  subjectGone: 'This cell was deleted.',
  thisAnswer: 'this answer',
  thisText: 'this text',
  thisCell: 'this cell',
  steer: 'You, during the run',
  copyAnswer: 'Copy the answer',
} as const;
