/** Values and files that pandas does not read as what they mean. */
import { expect, it } from 'vitest';
import { openAnalystBatch } from '../../../helpers/analyst/analyst-batch.ts';

const open = openAnalystBatch;

it('counts merged cells in each of their rows, and says so of numbers', async () => {
  const analyst = await open();
  const write = `import openpyxl
book = openpyxl.Workbook()
sheet = book.active
rows = [["region", "city", "sales", "bonus"], ["North", "Oslo", 1, 5], [None, "Bergen", 50, None],
    [None, "Voss", 50, 6], ["South", "Rome", 60, 7], [None, "Bari", 2, 8]]
for row in rows:
    sheet.append(row)
for cells in ("A2:A4", "A5:A6", "D2:D3"):
    sheet.merge_cells(cells)
book.save("plan.xlsx")`;
  await analyst.createFile('plan.xlsx', write);
  const { answer } = await analyst.ask('Which region has the highest total sales?');
  expect(answer).toContain('**North** has the highest total sales: **101**.');
  expect(answer).not.toContain('merged');
  expect((await analyst.ask('total bonus')).answer).toMatch(
    /\*\*31\*\*[\s\S]*`bonus` has numbers in merged cells, each of which counts in all of its rows\./,
  );
});

it('computes with decimals, days, and durations of a Parquet file', async () => {
  const analyst = await open();
  const write = `import datetime, decimal, pyarrow, pyarrow.parquet
pyarrow.parquet.write_table(pyarrow.table({
    "shop": ["a", "b", "a"],
    "amount": pyarrow.array([decimal.Decimal("1.10"), decimal.Decimal("2.20"), decimal.Decimal("3.30")]),
    "day": pyarrow.array([datetime.date(2025, 1, 5), datetime.date(2025, 2, 5), datetime.date(2025, 2, 6)]),
    "took": pyarrow.array([datetime.timedelta(minutes=each) for each in (30, 60, 90)]),
}), "sales.parquet")`;
  await analyst.createFile('sales.parquet', write);
  expect((await analyst.ask('total amount by shop')).answer).toContain(
    '**a** has the highest total amount: **4.4**',
  );
  expect((await analyst.ask('total amount by month')).answer).toContain('from **1.1** to **5.5**');
  expect((await analyst.ask('average took')).answer).toContain('**60 min**');
});

it('says what infinite numbers do to an answer', async () => {
  const analyst = await open({ 'ratios.csv': 'k,v\na,1\nb,inf\nc,-inf\nd,3\n' });
  const { answer } = await analyst.ask('total v');
  expect(answer).toContain('**The data has no values for this.**');
  expect(answer).toContain('2 rows have an infinite number in `v`.');
  expect((await analyst.ask('What is the maximum v?')).answer).toContain('**∞**');
  expect((await analyst.ask('average v by k')).answer).toContain(
    '**b** has the highest average v: **∞**. The lowest is **c** with **-∞**.',
  );
});

it('reads the tables and views of a database, and leaves out binary values', async () => {
  const analyst = await open();
  const write = `import sqlite3
database = sqlite3.connect("shop.db")
database.executescript("""
    CREATE TABLE sales (region TEXT, amount REAL, photo BLOB, day TEXT);
    INSERT INTO sales VALUES ('North', 1.5, x'ff00', '2024-01-05'), ('South', 2.5, NULL, '2024-02-05'),
        ('North', 3, x'ff01', '2024-02-06');
    CREATE VIEW regions AS SELECT region, count(*) AS visits FROM sales GROUP BY region;
    CREATE TABLE "odd ""name" (weight INTEGER);
    INSERT INTO "odd ""name" VALUES (4), (6);
""")
database.close()`;
  await analyst.createFile('shop.db', write);
  const { answer, cells } = await analyst.ask('total amount by region');
  expect(answer).toContain('**North** has the highest total amount: **4.5**');
  expect(cells[0]?.source).toContain(
    `sales = pd.read_sql_query('SELECT "region", "amount", "day" FROM "sales"'`,
  );
  expect((await analyst.ask('total amount by month')).answer).toContain('from **1.5** to **5.5**');
  expect((await analyst.ask('total visits')).answer).toContain('**3**');
  expect((await analyst.ask('average weight')).answer).toContain('**5**');
  const said = analyst.session.cells.map(({ source }) => source).join('\n');
  expect(said).toContain('it has 3 tables, `photo` of `sales` holds binary values and is left out.');
});

it('reads the features of GeoJSON with their properties', async () => {
  const feature = (name: string, people: number, at: number[] | null) => ({
    type: 'Feature',
    properties: { name, census: { people } },
    geometry: at && { type: 'Point', coordinates: at },
  });
  const features = [
    feature('Oslo', 10, [10.7, 59.9]),
    feature('Rome', 30, [12.5, 41.9]),
    feature('?', 5, null),
  ];
  const analyst = await open({ 'towns.geojson': JSON.stringify({ type: 'FeatureCollection', features }) });
  expect((await analyst.ask('total census.people')).answer).toContain('**45**');
  expect((await analyst.ask('highest latitude')).answer).toContain('59.9');
});

it('says once which files it does not read, and again where one is named', async () => {
  const analyst = await open({
    'sales.csv': 'region,amount\nNorth,1\nSouth,2\n',
    'scan.pdf': '%PDF-1.7',
    'notes.sqlite': 'no database',
  });
  const note = 'The file `scan.pdf` is not in a format that is read as a table. I read CSV';
  expect((await analyst.ask('total amount in sales.csv')).answer).toContain(note);
  expect((await analyst.ask('average amount in sales.csv')).answer).not.toContain('scan.pdf');
  for (const question of ['What is in scan.pdf?', 'total amount of the pdf']) {
    const { answer, isAnswered } = await analyst.ask(question);
    expect(isAnswered, question).toBe(false);
    expect(answer, question).toContain(note);
    expect(answer, question).not.toContain('I do not understand');
  }
  expect((await analyst.ask('total amount in notes.sqlite')).answer).toContain(
    'The file `notes.sqlite` is not an SQLite database.',
  );
});

it('describes its tables and itself once in a notebook', async () => {
  const analyst = await open({ 'sales.csv': 'region,amount\nNorth,1\nSouth,2\n' });
  const first = await analyst.ask('Which amount sparkles?');
  expect(first.answer).toContain('`sales.csv` has 2 rows');
  expect(first.answer).toContain('I am the built-in analyst');
  const second = await analyst.ask('Which region glitters?');
  expect(second.answer).toContain('I do not understand');
  expect(second.answer).toContain('Questions that I can answer');
  expect(second.answer).not.toMatch(/has 2 rows|I am the built-in analyst/);
});
