/**
 * What the check of an answer costs, on the example files: from the start of its step to its verdict. `node
 * bench/analyst/time-checks.ts [ROUNDS]`; the first question of each file also pays for what the kernel loads once.
 */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { createAnalyst } from '../../lib/analyst/analyst.ts';
import { createAgentSession } from '../../test/helpers/agent-session.ts';
import { createTestProvider } from '../../test/helpers/kernel-provider.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples');
const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  'penguins.csv': [
    'average body mass by species',
    'What percentage of penguins are female?',
    '90th percentile of body mass',
    'Which penguin is the lightest?',
    'What is the correlation between bill length and bill depth?',
  ],
  'seattle-weather.csv': [
    'Which year had the most precipitation in total?',
    'average temp_max by month',
    'What is the median wind by weather?',
    'Which day was hottest?',
    'How many days had precipitation above 0?',
  ],
  'global-temp.csv': ['How has temperature changed since 1880?', 'Which year was the warmest?'],
};

const rounds = Number(process.argv[2] ?? 3);
const times: number[] = [];
const provider = await createTestProvider();
try {
  for (const [file, questions] of Object.entries(QUESTIONS)) {
    const workspace = crypto.randomUUID();
    const kernel = await provider.start(workspace);
    await cp(join(EXAMPLES, file), join(provider.workspacesDir, workspace, file));
    const agent = createAgentSession(kernel, createAnalyst());
    agent.apply({ type: 'kernel-status', status: 'idle' });
    agent.apply({ type: 'file-add', name: file, bytes: 0, blob: '', origin: 'example' });
    for (const question of Array.from({ length: rounds }, () => questions).flat()) {
      let begun = 0;
      await agent.run(question, {
        onEvent: (event) => {
          if (event.type === 'step-start') begun = performance.now();
          if (event.type !== 'answer-check' || event.cellId === null) return;
          const ms = performance.now() - begun;
          times.push(ms);
          console.log(`${ms.toFixed(0).padStart(5)} ms  ${event.verdict}  ${question}`);
        },
      });
    }
  }
} finally {
  await provider.dispose();
}
const sorted = times.toSorted((a, b) => a - b);
const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]?.toFixed(0);
console.log(`${sorted.length} checks: median ${at(0.5)} ms, worst ${at(1)} ms`);
