/**
 * The built-in analyst in the agent loop with a real kernel: what only the two show together. What it answers is tested in
 * test/integration/analyst/answers.
 */
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { type AnalystSession, openAnalystSession } from '../../helpers/analyst/analyst-driver.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';

const PENGUINS = resolve(import.meta.dirname, '../../../examples/penguins.csv');
const PRICES = 'model,price\nAster,20000.5\nBirch,31000\nCedar,25500\nDaisy,19000\nElder,42000\nFern,27000\n';
const ORDERS = `Order no;Date;Customer;Category;Amount (EUR);Returned
2000;14.01.2023;Ann;Toys;1.040,50 €;yes
2001;15.02.2023;Bob;Books;20,00 €;no
2002;16.02.2023;Ann;Toys;30,00 €;no
2003;17.03.2023;Cat;Garden;5,00 €;yes
2004;28.03.2023;Bob;Books;7,25 €;no
`;

const provider = shareProvider();

const open = (): Promise<AnalystSession> => openAnalystSession(provider);

async function openWithPenguins(): Promise<AnalystSession> {
  const analyst = await open();
  await analyst.copyFile(PENGUINS);
  return analyst;
}

it('loads a file, draws what it computed, and answers a follow-up from the table that it has', async () => {
  const analyst = await openWithPenguins();
  const reply = await analyst.ask('Which species is the heaviest on average? Show a plot.');
  expect(reply.cells.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
  const pictures = reply.cells.flatMap(({ outputs }) =>
    outputs.flatMap((output) => ('data' in output ? (output.data['image/png'] ?? []) : [])),
  );
  expect(pictures).toEqual([expect.stringMatching(/^iVBOR/)]);
  expect(reply.answer).toContain('**Gentoo** has the highest average body_mass_g: **5,076.02**');
  const island = await analyst.ask('and by island?');
  expect(island.cells.some(({ source }) => source.includes('read_csv'))).toBe(false);
  expect(island.answer).toContain('4,716.02');
});

it('loads again when the kernel has lost its variables, whether it was reported or not', async () => {
  const analyst = await openWithPenguins();
  expect((await analyst.ask('average body mass by sex')).answer).toContain('4,545.68');
  await analyst.kernel.restart();
  const silent = await analyst.ask('average body mass by sex');
  expect(silent.answer).toContain('4,545.68');
  analyst.session.apply({ type: 'kernel-status', status: 'idle', stateLost: true, reason: 'Restarted.' });
  const reported = await analyst.ask('average body mass by sex');
  expect(reported.cells[0]?.source).toContain('read_csv');
  expect(reported.cells.every(({ status }) => status === 'ok')).toBe(true);
});

it('reads a file again, in another way, where the first one failed', async () => {
  const analyst = await open();
  // The line that does not fit is past those that are looked at before.
  const rows = Array.from({ length: 20_000 }, (_, at) => `person ${at},${3 + (at % 2)}`);
  await analyst.writeFile('report.csv', ['name,score', ...rows, 'Cid,5,extra'].join('\n'));
  const { answer, cells } = await analyst.ask('average score');
  expect(answer).toContain('**3.5**');
  expect(cells.map(({ status }) => status)).toEqual(expect.arrayContaining(['error', 'ok']));
});

it('ends a run without an answer when it does not understand the question', async () => {
  const analyst = await openWithPenguins();
  const { run, answer } = await analyst.session.run('Who won the world cup?');
  expect(run.outcome).toMatchObject({ status: 'stopped', reason: 'no-answer' });
  expect(answer).toContain('I do not understand "won" and "world cup" in this question');
});

it('asks the user which of two meanings is meant, and keeps to it in a follow-up', async () => {
  const analyst = await open();
  await analyst.writeFile('orders.csv', ORDERS);
  const prompts: string[] = [];
  const chosen = await analyst.session.run('share of returned orders by category', {
    onInput: async ({ prompt }) => {
      prompts.push(prompt);
      return '2';
    },
  });
  expect(prompts).toEqual(['Which is meant? 1 to 2: ']);
  expect(chosen.answer).toMatch(/^Share of rows where Returned is yes by Category\./);
  const next = await analyst.ask('and by month?');
  expect(next.answer).toMatch(/^Share of rows where Returned is yes by month\./);
});

it('answers what is asked while it works, too, at whatever step it hears of it', async () => {
  const analyst = await open();
  await analyst.writeFile('prices.csv', PRICES);
  const { session } = analyst;
  const waiting = [
    ['cell-end', 'How many rows are there by zorp?'],
    ['step-end', 'and the maximum?'],
  ];
  const tell = (text: string) => {
    const { id = '', steps = [] } = session.session.runs.at(-1) ?? {};
    session.apply({ type: 'run-steer', runId: id, cellId: `note-${text}`, step: steps.length, text });
  };
  const { run: asked, cells } = await session.run('What is the median price?', {
    onEvent: (event) => {
      const isHeard = event.type === 'cell-end' || (event.type === 'step-end' && event.action === 'answer');
      if (!isHeard || waiting[0]?.[0] !== event.type) return;
      tell(waiting.shift()?.[1] ?? '');
    },
  });
  expect(waiting).toEqual([]);
  expect(asked.outcome?.status).toBe('answered');
  const { source: answer = '', isPartial } = cells.findLast(({ role }) => role === 'answer') ?? {};
  expect(isPartial).toBe(true);
  const parts = ['**26,250**', '**How many rows are there by zorp?**', 'I do not understand "zorp"'];
  for (const part of [...parts, '**and the maximum?**', 'Highest price', '**42,000**'])
    expect(answer).toContain(part);
});
