/** Writes json-schema.md: `node docs/transcripts/record-json-schema.ts`. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createActbook } from '../../lib/index.ts';
import { startModelServer } from '../../test/helpers/model/model-server.ts';
import { toMarkdown } from './to-markdown.ts';

const INTRODUCTION =
  'Made by `node docs/transcripts/record-json-schema.ts`. A scripted model server answers over HTTP with replies that were written by hand; the agent, the kernel in its box, the code and its outputs, the validation and what the model is told are real.';

const fence = (code: string, label = 'python') => `\`\`\`${label}\n${code}\n\`\`\``;

const COMPUTE = `laptops = get_laptops()
result = [
    {
        "name": each["name"],
        "finalPrice": round(each["price"] * (1 - each["discount"] / 100), 2),
        "score": round(0.6 * each["performance"] + 0.4 * each["battery"], 1),
    }
    for each in laptops
]
for each in sorted(result, key=lambda each: -each["score"]):
    print(each)`;

const LAPTOPS = {
  laptops: [
    { name: 'Laptop A', finalPrice: 899.1, score: 76 },
    { name: 'Laptop B', finalPrice: 1104.15, score: 88 },
    { name: 'Laptop C', finalPrice: 899, score: 80 },
  ],
  best: 'Laptop B',
};

const WRONG = LAPTOPS.laptops.map(({ name, score, finalPrice }) => ({
  name,
  score,
  finalPrice: `$${finalPrice}`,
}));

const LAPTOP_REPLIES = [
  `I look at what the shop has.\n\n${fence('for each in get_laptops():\n    print(each)')}`,
  `Now the prices after the discounts, and the scores.\n\n${fence(COMPUTE)}`,
  fence(JSON.stringify({ laptops: WRONG }, null, 2), 'json'),
  fence(JSON.stringify(LAPTOPS, null, 2), 'json'),
];

const LAPTOP_TASK =
  'Compare the prices of all laptops after their discounts, and find the best by its score.';

const LAPTOP_TOOLS = `
def get_laptops() -> list[dict]:
    """All laptops of the shop: name, price in dollars, discount in percent, and scores from 0 to 100."""
    return [
        {"name": "Laptop A", "price": 999, "discount": 10, "performance": 80, "battery": 70},
        {"name": "Laptop B", "price": 1299, "discount": 15, "performance": 90, "battery": 85},
        {"name": "Laptop C", "price": 899, "discount": 0, "performance": 70, "battery": 95},
    ]
`;

const LAPTOP_SCHEMA = {
  type: 'object',
  properties: {
    laptops: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          finalPrice: { type: 'number', description: 'dollars, after the discount' },
          score: { type: 'number', description: '0.6 of the performance plus 0.4 of the battery' },
        },
        required: ['name', 'finalPrice', 'score'],
        additionalProperties: false,
      },
    },
    best: { type: 'string', description: 'name of the laptop with the highest score' },
  },
  required: ['laptops', 'best'],
  additionalProperties: false,
};

const server = await startModelServer(LAPTOP_REPLIES);
const actbook = await createActbook({ model: { baseUrl: server.baseUrl, modelId: 'scripted' } });
try {
  const session = await actbook.createSession();
  await session.ask(LAPTOP_TASK, { tools: LAPTOP_TOOLS, schema: LAPTOP_SCHEMA });
  const title = 'An answer by a JSON Schema, corrected once';
  const text = toMarkdown(await session.read(), { title, introduction: INTRODUCTION });
  await writeFile(join(import.meta.dirname, 'json-schema.md'), text);
} finally {
  await actbook.dispose();
  await server.close();
}
