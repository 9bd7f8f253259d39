/** The task suite in real kernels: reference solutions by code and by JSON calls, recorded replies, the analyst. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRecorder, readRecordings } from '../../../bench/tasks/recordings.ts';
import { createReplayModel, toReference, withRecording } from '../../../bench/tasks/replay.ts';
import { runSuite } from '../../../bench/tasks/run-suite.ts';
import { type Actions, toTaskText } from '../../../bench/tasks/run-task.ts';
import { OWN_SUITE } from '../../../bench/tasks/suite/own-suite.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const IDS = ['penguins-heaviest', 'orders-region'];
const tasks = OWN_SUITE.filter(({ id }) => IDS.includes(id));
const BOTH: Actions[] = ['code', 'json'];
/** Kernels without boxes come from one server: this is about tasks. */
const actbook = { sandbox: 'off' } as const;

const findTask = (text: string) => tasks.find((task) => toTaskText(task, true) === text);

function createReference(actions: Actions) {
  return createReplayModel('reference', (text) => {
    const task = findTask(text);
    return task ? toReference(task, actions) : null;
  });
}

test('the same tasks are solved by code and by one JSON call a step, and recorded replies do it again', async () => {
  const recorder = createRecorder();
  const model = (actions: Actions) =>
    withRecording(createReference(actions), (text, reply) => recorder.tell(actions, text, reply));
  const results = await runSuite({ tasks, actions: BOTH, model, actbook });
  expect(results.map(({ id, actions, isCorrect }) => [id, actions, isCorrect])).toEqual(
    BOTH.flatMap((actions) => tasks.map(({ id }) => [id, actions, true])),
  );
  expect(results.every(({ isLenient }) => !isLenient)).toBe(true);
  const stepsOf = (actions: Actions) =>
    results.filter((each) => each.actions === actions).reduce((sum, { steps }) => sum + steps, 0);
  expect(stepsOf('json')).toBeGreaterThan(stepsOf('code'));

  const file = join(await createTempDir(), 'replies.jsonl');
  await recorder.save(file);
  const recordings = await readRecordings(file);
  const [again] = await runSuite({
    tasks: tasks.slice(0, 1),
    actions: ['json'],
    actbook,
    model: () =>
      createReplayModel('recorded', (text) => {
        return recordings.find((each) => each.task === text && each.actions === 'json')?.replies ?? null;
      }),
  });
  expect(again).toMatchObject({ id: 'penguins-heaviest', isCorrect: true, answer: '@species[Gentoo]' });
});

test('the built-in analyst is scored by what it really answers', async () => {
  const [result] = await runSuite({ tasks: tasks.slice(0, 1), actions: ['code'], model: null, actbook });
  expect(result).toMatchObject({ id: 'penguins-heaviest', isCorrect: true, isLenient: true });
  expect(result?.answer).toContain('Gentoo');
});

test('what was played as a model is answered right again, in as many steps or fewer', async () => {
  const recordings = await readRecordings('bench/tasks/played.jsonl');
  const findReplies = (text: string) => recordings.find(({ task }) => task === text)?.replies ?? null;
  const played = OWN_SUITE.filter((task) => findReplies(toTaskText(task, true)));
  expect(played.length).toBe(recordings.length);
  const model = () => createReplayModel('played', findReplies);
  const results = await runSuite({ tasks: played, actions: ['code'], model, actbook });
  for (const task of played) {
    const { isCorrect, steps = 0 } = results.find(({ id }) => id === task.id) ?? {};
    const most = findReplies(toTaskText(task, true))?.length ?? 0;
    expect({ id: task.id, isCorrect, isLonger: steps > most }).toEqual({
      id: task.id,
      isCorrect: true,
      isLonger: false,
    });
  }
});
