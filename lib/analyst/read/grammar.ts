/** All productions. */
import { BEST_RULES } from './best-rules.ts';
import { COMPARE_RULES } from './compare-rules.ts';
import { CONDITION_RULES } from './condition-rules.ts';
import { DATA_RULES } from './data-rules.ts';
import { FIGURE_RULES } from './figure-rules.ts';
import { ROW_RULES } from './row-rules.ts';
import type { Rule } from './rule.ts';
import { SENTENCE_RULES } from './sentence-rules.ts';
import { TIME_RULES } from './time-rules.ts';

export const GRAMMAR_RULES: readonly Rule[] = [
  ...CONDITION_RULES,
  ...FIGURE_RULES,
  ...BEST_RULES,
  ...ROW_RULES,
  ...COMPARE_RULES,
  ...TIME_RULES,
  ...DATA_RULES,
  ...SENTENCE_RULES,
];
