/** Usage as users read it, in the page and on the terminal. */
import { formatCount } from '../../util/format-count.ts';
import type { Usage } from './run.ts';
import { countTokens } from './usage.ts';

/** `about 5.1K tokens · about $0.012`; empty where no token was used. */
export function describeUsage(usage: Usage): string {
  const tokens = countTokens(usage);
  if (tokens === 0) return '';
  const about = usage.estimated ? 'about ' : '';
  const cost = usage.cost === undefined ? '' : ` · ${about}${formatCost(usage.cost)}`;
  return `${about}${formatCount(tokens)} tokens${cost}`;
}

/** `$0`, `under $0.0001`, `$0.0034`, `$0.12`, `$3.40`. */
export function formatCost(dollars: number): string {
  if (dollars === 0) return '$0';
  if (dollars < 0.0001) return 'under $0.0001';
  return dollars < 0.01 ? `$${Number(dollars.toPrecision(2))}` : `$${dollars.toFixed(2)}`;
}
