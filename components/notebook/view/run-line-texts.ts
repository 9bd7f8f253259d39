import { pluralize } from '../../../lib/util/pluralize.ts';

/** Words of the lines above and below what a run did, which come with the first run that has them. */
export const RUN_LINE_TEXTS = {
  foldAll: 'Collapse all',
  unfoldAll: 'Expand all',
  cleanStart: 'What its cells show when the notebook is run from a clean start',
  rephrase: 'Rephrase',
  useModel: 'Use a language model',
  modelCall: 'Model call',
  tokensRead: 'Tokens read',
  fromCache: 'from cache',
  chosenWay: (count: number) => `Chosen from ${pluralize(count, 'way')}`,
} as const;
