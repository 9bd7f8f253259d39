import { expect, it } from 'vitest';
import { openAnalystBatch } from '../../../helpers/analyst/analyst-batch.ts';

const open = openAnalystBatch;

const CARS = `import pandas as pd
cars = pd.DataFrame({
    "plant": ["Lyon", "Turin", "Lyon", "Graz", "Graz", "Turin"],
    "model": ["Aster", "Birch", "Birch", "Aster", "Cedar", "Cedar"],
    "units": [100, 250, None, 300, 320, 150],
    "price": [20000.5, 31000, 25500, 19000, 42000, 27000],
    "built": ["2022-01-03", "2022-02-10", "2022-03-01", "2023-01-15", "2023-02-20", "2023-03-05"],
})
`;
const QUESTION = 'Which plant makes the most units on average? Show a plot.';

it.each([
  ['cars.csv', 'cars.to_csv("cars.csv", index=False)'],
  ['cars.tsv', 'cars.to_csv("cars.tsv", index=False, sep="\\t")'],
  ['cars.json', 'cars.to_json("cars.json", orient="records")'],
  ['cars.jsonl', 'cars.to_json("cars.jsonl", orient="records", lines=True)'],
  ['cars.parquet', 'cars.to_parquet("cars.parquet")'],
  ['cars.xlsx', 'cars.to_excel("cars.xlsx", index=False, startrow=2)'],
  ['pipes.txt', 'cars.to_csv("pipes.txt", index=False, sep="|")'],
])('answers from %s', async (name, write) => {
  const analyst = await open();
  await analyst.createFile(name, CARS + write);
  const { answer } = await analyst.ask(QUESTION);
  expect(answer).toContain('**Graz** has the highest average units: **310**');
  expect(answer).toContain('`units` has no value in 1 of 6 rows.');
});

it('tells with each answer of rows that are there twice, and of dates whose order is open', async () => {
  const rows = Array.from(
    { length: 11 },
    (_, at) => `0${1 + (at % 5)}/0${1 + (at % 4)}/2024;shop ${at};${at},50-`,
  );
  const analyst = await open({ 'bookings.csv': `day;shop;amount\n${[...rows, rows[0]].join('\n')}\n` });
  for (const [question, value] of [
    ['total amount', '**-61**'],
    ['total amount per month', 'amount'],
  ] as const) {
    const { answer } = await analyst.ask(question);
    expect(answer).toContain(value);
    expect(answer).toContain('1 row of `bookings` equals an earlier one in every column.');
    if (question.endsWith('month'))
      expect(answer).toContain('Nothing in `day` tells whether the day or the month comes first');
  }
});

it.each([
  ['How many churned by plan?', '**pro** has the highest number of rows: **2**'],
  ['How many not churned?', '**3**'],
  ['How many churned and late?', '**2**'],
])('takes 1 for true and 0 for false in a column that has nothing else: %s', async (question, expected) => {
  const rows = 'basic,1,0\nbasic,0,1\npro,1,\npro,1,1\nteam,0,0\nteam,0,0\nteam,1,1\n';
  const analyst = await open({ 'churn.csv': `plan,churned,late\n${rows}` });
  expect((await analyst.ask(question)).answer).toContain(expected);
});

it('finds the records inside nested JSON, and grouping by a nested field', async () => {
  const orders = [
    { customer: { city: 'Oslo' }, total: 10, tags: ['a'] },
    { customer: { city: 'Bergen' }, total: 25, tags: [] },
    { customer: { city: 'Oslo' }, total: 5.5, tags: ['b', 'c'] },
  ];
  const analyst = await open({ 'orders.json': JSON.stringify({ meta: { version: 1 }, orders }) });
  expect((await analyst.ask('total by city')).answer).toContain('**Bergen** has the highest');
});

it('groups by a nested field under its whole name, and does not look into lists', async () => {
  const events = [
    { user: { name: 'ada', country: 'FR' }, tags: ['new'] },
    { user: { name: 'bob', country: 'FR' }, tags: [] },
    { user: { name: 'ada', country: 'US' }, tags: ['new', 'vip'] },
    { user: { name: 'bob', country: 'FR' }, tags: [] },
  ];
  const analyst = await open({ 'events.jsonl': events.map((event) => JSON.stringify(event)).join('\n') });
  const { answer } = await analyst.ask('How many rows are there by user.country?');
  expect(answer).toContain('**FR** has the highest number of rows: **3**');
  const tied = await analyst.ask('How many rows are there by user.tags?');
  expect(tied.isAnswered).toBe(false);
  expect(tied.answer).toContain('I do not understand "user.tags"');
  const lists = await analyst.ask('Which tag is the most frequent?');
  expect(lists.isAnswered).toBe(false);
  expect(lists.answer).not.toContain('"How many rows are there by tags?"');
});

