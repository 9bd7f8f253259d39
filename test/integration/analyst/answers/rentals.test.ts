/** Rentals with hyphens in names and stations written in many ways, beside hand-written pandas. */
import { beforeAll, expect, it } from 'vitest';
import { type AnalystBatch, openAnalystBatch } from '../../../helpers/analyst/analyst-batch.ts';

const WRITE = `
import random as _random, pandas as _pd
_random.seed(11)
_rows = [
    (
        10000 + _number,
        _pd.Timestamp("2024-01-01") + _pd.Timedelta(days=_random.randrange(28), hours=_random.randrange(6, 23))
        + _pd.DateOffset(months=_random.randrange(12)),
        _random.choice(["Old Town", "old town", "OLD TOWN ", "University", "university", "Harbor", "Airport"]),
        _random.choice(["Standard", "E-Bike", "Cargo", "Kids"]),
        round(_random.uniform(2, 90), 1),
        round(_random.uniform(1, 40), 2),
        _random.choice(["yes", "Yes", "no", "NO"]),
        _random.randrange(1, 6),
    )
    for _number in range(600)
]
_pd.DataFrame(
    _rows,
    columns=["Rental ID", "Start time", "Station", "Bike type", "Duration (min)", "Fare", "Member", "Rating"],
).to_csv("bike_rentals.csv", index=False)
`;

let analyst: AnalystBatch;
beforeAll(async () => {
  analyst = await openAnalystBatch();
  await analyst.createFile('bike_rentals.csv', WRITE);
});

/** What hand-written pandas prints over the file, without touching the names of the session. */
async function compute(expression: string): Promise<string> {
  const code = [
    'import pandas as _pd',
    '_table = _pd.read_csv("bike_rentals.csv", parse_dates=["Start time"])',
    '_table.columns = ["id", "start", "station", "kind", "minutes", "fare", "member", "rating"]',
    '_table = _table.assign(place=_table.station.str.strip().str.lower(), joined=_table.member.str.lower())',
    `print((lambda t: ${expression})(_table))`,
  ].join('\n');
  return (await analyst.print(code)).trim();
}

const short = (value: string) => `format(${value}, ",.2f").rstrip("0").rstrip(".")`;

it.each([
  ['average duration of E-Bike rentals', `${short('t[t.kind == "E-Bike"].minutes.mean()')} + " min"`],
  ['What is the average rating for e-bikes?', short('t[t.kind == "E-Bike"].rating.mean()')],
  ['average fare of rentals over 30 minutes', short('t[t.minutes > 30].fare.mean()')],
  ['In which hour do most rentals start?', 't.start.dt.hour.value_counts().idxmax()'],
  ['Which station has the most rentals?', 't.place.str.title().value_counts().idxmax()'],
  ['total fare of OLD TOWN', short('t[t.place == "old town"].fare.sum()')],
  ['How many stations are there?', 't.place.nunique()'],
])('%s', async (question, expression) => {
  const { answer } = await analyst.ask(question);
  expect(answer).toContain(await compute(expression));
});

it('says how many spellings are how many values', async () => {
  const [first] = analyst.session.runs;
  const cells = analyst.session.cells.filter(({ runId }) => runId === first?.id);
  expect(cells.some(({ source }) => source.includes('`Station`: 7 spellings are 4 values'))).toBe(true);
  expect(await analyst.print('print(bike_rentals["Station"].nunique())')).toBe('4\n');
});

it('says how long something takes in a unit that fits', async () => {
  const trips = await openAnalystBatch();
  const rows = [20, 24, 25, 31].map((end, at) => `2024-03-0${at + 1} 09:10,2024-03-0${at + 1} 09:${end}`);
  await trips.writeFile('trips.csv', `start_time,end_time\n${rows.join('\n')}\n`);
  const { answer } = await trips.ask('How long does a ride take?');
  expect(answer).toContain('**15 minutes**');
});
