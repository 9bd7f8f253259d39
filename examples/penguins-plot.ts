/**
 * A question about a table, answered with a plot; leaves the notebook and the picture in the folder given, or here.
 * Needs nothing: without a language model the built-in analyst answers.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createActbook, type Notebook } from 'actbook';

const [folder = '.'] = process.argv.slice(2);

const actbook = await createActbook();
try {
  const session = await actbook.createSession({ title: 'Penguins' });
  await session.addFile(join(import.meta.dirname, 'penguins.csv'));
  const { answer, outcome, steps, durationMs } = await session.ask(
    'Which species is the heaviest on average? Show a plot.',
  );
  console.log(answer ?? JSON.stringify(outcome));
  console.log(`\n${steps} steps, ${(durationMs / 1000).toFixed(1)} s`);

  await session.saveNotebook(join(folder, 'penguins.ipynb'));
  const plot = findPlot(await session.toNotebook());
  if (plot) await writeFile(join(folder, 'penguins.png'), plot);
} finally {
  await actbook.dispose();
}

/** The first picture among the outputs, as bytes. */
function findPlot({ cells }: Notebook): Uint8Array | null {
  for (const { data } of cells.flatMap(({ outputs = [] }) => outputs)) {
    const png = data instanceof Object && 'image/png' in data ? data['image/png'] : null;
    if (typeof png === 'string') return Buffer.from(png, 'base64');
  }
  return null;
}
