/** All productions. */
import { COMPARE_RULES } from './compare-rules.ts';
import { CONDITION_RULES } from './condition-rules.ts';
import { COST_RULES } from './cost-rules.ts';
import { DATA_RULES } from './data-rules.ts';
import { DURATION_RULES } from './duration-rules.ts';
import { FIGURE_RULES } from './figure-rules.ts';
import { HAVING_RULES } from './having-rules.ts';
import { LIMIT_RULES } from './limit-rules.ts';
import { ORDER_RULES } from './order-rules.ts';
import { PIECE_RULES } from './piece-rules.ts';
import type { Rule } from './rule.ts';
import { TIME_RULES } from './time-rules.ts';

export const GRAMMAR_RULES: readonly Rule[] = [
  ...CONDITION_RULES,
  ...LIMIT_RULES,
  ...FIGURE_RULES,
  ...DURATION_RULES,
  ...HAVING_RULES,
  ...PIECE_RULES,
  ...COST_RULES,
  ...ORDER_RULES,
  ...COMPARE_RULES,
  ...TIME_RULES,
  ...DATA_RULES,
];
