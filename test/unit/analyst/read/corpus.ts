/** The questions of `questions.txt`: below each, indented, what it is read as, with `?` before words that stay unread. */
import { readFileSync } from 'node:fs';
import type { Table } from '../../../../lib/analyst/query/query.ts';
import { ORDERS, PENGUINS, SHOPS, STAFF, TRIPS, VISITS, WEATHER } from './tables.ts';

export interface Case {
  readonly tables: readonly Table[];
  readonly question: string;
  readonly expected: string;
}

const TABLES: Readonly<Record<string, readonly Table[]>> = {
  orders: [ORDERS],
  penguins: [PENGUINS],
  weather: [WEATHER],
  staff: [STAFF],
  trips: [TRIPS],
  shops: SHOPS,
  visits: [VISITS],
};

export function readCorpus(): Case[] {
  const cases: Case[] = [];
  let tables: readonly Table[] = [];
  let question = '';
  for (const line of readFileSync(new URL('questions.txt', import.meta.url), 'utf8').split('\n')) {
    if (line.startsWith('# ')) tables = TABLES[line.slice(2)] ?? [];
    else if (line.startsWith('  ')) cases.push({ tables, question, expected: line.trim() });
    else question = line;
  }
  return cases;
}
