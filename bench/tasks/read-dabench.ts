/**
 * Tasks from a folder with the files of InfiAgent-DABench (Hu et al. 2024, https://arxiv.org/abs/2401.05507):
 * `da-dev-questions.jsonl`, `da-dev-labels.jsonl`, `da-dev-tables/`. Its data may not be used commercially, so none is here.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { SuiteTask } from './task.ts';

const Id = z.union([z.string(), z.number()]).transform(String);
const Question = z.object({
  id: Id,
  question: z.string(),
  constraints: z.string().default(''),
  format: z.string(),
  file_name: z.string(),
  level: z.string().optional(),
});
const Label = z.object({ id: Id, common_answers: z.array(z.tuple([z.string(), z.string()])) });

/** Throws with the file's name and line when a file is not what it should be. */
export async function readDabench(folder: string): Promise<SuiteTask[]> {
  const questions = await readLines(join(folder, 'da-dev-questions.jsonl'), Question);
  const labels = await readLines(join(folder, 'da-dev-labels.jsonl'), Label);
  const answers = new Map(labels.map(({ id, common_answers }) => [id, common_answers]));
  return questions.map(({ id, question, constraints, format, file_name }) => {
    const expected = answers.get(id);
    if (!expected) throw new Error(`da-dev-labels.jsonl has no label for question ${id}.`);
    return {
      id: `dabench-${id}`,
      question: [question, constraints].filter((part) => part !== '').join('\n'),
      files: [join(folder, 'da-dev-tables', file_name)],
      format: `lines of this form, all of them: ${format}`,
      expected: expected.map(([name, value]) => ({ name, value })),
    };
  });
}

async function readLines<T>(path: string, schema: z.ZodType<T>): Promise<T[]> {
  const text = await readFile(path, 'utf8');
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [schema.parse(JSON.parse(line))];
    } catch (error) {
      throw new Error(`${path}, line ${index + 1}: ${error instanceof Error ? error.message : error}`);
    }
  });
}
