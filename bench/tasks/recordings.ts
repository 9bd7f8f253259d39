/** Replies of a model in a file: one JSON object a line, `{task, actions, replies}`. */
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Reply } from './replay.ts';
import type { Actions } from './run-task.ts';

const Recording = z.object({
  /** The text of the task as it was asked. */
  task: z.string(),
  actions: z.enum(['code', 'json']),
  replies: z.array(
    z.object({
      text: z.string(),
      toolCalls: z.array(z.object({ name: z.string(), arguments: z.string() })).optional(),
    }),
  ),
});
type Recording = z.infer<typeof Recording>;

/** Throws with the line when one is not a recording. */
export async function readRecordings(path: string): Promise<Recording[]> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const parsed = Recording.safeParse(JSON.parse(line));
    if (!parsed.success) throw new Error(`${path}, line ${index + 1}: ${z.prettifyError(parsed.error)}`);
    return [parsed.data];
  });
}

export interface Recorder {
  tell(actions: Actions, task: string, reply: Reply): void;
  save(path: string): Promise<void>;
}

export function createRecorder(): Recorder {
  const recordings = new Map<string, Recording>();
  return {
    tell: (actions, task, { text, toolCalls = [] }) => {
      const key = `${actions} ${task}`;
      const recording = recordings.get(key) ?? { task, actions, replies: [] };
      recording.replies.push(toolCalls.length > 0 ? { text, toolCalls } : { text });
      recordings.set(key, recording);
    },
    save: (path) =>
      writeFile(path, [...recordings.values()].map((each) => `${JSON.stringify(each)}\n`).join('')),
  };
}
