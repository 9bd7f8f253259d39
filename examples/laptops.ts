/**
 * An answer as data: which of three laptops is best, as a value that is valid against a schema. The scores are computed in
 * code, so they are right; an answer that does not fit the schema is sent back once. Needs a language model.
 */
import { createActbook } from 'actbook';
import { z } from 'zod';

const Comparison = z.object({
  scores: z.record(z.string(), z.number()).describe('Weighted score of each laptop, one decimal'),
  best: z.string().describe('Name of the laptop with the highest score'),
  reason: z.string(),
});

const TASK = `Compare three laptops. Weights: performance 0.5, battery 0.3, price 0.2. Ratings from 0 to 100:
- Laptop A: performance 80, battery 70, price 90
- Laptop B: performance 90, battery 85, price 82.5
- Laptop C: performance 70, battery 95, price 75`;

const actbook = await createActbook();
try {
  const session = await actbook.createSession();
  const { value, outcome } = await session.ask(TASK, { schema: z.toJSONSchema(Comparison) });
  if (value === undefined) throw new Error(JSON.stringify(outcome));
  const { best, scores, reason } = Comparison.parse(value);
  console.table(scores);
  console.log(`${best}: ${reason}`);
} finally {
  await actbook.dispose();
}
