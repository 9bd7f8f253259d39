import { formatBytes } from '../../../lib/util/format-bytes.ts';
import { formatCount } from '../../../lib/util/format-count.ts';

/** Words around what is drawn only when the user asks for it. */
export const BUDGET_TEXTS = {
  characters: (count: number) => `Not drawn yet: ${formatCount(count)} characters could slow this page down.`,
  picture: (width: number, height: number) =>
    `Not drawn yet: a picture of ${formatCount(width)} × ${formatCount(height)} pixels could slow this page down.`,
  bytes: (count: number) => `Not drawn yet: ${formatBytes(count)} could slow this page down.`,
  draw: 'Draw it',
  tooSlow: (count: number, seconds: number) =>
    `Not drawn: ${formatCount(count)} characters would stop this page for more than ${seconds} seconds.`,
  showText: 'Show it as text',
} as const;
