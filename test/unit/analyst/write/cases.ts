/** All queries by hand. */
import type { Case } from './case.ts';
import { CONDITION_CASES } from './condition-cases.ts';
import { EDGE_CASES } from './edge-cases.ts';
import { FIGURE_CASES } from './figure-cases.ts';
import { GROUP_CASES } from './group-cases.ts';
import { NESTED_CASES } from './nested-cases.ts';
import { ORDER_CASES } from './order-cases.ts';
import { OVERVIEW_CASES } from './overview-cases.ts';
import { QUESTION_CASES } from './question-cases.ts';
import { WINDOW_CASES } from './window-cases.ts';

export const CASES: readonly Case[] = [
  ...FIGURE_CASES,
  ...CONDITION_CASES,
  ...GROUP_CASES,
  ...NESTED_CASES,
  ...ORDER_CASES,
  ...WINDOW_CASES,
  ...QUESTION_CASES,
  ...OVERVIEW_CASES,
  ...EDGE_CASES,
];
