/**
 * Functions of this program as tools: the code calls them like Python's own, from its box, as often as it wants.
 * Needs a language model.
 */
import { createActbook, defineTool } from 'actbook';
import { z } from 'zod';

/** What only this program knows. */
const STOCK = new Map([
  ['screws', { count: 1200, price: 0.05 }],
  ['nails', { count: 300, price: 0.02 }],
  ['hinges', { count: 80, price: 1.9 }],
]);

const lookUp = defineTool({
  name: 'look_up',
  description: 'Count and price in euros of an item in stock.',
  parameters: z.object({ item: z.enum([...STOCK.keys()]) }),
  call: ({ item }) => STOCK.get(item),
});

const order = defineTool({
  name: 'order',
  description: 'Orders items. The user is asked first.',
  parameters: z.object({ item: z.string(), count: z.int().positive() }),
  risky: true,
  call: ({ item, count }) => `Ordered ${count} ${item}.`,
});

const actbook = await createActbook();
try {
  const session = await actbook.createSession({ hostTools: [lookUp, order] });
  const run = await session.run('What is the stock worth? Order 100 of whatever is below 100.', {
    approval: 'risky',
    onApproval: ({ source, reasons }) => {
      console.log(`May this run? ${source} (${reasons.join(' ')})`);
      return { decision: 'approve' };
    },
  });
  for await (const event of run) {
    if (event.type === 'tool-call-start') console.log(`called ${event.name} ${event.arguments}`);
  }
  const { answer, outcome } = await run.result();
  console.log(answer ?? JSON.stringify(outcome));
} finally {
  await actbook.dispose();
}