it('reads a header of two rows, leaves out a row of totals, and takes no notes for a table', async () => {
  const analyst = await open();
  const write = `import pandas as pd
report = [["Headcount 2025", None, None, None], [None] * 4, ["Department", "Region", "Headcount", None],
    [None, None, "Q1", "Q2"], ["Sales", "EU", 10, 20], ["Support", "US", 30, 45], ["Total", None, 40, 65]]
with pd.ExcelWriter("report.xlsx") as book:
    pd.DataFrame(report).to_excel(book, sheet_name="Overview", index=False, header=False)
    pd.DataFrame([["ask Tom", None], ["rate", 1.08]]).to_excel(book, sheet_name="Notes", index=False, header=False, startrow=2)`;
  await analyst.createFile('report.xlsx', write);
  const { answer, cells } = await analyst.ask('Which Department has the highest Headcount Q2?');
  expect(cells[0]?.source).toContain('header=[2, 3]');
  expect(answer).toContain('**Support**, with Headcount Q2 **45**');
  expect(answer).toContain(' is the total of the rows above it and is left out.');
  expect((await analyst.ask('What is the total Headcount Q1?')).answer).toMatch(
    /\*\*40\*\*[\s\S]*is left out\./,
  );
  const said = analyst.session.cells.map(({ source }) => source).join('\n');
  expect(said).toContain('no table is in `Notes`, the header of `Overview` has two rows.');
  expect(said).not.toContain('with a table each');
});

it('leaves out empty rows, and no last row for its gaps', async () => {
  const visits = 'region,amount,returned\nNorth,10,True\nSouth,20,False\nNorth,30,False\n,,\n,,\n';
  const analyst = await open({ 'visits.csv': visits });
  const { answer } = await analyst.ask('How many visits are there?');
  expect(answer).toContain('**3**');
  expect(answer).toContain('2 rows of `visits` are empty and left out.');
  expect((await analyst.ask('How many visits were not returned?')).answer).toContain('**2**');
  const orders = ['North,10,4', 'South,20,5', 'North,30,3', 'South,25,4', 'North,15,5', ',500,', ',,'];
  await analyst.writeFile('orders.csv', `region,amount,rating\n${orders.join('\n')}\n`);
  const total = await analyst.ask('What is the total amount in orders.csv?');
  expect(total.answer).toContain('**600**');
  expect(total.answer).not.toContain('total of the rows above');
});

it('tells spellings that count as one', async () => {
  const analyst = await open();
  const write = `import pandas as pd
days = pd.date_range("2025-03-01", "2025-03-20")
rows = pd.DataFrame({"day": days, "state": ["paid", "Paid", "open", "open"] * 5, "price": [70.0, 17.5, 3.25, 4.0] * 5})
pd.concat([rows, rows.head(6), rows.head(6)]).to_csv("bills.csv", index=False)`;
  await analyst.createFile('bills.csv', write);
  const counted = await analyst.ask('How many rows have state paid?');
  expect(counted.answer).toContain('**18**');
  expect(counted.answer).toContain('`state`: 3 spellings are 2 values ("Paid" is "paid")');
  const weekdays = await analyst.ask('How many rows are there per weekday?');
  expect(weekdays.answer).not.toContain('spellings');
  expect((await analyst.ask('Show the number of rows by month')).answer).toContain(
    '`day` is from March 1, 2025 to March 20, 2025.',
  );
});

