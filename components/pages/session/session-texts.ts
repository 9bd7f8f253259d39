import { nameNotebook } from '../../../lib/session/view/titles/name-notebook.ts';

const WAITING = 'Waiting for you';

/** Words of the page of a notebook, without its notices and its status. */
export const SESSION_TEXTS = {
  waiting: WAITING,
  documentTitle: (title: string, isWaiting: boolean) =>
    `${isWaiting ? `${WAITING} · ` : ''}${nameNotebook(title)} · Actbook`,
  loading: 'Loading the notebook',
  openSidebar: 'Open the sidebar',
  delete: 'Delete the notebook',
  title: 'Notebook title',
  notRenamed: 'The notebook was not renamed.',
  branchOf: 'Branch of',
  about: (subject: string) => `About ${subject}`,
  change: (subject: string) => `Change ${subject}`,
  changePlaceholder: 'What should be different?',
  changeNeedsModel: 'Changing code needs a language model. Choose or connect one below.',
  notAbout: (what = '') => `Do not ask about ${what}`,
  fixTask: 'Fix the error in this cell.',
  followUp: 'Follow-up question',
  message: 'Message to the agent',
  taskPlaceholder: 'Ask about your data',
  followUpPlaceholder: 'Ask a follow-up',
  messagePlaceholder: 'Tell the agent something',
  messageHint: 'The agent sees this at its next step.',
  filesLater: 'You can send files after the run ends.',
  afterRebuild: 'You can send this after the cells have run again.',
  tryWays: 'Try several ways…',
  afterWays: 'You can send this when the ways have ended.',
  afterCell: 'You can send this when the cell finishes.',
} as const;
