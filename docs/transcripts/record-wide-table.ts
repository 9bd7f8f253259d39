/** Writes wide-table.md: `node docs/transcripts/record-wide-table.ts`. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createActbook } from '../../lib/index.ts';
import { type ModelServerRequest, startModelServer } from '../../test/helpers/model/model-server.ts';
import { createRandom } from '../../test/helpers/random.ts';

const INTRODUCTION =
  'Made by `node docs/transcripts/record-wide-table.ts`. A scripted model server answers over HTTP with replies that were written by hand, for a model with a context of 128,000 tokens; the agent, the profile, the kernel in its box, the code and its outputs, and the prompts are real.';

const KINDS = ['temp', 'press', 'flow', 'vib', 'volt'] as const;
const SENSORS = 297;
const BATCHES = 400;
const CONTEXT_TOKENS = 128_000;

const fence = (code: string) => `\`\`\`python\n${code}\n\`\`\``;

const REPLIES = [
  `I look at the target and the gaps first.\n\n${fence("import pandas as pd\ndf = pd.read_csv('process.csv')\nprint(df['yield_pct'].describe())\nprint(df.isna().sum().sum(), df['batch'].duplicated().sum())")}`,
  `How do the lines differ?\n\n${fence("print(df.groupby('line')['yield_pct'].agg(['count', 'mean', 'std']))")}`,
  `What spreads most, of all sensors?\n\n${fence("sensors = df.columns.drop(['batch', 'line', 'yield_pct'])\nstats = df[sensors].describe().T\nprint(stats.to_string())")}`,
  `Which sensors go with the yield?\n\n${fence("corr = df[sensors].corrwith(df['yield_pct']).sort_values(key=abs, ascending=False)\nprint(corr.head(8))")}`,
  `Is it the same on both lines?\n\n${fence("top = corr.index[:2]\nfor line, part in df.groupby('line'):\n    print(line, part[top].corrwith(part['yield_pct']).round(3).to_dict())")}`,
  `Together, how much do they explain?\n\n${fence("import numpy as np\nX = np.column_stack([np.ones(len(df)), df[top]])\nbeta, *_ = np.linalg.lstsq(X, df['yield_pct'], rcond=None)\nr2 = 1 - ((df['yield_pct'] - X @ beta) ** 2).sum() / ((df['yield_pct'] - df['yield_pct'].mean()) ** 2).sum()\nprint(beta, r2)")}`,
  `Do others remain once these two are out?\n\n${fence("rest = df['yield_pct'] - X @ beta\nleft = df[sensors.drop(top)].corrwith(rest).sort_values(key=abs, ascending=False)\nprint(left.head(5))")}`,
  `I check outliers of the two.\n\n${fence('z = (df[top] - df[top].mean()) / df[top].std()\nprint((z.abs() > 3).sum())')}`,
  `And the vibration sensors: how much does each vary in relation to its mean?\n\n${fence("vib = [name for name in sensors if name.endswith('_vib')]\ncv = (df[vib].std() / df[vib].mean()).sort_values(ascending=False)\nprint(cv.head(3))")}`,
  'Two sensors stand out: **{{ top[0] }}** (correlation {{ corr.iloc[0] : .2f }}) and **{{ top[1] }}** ({{ corr.iloc[1] : .2f }}). Together they explain {{ r2 : .0%}} of the spread of the yield. Of the others, none has more than {{ abs(left.iloc[0]) : .2f }} with what remains. Among the vibration sensors, {{ cv.index[0] }} varies most in relation to its mean ({{ cv.iloc[0] : .1% }}).',
];

interface Table {
  readonly names: readonly string[];
  readonly csv: string;
}

function writeTable(): Table {
  const { fraction: random, pick } = createRandom(35);
  const noise = () => random() + random() + random() - 1.5;
  const sensors = Array.from({ length: SENSORS }, (_, at) => {
    const kind = pick(KINDS);
    const name = `s${String(at + 1).padStart(3, '0')}_${kind}`;
    return { name, center: 5 + 80 * random(), spread: 0.5 + 6 * random() };
  });
  const names = ['batch', ...sensors.map(({ name }) => name), 'line', 'yield_pct'];
  const lines = Array.from({ length: BATCHES }, (_, batch) => {
    const drawn = sensors.map(() => noise());
    const values = sensors.map(({ center, spread }, at) => (center + spread * (drawn[at] ?? 0)).toFixed(3));
    const target = 70 + 4 * (drawn[41] ?? 0) - 2.6 * (drawn[187] ?? 0) + 2 * noise();
    const batchName = `B${String(batch).padStart(3, '0')}`;
    return [batchName, ...values, random() < 0.5 ? 'L1' : 'L2', target.toFixed(2)].join(',');
  });
  return { names, csv: `${[names.join(','), ...lines].join('\n')}\n` };
}

function toText({ messages }: ModelServerRequest): string {
  return messages.map(({ role, content }) => `=== ${role}\n${toPlain(content)}`).join('\n\n');
}

function toPlain(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}

/** How many names of columns the prompt has, of all. */
function countNames(text: string, names: readonly string[]): number {
  const words = new Set(text.match(/\w+/g));
  return names.filter((name) => words.has(name)).length;
}

function toPage(task: string, requests: readonly ModelServerRequest[], names: readonly string[]): string {
  const rows = requests.map((request, at) => {
    const text = toText(request);
    return `| ${at + 1} | ${Math.ceil(text.length / 4).toLocaleString('en-US')} | ${countNames(text, names)} |`;
  });
  return [
    '# Ten prompts about a table of 300 columns',
    INTRODUCTION,
    `**Task:** ${task}`,
    `Column names of the table in each prompt, of ${names.length}. Tokens are estimated at 4 characters.`,
    ['| Prompt | Tokens | Column names |', '| --: | --: | --: |', ...rows].join('\n'),
    '## The first prompt',
    ...requests.slice(0, 1).map((request) => `~~~~text\n${toText(request)}\n~~~~`),
  ].join('\n\n');
}

const TASK =
  'Which two sensors are most strongly related to yield_pct, and how strongly? Which vibration sensor varies most in relation to its mean?';

const table = writeTable();
const server = await startModelServer(REPLIES);
const model = { baseUrl: server.baseUrl, modelId: 'scripted', contextTokens: CONTEXT_TOKENS };
const actbook = await createActbook({ model });
try {
  const session = await actbook.createSession();
  await session.addFile({ name: 'process.csv', content: table.csv });
  await session.ask(TASK);
  await writeFile(
    join(import.meta.dirname, 'wide-table.md'),
    `${toPage(TASK, server.requests, table.names)}\n`,
  );
} finally {
  await actbook.dispose();
  await server.close();
}
