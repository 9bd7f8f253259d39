import { expect, it } from 'vitest';
import { openAnalystBatch } from '../../../helpers/analyst/analyst-batch.ts';

const open = openAnalystBatch;

it('reads German CSV: semicolons, Latin-1, decimal commas, dots between thousands', async () => {
  const text =
    'Stadt;Umsatz;Datum\nMünchen;1.234,50;03.01.2023\nKöln;987,10;15.02.2023\nKöln;1.100,25;01.03.2023\n';
  const analyst = await open({ 'umsatz.csv': Buffer.from(text, 'latin1') });
  const { answer } = await analyst.ask('Which Stadt has the highest total Umsatz?');
  expect(answer).toContain('**Köln** has the highest total Umsatz: **2,087.35**');
  expect((await analyst.ask('total Umsatz in February')).answer).toContain('987.1');
});

it('reads currencies and percents, and names what it could not read', async () => {
  const text =
    'Item "x",Unit Price ($),Rate\na,"$1,200.50",10%\nb,$900.00,5%\nc,call us,7.5%\nd,$600.00,5%\n';
  const analyst = await open({ 'prices.csv': text });
  const { answer } = await analyst.ask('what is the average unit price?');
  expect(answer).toContain('**$900.17**');
  expect(answer).toContain(
    'In `Unit Price ($)`, "call us" cannot be read as a number and counts as missing.',
  );
  const counts = ['12', '7', 'k.A.', '9', '11', 'n/a', 'folgt', '14', '15', '*ca.* 3', '8', 'offen', '5'];
  await analyst.writeFile(
    'lager.csv',
    `Artikel,Stück\n${counts.map((each, at) => `a${at},${each}`).join('\n')}\n`,
  );
  expect((await analyst.ask('total Stück')).answer).toContain(
    'In `Stück`, "k.A.", "folgt", "\\*ca.\\* 3" and 1 other text cannot be read as numbers and count as missing.',
  );
});

it('reads dots between thousands, brackets for minus and millions, and leaves names such as 7A alone', async () => {
  const rows = ['7A,€ 250.000,(100),$1.2M', '7B,€ 80.000,300,$900k', '7A,€ 1.050.000,400,$3M'];
  const analyst = await open({ 'homes.csv': `Class,Price,Balance,Budget\n${rows.join('\n')}\n` });
  const { answer } = await analyst.ask('average price');
  expect(answer).toContain('**€460,000**');
  expect((await analyst.ask('average balance')).answer).toContain('**200**');
  expect((await analyst.ask('total budget')).answer).toContain('**$5,100,000**');
  expect((await analyst.ask('How many rows per class?')).answer).toContain(
    '**7A** has the highest number of rows: **2**',
  );
});

it.each([
  ['parts.csv', 'part;x;price\nA;1,250 kg;2,50\nB;0,500 kg;3,75\nC;2,375 kg;1,20\n', '**4.13 kg**'],
  ['cities.tsv', 'city\tx\nAlba\t1,250\nBrig\t980\nCali\t12,500\n', '**14,730**'],
  ['us.csv', 'city,x\nAlba,"1,250"\nBrig,980\nCali,"12,500"\n', '**14,730**'],
  ['money.csv', 'firm,x\nAcme,$1.5m\nBolt,$900\nCord,$2.5m\n', '**$4,000,900**'],
  ['rupees.csv', 'shop,x\nA,"₹1,25,000"\nB,"₹95,000"\nC,"₹2,10,000"\n', '**430,000 ₹**'],
])('reads all of each number in %s, without a doubt', async (name, content, expected) => {
  const analyst = await open({ [name]: content });
  const { answer } = await analyst.ask('total x');
  expect(answer).toContain(expected);
  expect(answer).not.toContain('I read');
});

it('says with each answer how it read commas that may be either, and does not add up currencies', async () => {
  const analyst = await open({ 'bags.csv': 'bag;mass;price\nA;1,250 kg;2,50\nB;2,375 kg;1,20\n' });
  for (const question of ['total mass', 'highest mass'])
    expect((await analyst.ask(question)).answer).toContain('In `mass`, I read commas as decimal commas.');
  await analyst.writeFile('bids.csv', 'bidder,offer\nAnn,$100\nBob,€200\nCat,$50\n');
  expect((await analyst.ask('total offer')).isAnswered).toBe(false);
});

