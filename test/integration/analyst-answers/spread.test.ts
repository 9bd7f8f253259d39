/** How values are spread: the rows far from the others by name, whole numbers with a bar each. */
import { beforeAll, expect, it } from 'vitest';
import { type AnalystBatch, openAnalystBatch } from '../../helpers/analyst-batch.ts';

let analyst: AnalystBatch;
beforeAll(async () => {
  analyst = await openAnalystBatch();
  const rows = Array.from({ length: 60 }, (_, index) => `shop ${index},${20 + (index % 9)},${index % 5}`);
  const far = ['Harbor,910,2', 'Airport,455.5,1', 'Cellar,-80,4'];
  await analyst.writeFile('shops.csv', ['shop,spend,stars', ...rows, ...far].join('\n'));
});

it('names the rows furthest out', async () => {
  const { answer } = await analyst.ask('Are there outliers in spend?');
  expect(answer).toContain('**3 outliers**');
  const lines = answer.split('\n').filter((line) => /\| -?\d/.test(line));
  expect(lines.map((line) => line.split('|')[1]?.trim())).toEqual(['Harbor', 'Airport', 'Cellar']);
});

it('lists the limits of all columns', async () => {
  const { answer } = await analyst.ask('Show me the outliers');
  expect(answer).toMatch(/\| spend \| 3 \|/);
  expect(answer).toMatch(/\| stars \| 0 \|/);
});

it('says so when nothing is far out', async () => {
  const { answer, cells } = await analyst.ask('outliers in stars');
  expect(answer).toContain('**No outliers.**');
  expect(cells.every(({ status }) => status === 'ok')).toBe(true);
});

it('draws how values are spread', async () => {
  const { cells } = await analyst.ask('histogram of spend');
  const drawn = cells.find(({ source }) => source.includes('.hist('));
  expect(drawn?.status).toBe('ok');
});

it('has nothing to tell where no row has a value', async () => {
  const { answer } = await analyst.ask('average spend for more than 9 stars');
  expect(answer).toContain('**No rows match.**');
});
