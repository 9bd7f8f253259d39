/**
 * Compares what the analyst's pandas finds with what its check finds in SQL: for the queries of test/unit/analyst/write, and
 * for random ones. `node bench/analyst/compare-sql.ts [AMOUNT [SEED]]`
 */
import { CASES } from '../../test/unit/analyst/write/cases.ts';
import { runQueries } from '../../test/unit/analyst/write/run-queries.ts';
import { makeRandomQueries } from './random-queries.ts';

const MAX_REPORTS = 10;

const [amount = '0', seed = '1'] = process.argv.slice(2);
const cases = [...CASES, ...makeRandomQueries(Number(amount), Number(seed))];
const runs = runQueries(cases);
const agreed = runs.filter(({ check }) => check.verdict.startsWith('AGREES'));
const unchecked = runs.filter(({ check }) => check.code === '' || check.verdict.startsWith('NOT CHECKED'));
const different = runs.filter((run) => !agreed.includes(run) && !unchecked.includes(run));
for (const { name, cells, check } of different.slice(0, MAX_REPORTS)) {
  const code = cells.map((cell) => cell.code).join('\n---\n');
  console.log(`# ${name}\n${code}\n---\n${check.code}\n${check.verdict}\n`);
}
const reasons = Map.groupBy(unchecked, ({ check }) => check.verdict || 'without SQL');
for (const [reason, found] of reasons) console.log(`${found.length}: ${reason}`);
console.log(`${agreed.length} of ${runs.length} queries agree, ${unchecked.length} were not checked.`);
process.exitCode = different.length > 0 ? 1 : 0;