it('suggests questions that it answers, about the file that fits the words, without its lists', async () => {
  const films = ['a', 'b', 'c', 'd', 'e', 'f'].map((title, at) => ({
    title,
    tags: at % 2 ? ['short', 'drama'] : ['long'],
    studio: at % 3 ? 'Nord' : 'Dom',
    length: 90 + at,
  }));
  const analyst = await open({
    'films.json': JSON.stringify(films),
    'rain.csv': 'station,rain\nDom,5\nNord,7\nDom,6\nNord,8\n',
  });
  const { answer, isAnswered } = await analyst.ask('Which tags make a film sparkle?');
  expect(isAnswered).toBe(false);
  const offered = [...answer.matchAll(/^- "(.+)"$/gm)].map(([, question]) => question ?? '');
  expect(offered).toEqual([
    'Which studio has the highest average length?',
    'How many rows are there by studio?',
    'What is the median length?',
  ]);
  for (const question of offered) {
    const reply = await analyst.ask(question);
    expect(reply.isAnswered).toBe(true);
    expect(reply.answer).toContain('films');
  }
});

it('reads the other sheet when a question names it', async () => {
  const analyst = await open();
  const write = `with pd.ExcelWriter("staff.xlsx") as book:
    cars.to_excel(book, sheet_name="Cars", index=False)
    pd.DataFrame({"plant": ["Lyon", "Graz"], "budget": [5, 7]}).to_excel(book, sheet_name="Budgets", index=False)`;
  await analyst.createFile('staff.xlsx', CARS + write);
  expect((await analyst.ask(QUESTION)).answer).toContain('**Graz**');
  expect((await analyst.ask('Which plant has the highest budget?')).answer).toContain(
    '**Graz**, with budget **7**.',
  );
});

it('keeps the letters of every language in the names of tables, and finds these tables again', async () => {
  const analyst = await open();
  // Some systems write ä as two characters.
  const name = 'La\u0308ger Süd.xlsx';
  const write = `import pandas as pd
with pd.ExcelWriter(${JSON.stringify(name)}) as book:
    pd.DataFrame({"Artikel": ["a", "b"], "Stück": [5, 7]}).to_excel(book, sheet_name="Übersicht", index=False)
    pd.DataFrame({"Regal": ["r", "s"], "Größe (cm)": [50, 70]}).to_excel(book, sheet_name="棚 2024", index=False)`;
  await analyst.createFile(name, write);
  const { answer, cells } = await analyst.ask('total Stück');
  expect(answer).toContain(', in läger_süd_übersicht (La\u0308ger Süd.xlsx).');
  expect(answer).toContain('**12**');
  expect(cells[0]?.source).toContain('\nläger_süd_棚_2024 = ');
  const again = await analyst.ask('average Größe');
  expect(again.answer).toContain('**60 cm**');
  expect(again.cells[0]?.source).not.toContain('read_excel');
});

it('reads past a title and lines that do not fit', async () => {
  const analyst = await open({
    'report.csv': 'Report 2024\n\nname,score,age\nAnn,3,40\nBob,4,50\nCid,5,60,extra\n',
  });
  const { answer, cells } = await analyst.ask('average score');
  expect(answer).toContain('**3.5**');
  expect(cells[0]?.source).toContain('skiprows=2, on_bad_lines="warn"');
  const note = '1 line of the file of `report` has more fields than the header and is left out.';
  expect(answer).toContain(note);
  expect((await analyst.ask('highest age')).answer).toContain(note);
});

it('says which of the columns with one heading it takes', async () => {
  const analyst = await open({
    'twins.csv': 'id,amount,amount,city,amount\n1,10,100,Paris,7\n2,20,200,Rome,8\n',
  });
  const note =
    '`amount` is the first column with that heading. pandas calls the others `amount.1` and `amount.2`.';
  const first = await analyst.ask('total amount by city');
  expect(first.answer).toContain('**Rome** has the highest total amount: **20**');
  expect(first.answer).toContain(note);
  expect((await analyst.ask('How many rows?')).answer).not.toContain('heading');
  expect((await analyst.ask('total amount.1')).answer).toContain('**300**');
});

it('names totals of a value, and keeps NA where it is a region', async () => {
  const rows = 'NA,Lamp,10\nNA,Desk,20\nEU,Lamp,5\nAPAC,Lamp,15\nAPAC,,\n';
  const analyst = await open({ 'sales.csv': `region,product,revenue\n${rows}` });
  expect((await analyst.ask('total revenue by region')).answer).toContain('**NA** has the highest');
  const totals = 'North,10\nNorth,20\nNorth Total,30\nSouth,5\nTotal for South,5\nFull total,7\n';
  await analyst.writeFile('areas.csv', `area,income\n${totals}`);
  expect((await analyst.ask('total income')).answer).toContain(
    '`area` has "North Total" and "Total for South", whose rows count like any other.',
  );
});

