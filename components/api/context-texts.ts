import { CONTEXT_FILE, MAX_CONTEXT_LENGTH } from '../../lib/protocol/files/context-file.ts';

const LIMIT = MAX_CONTEXT_LENGTH.toLocaleString('en');

/** Words about CONTEXT.md, loaded with the first of them. */
export const CONTEXT_TEXTS = {
  full: `${CONTEXT_FILE} would have more than the ${LIMIT} characters that are read. Shorten it first: it is among the files.`,
  title: CONTEXT_FILE,
  field: `Text of ${CONTEXT_FILE}`,
  example: 'What should every answer know? For example: revenue is paid invoices minus returns.',
  ofNotebook:
    'A language model reads this before each run of this notebook. What code writes into the file is not read.',
  ofHome: `A language model reads this before each run of every notebook. It is ${CONTEXT_FILE} in the data folder of Actbook.`,
  tooLong: (length: number) =>
    `Only the first ${LIMIT} characters are read. This has ${length.toLocaleString('en')}.`,
  reading: 'Reading the file…',
  save: 'Save definitions',
  saved: 'Saved.',
} as const;
