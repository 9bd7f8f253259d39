import { pluralize } from '../../../lib/util/pluralize.ts';
import { toOrdinal } from '../../ui/text/format.ts';

/** What parts of cells say that come late, because few cells have them. */
export const CELL_PART_TEXTS = {
  askToRun: 'Run this code?',
  askToEdit: 'Replace the code of this cell and run it?',
  askToCall: 'Allow this call?',
  editedCodeField: 'Code to run instead',
  runEdited: 'Run this',
  refusal: 'Reason for refusing, shown to the model',
  refusalHint: 'Why not? The model sees this.',

  askedBySql: 'What this SQL asks',
  frames: 'Data frames',
  resultName: 'Name of the result',
  notAName:
    'A name has letters, digits, and underscores, and does not begin with a digit. Words of Python, such as class, are not names.',

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
  countOf: (count: number, total: number) => `${count.toLocaleString('en')} of ${total.toLocaleString('en')}`,
  rowsAndBytes: (rows: number, bytes: string) => `${pluralize(rows, 'row')}, ${bytes}`,
  cutValue: (hidden: string) => `[… ${hidden} characters not shown …]`,

  modelSaw: (tokens: number, images: number) =>
    `Model saw ${pluralize(tokens, 'token')}${images > 0 ? `, with ${pluralize(images, 'picture')}` : ''}`,
  modelViewNote:
    'Estimated at four characters per token, pictures by size. Older outputs are shortened for the model.',
  sentFigure: (number: number) => `Figure ${number} as sent to the model`,
  figureFacts: (width: number, height: number, tokens: number) =>
    `${width} × ${height} pixels, ${pluralize(tokens, 'token')}`,

  waiting: (place: number) => `Waiting · ${place === 1 ? 'next' : toOrdinal(place)}`,
  waitsWithOther: 'the code from before your edit runs',
  waitsWithOutput: 'output from its last run',
  takeOut: 'Take this cell out of the queue',
  leftQueue: (why: string) => `Did not run: ${why}.`,

  changedByAgent: (added: number, removed: number, attempts: number) =>
    `Changed by the agent${attempts > 1 ? ` in ${attempts} attempts` : ''}: ${pluralize(added, 'line')} added, ${removed} removed`,
  unsaved: (time: string) => `Unsaved text from ${time}.`,
  continueEditing: 'Continue editing',
  discardUnsaved: 'Discard',
} as const;
