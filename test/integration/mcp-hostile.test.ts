/** Malicious MCP servers: each is told in one sentence, and none holds the app up or learns anything. */
import { expect, onTestFinished, test } from 'vitest';
import { createMcpToolbox } from '../../lib/tools/mcp-toolbox.ts';
import { HOSTILE_SECRET, startHostileServer } from '../helpers/hostile-mcp-server.ts';

async function attack(name: string) {
  const { url, stolen } = await startHostileServer(name);
  const shop = { url, headers: { 'X-Api-Key': HOSTILE_SECRET } };
  const toolbox = createMcpToolbox(
    { shop },
    { appVersion: '1', onFailure: () => {}, ...(name === 'silent' ? { startTimeoutMs: 1_000 } : {}) },
  );
  onTestFinished(() => toolbox.dispose());
  const { tools, problems } = await toolbox.list();
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
    'The MCP server “shop” lists 600 tools. 100 of them are missing: the first 500 with names of up to 200 characters are used.',
  ]);
});

test.each(['program', 'address'])('a silent server by %s does not hold up the end', async (place) => {
  const silent = { command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] };
  const shop = place === 'program' ? silent : { url: (await startHostileServer('mute')).url };
  const toolbox = createMcpToolbox({ shop }, { appVersion: '1', onFailure: () => {}, startTimeoutMs: 500 });
  expect((await toolbox.list()).problems).toEqual([expect.stringContaining('did not list its tools within')]);
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
  ['leak', '… is wrong'],
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

test('what only the model would see is taken out of descriptions', async () => {
  const { tools } = await attack('invisible');
  expect(tools.map(({ description }) => description)).toEqual(['Adds. Twice.']);
});
