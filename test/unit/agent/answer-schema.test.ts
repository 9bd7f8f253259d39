import { expect, test } from 'vitest';
import { checkAnswer, checkSchema } from '../../../lib/agent/reply/answer-schema.ts';
import { RunRequest } from '../../../lib/protocol/runs/run.ts';

const SCHEMA = {
  type: 'object',
  properties: { best: { type: 'string' }, score: { type: 'number', minimum: 0 } },
  required: ['best', 'score'],
  additionalProperties: false,
};
const VALUE = { best: 'Laptop B', score: 87 };
const JSON_TEXT = JSON.stringify(VALUE, null, 2);

test.each([
  ['alone', JSON_TEXT],
  ['in a block', `\`\`\`json\n${JSON_TEXT}\n\`\`\``],
  ['in a block without a label, with words around', `Here:\n\n\`\`\`\n${JSON_TEXT}\n\`\`\`\nDone.`],
  ['in tildes', `~~~json\n${JSON_TEXT}\n~~~`],
  ['within words', `The answer is ${JSON.stringify(VALUE)}.`],
  ['in the last of two blocks', `\`\`\`json\n{"a": 1}\n\`\`\`\n\`\`\`json\n${JSON_TEXT}\n\`\`\``],
])('a value is read %s', async (_name, text) => {
  expect(await checkAnswer(SCHEMA, text)).toEqual({ value: VALUE });
});

test.each([
  ['{"best": "B"}', /must have required property 'score'/],
  ['{"best": "B", "score": "87"}', /\/score must be number/],
  ['{"best": "B", "score": -1, "more": 1}', /additional properties \(“more”\); \/score must be >= 0/],
  ['Laptop B wins.', /no JSON value/],
  ['{"best": "B", ', /no JSON value/],
])('%s does not fit, and the model is told why', async (text, problem) => {
  expect(await checkAnswer(SCHEMA, text)).toEqual({ problem: expect.stringMatching(problem) });
});

test.each([
  [{ type: 'object', properties: { id: { type: 'integer' } } }, '{"id":1234567890123456789,"share":1.5}'],
  [{ type: 'integer' }, '9007199254740993'],
])('an integer of the answer keeps all its digits: %j', async (schema, json) => {
  const checked = await checkAnswer(schema, json);
  expect(JSON.stringify('value' in checked && checked.value)).toBe(json);
});

test('values that are not objects fit schemas of their own', async () => {
  expect(await checkAnswer({ type: 'array', items: { type: 'integer' } }, '[1, 2]')).toEqual({
    value: [1, 2],
  });
  expect(await checkAnswer({ type: ['number', 'null'] }, 'null')).toEqual({ value: null });
});

test('drafts 07 and 2020-12 are known', async () => {
  const draft07 = { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'integer' }] };
  expect(await checkAnswer(draft07, '["a"]')).toHaveProperty('problem');
  const draft2020 = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    prefixItems: [{ type: 'integer' }],
  };
  expect(await checkAnswer(draft2020, '["a"]')).toHaveProperty('problem');
});

test.each([[{ type: 'objekt' }], [{ $ref: 'https://example.org/other.json' }], [{ properties: 5 }]])(
  '%j is not a schema that can be used',
  async (schema) => {
    await expect(checkSchema(schema)).rejects.toMatchObject({ code: 'bad-request' });
  },
);

test('formats and words that are not known do not count', async () => {
  const schema = { type: 'string', format: 'date', 'x-note': 'day of the sale' };
  expect(await checkAnswer(schema, '"soon"')).toEqual({ value: 'soon' });
});

const nest = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

test('a value nested too deep is a fault of the answer', async () => {
  expect(await checkAnswer({}, nest(100_000))).toEqual({ problem: 'it is too long or nested too deep' });
});

test('a schema nested too deep is refused', () => {
  const { error } = RunRequest.safeParse({ task: 'Go.', schema: { enum: JSON.parse(nest(100_000)) } });
  expect(error?.issues[0]?.message).toContain('nested too deep');
});
