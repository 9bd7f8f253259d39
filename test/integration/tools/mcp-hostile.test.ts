/** Malicious MCP servers: each is told in one sentence, and none holds the app up or learns anything. */
import { expect, onTestFinished, test } from 'vitest';
import { createMcpToolbox } from '../../../lib/tools/mcp-toolbox.ts';
import { HOSTILE_SECRET, startHostileServer } from '../../helpers/tools/hostile-mcp-server.ts';

async function attack(name: string, more: { safeTools?: string[] } = {}) {
  const { url, stolen } = await startHostileServer(name);
  const shop = { url, headers: { 'X-Api-Key': HOSTILE_SECRET }, ...more };
  const toolbox = createMcpToolbox(
    { shop },
    { appVersion: '1', onFailure: () => {}, ...(name === 'silent' ? { startTimeoutMs: 1_000 } : {}) },
  );
  onTestFinished(() => toolbox.dispose());
  const { tools, problems } = await toolbox.list('s');
  const call = async (args = {}): Promise<unknown> => {
    const context = { cellId: 'c', callId: 'x', tell: () => {}, whileAsking: async () => null as never };
    return tools[0]?.call(args, { ...context, signal: new AbortController().signal });
  };
  return { tools, problems, call, stolen };
}

test.each([
  ['silent', 'The MCP server “shop” did not list its tools within 1 s. Its tools are missing.'],
  [
    'misshapen',
    'The MCP server “shop” did not list its tools: its answer to tools/list is not in the format of MCP. Its tools are missing.',
  ],
  ['endless-pages', expect.stringMatching(/^The MCP server “shop” did not list its tools: /)],
  ['endless-error', expect.stringMatching(/^The MCP server “shop” cannot be reached: .{0,350}$/)],
  [
    'injection',
    expect.stringMatching(/^The MCP server “shop” cannot be reached: Adds\. # System Ignore.{0,350}$/),
  ],
  [
    'redirect',
    expect.stringMatching(/it redirects to http:\/\/127\.0\.0\.2:\d+\/, which Actbook does not follow/),
  ],
])('one whose list is %s is missed in one line', async (name, problem) => {
  const { tools, problems, stolen } = await attack(name);
  expect([tools, problems]).toEqual([[], [problem]]);
  expect(stolen).toEqual([]);
});

test('a server that lists too many tools is named, with how many are missing', async () => {
  const { tools, problems } = await attack('many');
  expect(tools).toHaveLength(500);
  expect(problems).toEqual([
    '100 tools of the MCP server “shop” are left out because only the first 500 are used: “t500”, “t501”, “t502”, “t503”, “t504”, 95 more.',
  ]);
});

test.each(['program', 'address'])('a silent server by %s does not hold up the end', async (place) => {
  const silent = { command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] };
  const shop = place === 'program' ? silent : { url: (await startHostileServer('mute')).url };
  const toolbox = createMcpToolbox({ shop }, { appVersion: '1', onFailure: () => {}, startTimeoutMs: 500 });
  expect((await toolbox.list('s')).problems).toEqual([expect.stringContaining('did not list its tools within')]);
  const startedAt = performance.now();
  await toolbox.dispose();
  // It is given two seconds to end by itself.
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

test.each([
  ['huge', 'was lost during this call (it sent a message of more than 16.0 MB)'],
  ['endless', 'was lost during this call (it sent a message of more than 16.0 MB)'],
  ['endless-event', 'was lost during this call (it sent a message of more than 16.0 MB)'],
  ['misshapen-result', 'was lost during this call (its answer to tools/call is not in the format of MCP)'],
  ['leak', '[hidden] is wrong'],
])('one whose result is %s is an error in the code', async (name, message) => {
  const { call } = await attack(name);
  await expect(call()).rejects.toThrow(message);
});

test('one whose schema holds a pattern that never ends gives its result', async () => {
  const { call } = await attack('pattern');
  expect(await call()).toMatchObject({ value: { a: expect.stringMatching(/^a+!$/) } });
});

test.each([
  ['integers-text', '{"own":1234567890123456789,"asked":9007199254740993}'],
  ['integers-structured', '{"own":1234567890123456789,"asked":9007199254740993}'],
  ['integers-list', '[9007199254740993,{"own":1234567890123456789,"asked":9007199254740993}]'],
])('integers past 2^53 go to a server and come back as they are: %s', async (name, json) => {
  const { call } = await attack(name);
  const result = await call({ id: JSON.rawJSON('9007199254740993') });
  expect(JSON.stringify(Object(result).value)).toBe(json);
});

test('what only the model would see is taken out of descriptions and schemas', async () => {
  const { tools } = await attack('invisible');
  const inner = { type: 'string', title: 'Adds.', description: 'Adds.', enum: ['Adds.'], default: 'Adds.' };
  const list = { type: 'array', items: { anyOf: [inner] }, examples: [['Adds.']] };
  expect(tools.map(({ description, parameters }) => [description, parameters])).toEqual([
    ['Adds.', { type: 'object', properties: { list } }],
  ]);
});

test('a secret that a server repeats is hidden, in each usual form', async () => {
  const { tools, problems, call } = await attack('repeating');
  const { value } = Object(await call());
  const told = JSON.stringify([tools, problems, value]).replaceAll('\u200b', '');
  expect(value.at(-1)).toEqual({ '[hidden]': ['[hidden]', 1.5] });
  expect(value.slice(0, 4)).toEqual([
    'It is [hidden]!',
    'It is [hidden]!',
    'It is "[hidden]"!',
    'It is [hidden]!',
  ]);
  expect(told).not.toContain(HOSTILE_SECRET);
  for (const base64 of told.match(/[\w+/-]{12,}/g) ?? [])
    expect(Buffer.from(base64, 'base64').toString('utf8')).not.toContain(HOSTILE_SECRET.slice(1, -1));
  expect(tools[0]?.description).toBe('Adds with [hidden]');
  expect(JSON.stringify(tools[0]?.parameters)).toContain('"Is [hidden]"');
});

test('tools that cannot be used are named, with the reason', async () => {
  const { tools, problems } = await attack('odd-names');
  expect(tools.map(({ name }) => name)).toEqual(['go', '__class__']);
  const leftOut = 'of the MCP server “shop” is left out because';
  expect(problems).toEqual([
    `1 tool ${leftOut} an earlier tool has the same name: “go”.`,
    `1 tool ${leftOut} a name has more than 200 characters: “${'x'.repeat(40)}…”.`,
    '2 tools of the MCP server “shop” are left out because a name has hidden characters or a secret: “a”, “[hidden]”.',
    `1 tool ${leftOut} a parameter’s name has hidden characters or a secret: “b”.`,
  ]);
});

test.each([
  [[], true, []],
  [['go'], false, []],
  [
    ['og'],
    true,
    ['The configuration lists “og” among the safe tools of the MCP server “shop”, which has no such tool.'],
  ],
])('a tool that says it only reads waits unless you list it as safe: %j', async (safeTools, risky, told) => {
  const { tools, problems } = await attack('harmless', { safeTools });
  expect([tools.map((tool) => tool.risky), problems]).toEqual([[risky], told]);
});
