/** The task suite's parts that need no kernel: scorer, InfiAgent-DABench's files, data tools. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toPython } from '../../../bench/tasks/data-tools.ts';
import { type ActingModel, withJsonActions } from '../../../bench/tasks/json-actions.ts';
import { readDabench } from '../../../bench/tasks/read-dabench.ts';
import { createReplayModel } from '../../../bench/tasks/replay.ts';
import { toReport } from '../../../bench/tasks/report.ts';
import type { TaskResult } from '../../../bench/tasks/run-task.ts';
import { scoreAnswer } from '../../../bench/tasks/score-answer.ts';
import { OWN_SUITE } from '../../../bench/tasks/suite/own-suite.ts';
import type { ModelEvent, ModelMessage, ModelRequest } from '../../../lib/model/model.ts';
import { NO_USAGE } from '../../../lib/protocol/runs/usage.ts';
import { createSession } from '../../../lib/session/session.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const END: ModelEvent = { type: 'end', finishReason: 'stop', usage: NO_USAGE };
const mean = { name: 'mean', value: 3733.09, tolerance: 0.01 };
const species = { name: 'species', value: 'Gentoo', others: ['Adelie', 'Chinstrap'] };

test.each([
  ['It is so.\n\n@mean[3733.09]', [mean], true],
  ['@mean[3,733.088]', [mean], true],
  ['@mean[3733.2]', [mean], false],
  ['@mean[1] … no: @mean[3733.09]', [mean], true],
  ['@other[3733.09]', [mean], false],
  ['@species[gentoo]', [species], true],
  ['@mean[3733.09] @species[Adelie]', [mean, species], false],
  ['On average a Chinstrap weighs **3,733 g**.', [mean], true],
  ['On average a Chinstrap weighs 3,700 g.', [mean], false],
  ['**Gentoo** are heavier than Adelie.', [species], true],
  ['Adelie are lighter than Gentoo.', [species], false],
  ['| species | mean |\n| Gentoo | 3733.09 |', [mean], false],
  ['Many rows.\n\nSo it is.\n\nBy the way, 11 were left out.', [{ name: 'n', value: 11 }], false],
  ['**July** is the driest.', [{ name: 'month', value: 7, aliases: ['July'] }], true],
  ['There are 11 of them.', [{ name: 'n', value: 11 }], true],
  ['There is 1 of them.', [{ name: 'r', value: 0.871, tolerance: 0.001 }], false],
  [null, [mean], false],
])('%j scores as it should', (answer, expected, isCorrect) => {
  expect(scoreAnswer(answer, expected).isCorrect).toBe(isCorrect);
});

test('every task of our own has an id of its own, files that are there, and a solution', async () => {
  expect(OWN_SUITE.length).toBeGreaterThanOrEqual(20);
  expect(new Set(OWN_SUITE.map(({ id }) => id)).size).toBe(OWN_SUITE.length);
  expect(OWN_SUITE.every(({ solution, files }) => solution && files.length > 0)).toBe(true);
});

test('the files of InfiAgent-DABench become tasks, and a line that is none is named', async () => {
  const folder = await createTempDir();
  await mkdir(join(folder, 'da-dev-tables'));
  await writeFile(join(folder, 'da-dev-tables', 'fares.csv'), 'fare\n30\n39.3\n');
  const question = {
    id: 0,
    question: 'Calculate the mean fare.',
    concepts: ['Summary Statistics'],
    constraints: 'Round to two decimal places.',
    format: '@mean_fare[mean_fare_value] where "mean_fare_value" is a number.',
    file_name: 'fares.csv',
    level: 'easy',
  };
  const label = { id: 0, common_answers: [['mean_fare', '34.65']] };
  await writeFile(join(folder, 'da-dev-questions.jsonl'), `${JSON.stringify(question)}\n`);
  await writeFile(join(folder, 'da-dev-labels.jsonl'), `${JSON.stringify(label)}\n`);
  const [task] = await readDabench(folder);
  expect(task).toEqual({
    id: 'dabench-0',
    question: 'Calculate the mean fare.\nRound to two decimal places.',
    files: [join(folder, 'da-dev-tables', 'fares.csv')],
    format: `lines of this form, all of them: ${question.format}`,
    expected: [{ name: 'mean_fare', value: '34.65' }],
  });
  expect(scoreAnswer('@mean_fare[34.65]', task?.expected ?? []).isCorrect).toBe(true);
  expect(scoreAnswer('@mean_fare[34.650000]', task?.expected ?? []).isCorrect).toBe(true);
  expect(scoreAnswer('@mean_fare[34.7]', task?.expected ?? []).isCorrect).toBe(false);

  await writeFile(join(folder, 'da-dev-labels.jsonl'), '{"id": 0}\n');
  await expect(readDabench(folder)).rejects.toThrow(/da-dev-labels\.jsonl, line 1/);
});

test('calls of data tools become code, and anything else becomes an error to read', () => {
  expect(toPython('count_rows', '{"table": "t"}')).toBe("print('result =', len(t))");
  expect(toPython('filter_rows', '{"table": "t", "condition": "a == \\"x\\"", "into": "u"}')).toContain(
    'u = t.query("a == \\"x\\"", engine=\'python\')',
  );
  expect(toPython('count_rows', '{"table": "t; import os"}')).toMatch(/^raise ValueError\("count_rows: /);
  expect(toPython('count_rows', '{')).toContain('not JSON');
  expect(toPython('run_shell', '{}')).toContain('There is no tool \\"run_shell\\"');
});

test('the report sums accuracy, steps, tokens and cost up by actions', () => {
  const usage = { promptTokens: 900, completionTokens: 100, estimated: false, cost: 0.01 };
  const result: TaskResult = {
    id: 'a',
    actions: 'code',
    isCorrect: true,
    hits: 1,
    expected: 1,
    isLenient: false,
    steps: 2,
    durationMs: 1500,
    usage,
    outcome: { status: 'answered' },
    answer: '@a[1]',
  };
  const stopped = { status: 'stopped', reason: 'max-steps', message: 'No.' } as const;
  const failed: TaskResult = { ...result, id: 'b', isCorrect: false, hits: 0, outcome: stopped };
  const report = toReport([result, failed]);
  expect(report).toContain('| a | code | yes | 2 | 1,000 | 1.5 s | $0.0100 |');
  expect(report).toContain('| b | code | no (max-steps) |');
  expect(report).toContain('| code | 2 | 50.0 % | 50.0 % | 4 | 2,000 | 3.0 s | $0.0200 |');
});

test('one JSON call a step continues as code, and comes back to the model as it was made', async () => {
  const asked: ModelRequest[] = [];
  const replies: ModelEvent[][] = [
    [
      { type: 'text-delta', text: 'I load it:\n```python\nimport os\n```' },
      { type: 'tool-call', id: 'x', name: 'load_table', arguments: '{"file": "a.csv", "table": "a"}' },
      { type: 'tool-call', id: 'y', name: 'count_rows', arguments: '{"table": "a"}' },
      END,
    ],
    [{ type: 'text-delta', text: '@count[3]' }, END],
  ];
  const inner: ActingModel = {
    ...createReplayModel('inner', () => null),
    stream: async function* (request) {
      asked.push(request);
      yield* replies[asked.length - 1] ?? [];
    },
  };
  const model = withJsonActions(inner);
  const ask = async (messages: ModelMessage[]) => {
    const request = { messages, tools: [], session: createSession('s'), runId: 'r' };
    return Array.fromAsync(model.stream(request, new AbortController().signal));
  };
  const system = {
    role: 'system',
    content: 'Write code.\n\nFiles that the user added to the working directory:\n- a.csv',
  } as const;
  const task = { role: 'user', content: 'Task: Count.' } as const;
  const [call, text, end, ...rest] = await ask([system, task]);
  expect(rest).toEqual([]);
  expect(end).toEqual(END);
  expect(text).toEqual({ type: 'text-delta', text: 'I load it:\npython\nimport os\n' });
  if (call?.type !== 'tool-call') throw new Error('There is no call.');
  expect(call).toMatchObject({ name: 'execute_code', arguments: expect.stringContaining('pd.read_csv') });

  const { id, name, arguments: code } = call;
  const reply = { role: 'assistant', content: '', toolCalls: [{ id, name, arguments: code }] } as const;
  const shown = { role: 'tool', toolCallId: id, content: '(3, 1)' } as const;
  await ask([system, task, { ...reply, toolCalls: [...reply.toolCalls] }, shown]);
  const [first, , called] = asked[1]?.messages ?? [];
  expect(first?.content).toMatch(/calling data tools[\s\S]*- a\.csv$/);
  expect(first?.content).not.toContain('Write code');
  expect(called).toMatchObject({
    toolCalls: [{ id, name: 'load_table', arguments: '{"file": "a.csv", "table": "a"}' }],
  });
  expect(asked[1]?.tools.map((tool) => tool.name)).toContain('group_rows');
});
