/** Plain questions of matches and days, computed in pandas and a second way in SQL. */
import { beforeAll, expect, it } from 'vitest';
import { type AnalystBatch, openAnalystBatch } from '../../helpers/analyst-batch.ts';

const MATCHES = `date,home_team,away_team,home_goals,away_goals
2024-03-01,Rovers,City,2,1
2024-03-08,City,Rovers,0,0
2024-03-15,Rovers,United,1,3
2024-03-22,United,Rovers,0,4
2024-03-29,City,United,2,2
`;
const DAYS = 'date,rain_mm\n2024-03-01,0\n2024-03-02,4.5\n2024-03-03,\n2024-03-04,0.2\n';

let matches: AnalystBatch;
let days: AnalystBatch;
beforeAll(async () => {
  matches = await openAnalystBatch();
  await matches.writeFile('matches.csv', MATCHES);
  days = await openAnalystBatch();
  await days.writeFile('weather.csv', DAYS);
});

it.each([
  ['How many games did Rovers win?', '**2**'],
  ['How many games did United lose?', '**1**'],
  ['How many draws did Rovers have?', '**1**'],
  ['How many games ended in a draw?', '**2**'],
  ['goals per game', '**3**'],
])('%s', async (question, expected) => {
  const { answer } = await matches.ask(question);
  expect(answer).toContain(expected);
});

it.each([
  ['Did it rain on 2 March 2024?', '**Yes**'],
  ['Did it rain on 2024-03-01?', '**No**'],
  // Nothing was measured, and nothing is known of a day that is not there.
  ['Did it rain on 2024-03-03?', 'no rows to look at'],
  ['Did it rain on 2024-04-01?', 'no rows to look at'],
])('%s', async (question, expected) => {
  const { answer } = await days.ask(question);
  expect(answer).toContain(expected);
});
