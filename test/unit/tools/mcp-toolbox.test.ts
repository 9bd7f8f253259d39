/** What the model, the log and the page are told of an MCP server that cannot be reached. */
import { expect, it } from 'vitest';
import { createMcpToolbox } from '../../../lib/tools/mcp-toolbox.ts';

it.each([
  ['a header that cannot be sent', { url: 'http://127.0.0.1:9/', headers: { key: 'Bearer can\nary-1234' } }],
  ['an address with a password', { url: 'http://me:canary-1234@127.0.0.1:9/' }],
])('%s stays secret', async (_, server) => {
  const toolbox = createMcpToolbox({ shop: server }, { appVersion: '0', onFailure: () => {} });
  const { tools, problems } = await toolbox.list('s');
  await toolbox.dispose();
  expect(tools).toEqual([]);
  expect(problems).toEqual([expect.stringContaining('The MCP server “shop” cannot be reached')]);
  expect(problems[0]).not.toContain('ary-1234');
});