it('looks up a value the profile did not show', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => `Country${index},${index}`);
  const analyst = await open({
    'countries.csv': `country,population\n${rows.join('\n')}\nNew Zealand,5000\n`,
  });
  const { answer } = await analyst.ask('What is the population of New Zealand?');
  expect(answer).toContain('**5,000**');
});

it.each([
  ['empty.csv', '', 'is empty'],
  [
    'header.csv',
    'a,b,c\n',
    '`header.csv` has 0 rows and the columns `a` (empty), `b` (empty) and `c` (empty).',
  ],
  ['gaps.csv', 'a,b\n,\n,\n', '`gaps.csv` has 2 rows and the columns `a` (empty) and `b` (empty).'],
])('says plainly what is wrong with %s', async (name, content, expected) => {
  const analyst = await open({ [name]: content });
  expect((await analyst.ask('average of a')).answer).toContain(expected);
});

it('copes with 200 columns and names that need quoting', async () => {
  const header = Array.from({ length: 200 }, (_, index) => `col ${index}`).join(',');
  const row = (offset: number) => Array.from({ length: 200 }, (_, index) => index + offset).join(',');
  const analyst = await open({ "it's wide.csv": `"näme ""q""",${header}\nx,${row(0)}\ny,${row(2)}\n` });
  expect((await analyst.ask('average of col 7')).answer).toContain('**8**');
});

it('takes the table whose columns the question names, and keeps to it in a follow-up', async () => {
  const analyst = await open();
  await analyst.createFile('cars.csv', `${CARS}cars.to_csv("cars.csv", index=False)`);
  analyst.apply({ type: 'kernel-names', names: [{ name: 'cars', type: 'DataFrame' }] });
  await analyst.writeFile('rain.csv', 'date,rain\n2024-01-01,5\n2024-01-02,7\n');
  const { answer, cells } = await analyst.ask(QUESTION);
  // `cars` is a variable of the person's own, which stays.
  expect(answer).toMatch(/^Average units by plant, highest average units first, in cars\.csv\.\n/);
  expect(answer).toContain('**Graz** has the highest average units: **310**');
  expect(cells[0]?.source).toContain('cars_2 = pd.read_csv("cars.csv")');
  // A file that no question was about is not loaded.
  expect(await analyst.print('print("rain" in globals())')).toBe('False\n');
  expect((await analyst.ask('total rain')).answer).toContain('**12**');
  const followed = await analyst.ask('and the maximum?');
  expect(followed.answer).toContain('**7**');
  expect(followed.cells.length).toBeLessThan(cells.length);
});

it('sees no tie where rounding makes one', async () => {
  const analyst = await open();
  const write = `import pandas as pd
days = pd.date_range("2020-01-06", periods=700)
pd.DataFrame({"day": days, "plant": ["Lyon", "Graz"] * 350, "units": 2, "price": [1.0001, 1.0002] * 350,
    "wind": [9 if i == 350 else i % 7 for i in range(700)]}).to_csv("days.csv", index=False)`;
  await analyst.createFile('days.csv', write);
  expect((await analyst.ask('average wind by week')).answer).toContain('**Week of December 21, 2020** has');
  expect((await analyst.ask('Which plant has the highest average price?')).answer).toContain('**Graz** has');
});

it('reads separators in quotes, and joins two files by the key that both have', async () => {
  const rides =
    '1;"Hafen; West";21,8\n2;"Dom; Nord";9,8\n3;"Hafen; West";13,3\n4;Dom;8,5\n5;"Dom; Nord";7,2\n';
  const analyst = await open({
    'rides.csv': `ride;station;duration (min)\n${rides}`,
    'stations.csv': 'station,docks\nDom,22\n"Hafen; West",18\n',
  });
  const { answer } = await analyst.ask('Which station has the longest average duration?');
  expect(answer).toContain('**Hafen; West** has the highest average duration (min): **17.55 min**');
  const joined = await analyst.ask('average duration by docks');
  expect(joined.answer).toContain('rides joined with stations by station');
  expect(joined.answer).toContain('Rows without a match in the other table are left out.');
});
