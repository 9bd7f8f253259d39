import { formatBytes } from '../../../lib/util/format-bytes.ts';
import { pluralize } from '../../../lib/util/pluralize.ts';

/** Words of the form for several ways. */
export const WAYS_FORM_TEXTS = {
  title: 'Several ways',
  lead: 'The question goes to several agents, each in a branch of this notebook. One branch becomes the notebook.',
  count: 'How many',
  countOption: (count: number) => pluralize(count, 'way'),
  close: 'Ask once instead',
  instruction: (name: string) => `Instruction of ${name}`,
  placeholder: 'No instruction beside the question',
  model: (name: string) => `Model of ${name}`,
  usualModel: (label: string) => `Model of the question: ${label}`,
  budget: (count: number) =>
    `Each may use as many steps and tokens, and as much time, as one question: ${count} ways cost about as much as ${count} questions.`,
  noPrompts: (label: string) =>
    `${label} reads no instructions, so every way would do the same. Choose a language model.`,
  asking: 'Looking whether the kernel can be copied…',
  live: 'Each begins with all variables, in a copy of the kernel.',
  empty: 'Each begins with a new kernel.',
  rebuild: 'Each begins with a new kernel, which first runs the cells above again.',
  copies: (bytes: number) => `Each gets a copy of the files (${formatBytes(bytes)}).`,
} as const;