it('keeps the euro sign of a Windows file', async () => {
  const text = 'Stadt;Umsatz in €\nKöln;10,5\nBonn;9,5\n';
  const bytes = [...text].map((letter) => (letter === '€' ? 0x80 : letter.charCodeAt(0)));
  const analyst = await open({ 'euro.csv': Uint8Array.from(bytes) });
  expect((await analyst.ask('total Umsatz in €')).answer).toContain('**€20**');
});

it('says which numbers may stand for missing values, and leaves them in', async () => {
  const rows = ['18,1', '25,2', '-99,99', '40,3', '-99,99', '61,4', '90,5'];
  const analyst = await open({ 'survey.csv': `age,score\n${rows.join('\n')}\n` });
  const { answer } = await analyst.ask('average age');
  expect(answer).toContain('**5.14**');
  expect(answer).toContain(
    '2 rows have -99 in `age`, which may stand for a missing value; it counts as a number.',
  );
  expect((await analyst.ask('highest score')).answer).toContain('2 rows have 99 in `score`');
});

it('counts rows without a value among those that are not so, also where pandas has types of its own', async () => {
  const analyst = await open();
  const columns =
    '{"active": pd.array([True, False, None, True, None], dtype="boolean"), "n": pd.array([1, None, 3, 4, 5], dtype="Int64")}';
  await analyst.createFile(
    'members.parquet',
    `import pandas as pd\npd.DataFrame(${columns}).to_parquet("members.parquet")`,
  );
  const { answer } = await analyst.ask('How many members are not active?');
  expect(answer).toContain('**3**.\n\n- `active` has no value in 2 of 5 rows.');
  expect((await analyst.ask('What is the total n?')).answer).toContain(
    '**13**.\n\n- `n` has no value in 1 of 5 rows.',
  );
});

it('takes a share of a total, of an average only where the question says so, and never of a rate', async () => {
  const rows = ['Pumps,100,5%,10,20', 'Valves,300,10%,30,40', 'Valves,200,15%,20,60', 'Valves,200,5%,20,80'];
  const header = 'line,gross margin,markdown,temperature,CO2 g/km';
  const analyst = await open({ 'orders.csv': `${header}\n${rows.join('\n')}\n` });
  expect((await analyst.ask('What share of gross margin comes from Pumps?')).answer).toMatch(
    /Share of total gross margin where line is Pumps\.\s+\*\*12\.5%\*\* \(100 of 800\)/,
  );
  const { answer } = await analyst.ask('Which line has the highest share of gross margin?');
  expect(answer).toContain('**Valves** has the highest share: **87.5%**');
  expect((await analyst.ask('What share of average gross margin comes from Pumps?')).answer).toContain(
    'Share of average gross margin where line is Pumps.',
  );
  for (const rate of ['temperature', 'markdown', 'CO2 g/km']) {
    const reply = await analyst.ask(`What share of ${rate} comes from Pumps?`);
    expect([rate, reply.isAnswered]).toEqual([rate, false]);
    expect(reply.answer).toContain('so I do not answer it');
  }
});

it('reads 5.000 in a question as five thousand where the file has decimal commas, and only there', async () => {
  const analyst = await open({
    'verkauf.csv': 'Stadt;Umsatz;Menge\nKöln;7.500,50;1.001\nBonn;1.200,25;980\nBonn;6,75;4.000\n',
  });
  const { answer } = await analyst.ask('How many rows have Umsatz above 5.000?');
  expect(answer).toContain('Umsatz is above 5000.\n\n**1**');
  const between = await analyst.ask('How many rows have Menge between 1.001 and 4.000?');
  expect(between.answer).toContain('Menge is between 1001 and 4000.\n\n**2**');
  expect((await analyst.ask('How many rows have Umsatz above 6.5?')).answer).toContain('**3**');
  expect((await analyst.ask('How many rows have Umsatz above 1.234,50?')).isAnswered).toBe(false);
  await analyst.writeFile('stones.csv', 'stone,carat\nruby,1.250\nopal,2.500\njade,0.750\n');
  expect((await analyst.ask('How many stones have a carat above 1.100?')).answer).toContain('**2**');
});
