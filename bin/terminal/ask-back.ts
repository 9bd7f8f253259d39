/** A question of the model, put to the user at the terminal. */
import { readLine } from './read-line.ts';
import { toHarmless } from './to-harmless.ts';

/** What the user wants, as text for the next run; null where nothing was typed and there is no choice to take. */
export async function askBack(
  { question, choices }: { question: string; choices: readonly string[] },
  signal: AbortSignal,
): Promise<string | null> {
  const lines = choices.map((choice, at) => `  ${at + 1}  ${choice}`);
  process.stderr.write(`${toHarmless([`The model asks: ${question}`, ...lines].join('\n'))}\n`);
  const typed = await readLine(choices.length > 0 ? 'Your answer (Enter for 1): ' : 'Your answer: ', {
    signal,
  });
  if (typed === null) return null;
  const text = typed.trim();
  const at = text === '' ? 0 : Number(text) - 1;
  return choices[at] ?? (text === '' ? null : text);
}
