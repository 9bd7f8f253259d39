/** Tools of MCP servers, which are real processes, called from code in real kernels. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest';
import type { Kernel } from '../../../lib/kernel/kernel.ts';
import type { Cell, Run } from '../../../lib/session/session.ts';
import { type McpServers, readMcpConfig } from '../../../lib/tools/mcp-config.ts';
import { createMcpToolbox } from '../../../lib/tools/mcp-toolbox.ts';
import { type AgentRunOptions, createAgentSession, readStdout } from '../../helpers/agent/agent-session.ts';
import { shareKernel } from '../../helpers/agent/shared-kernel.ts';
import { runCli } from '../../helpers/bin/cli.ts';
import { createTestProvider, type TestProvider } from '../../helpers/kernel/kernel-provider.ts';
import { startStockServer } from '../../helpers/kernel/kernel-server.ts';
import { startModelServer } from '../../helpers/model/model-server.ts';
import { serveModel } from '../../helpers/model/serve-model.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const SERVER = join(import.meta.dirname, '../../helpers/tools/mcp-server.ts');
const SECRET = 's3cret-canary';

function stdioServer(env: Record<string, string> = {}) {
  return { command: process.execPath, args: [SERVER], env };
}

/** Resolves to its URL, and the process to end it. */
async function startHttpServer(port = 0, ...flags: string[]): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [SERVER, '--http', '--token', SECRET, ...flags], {
    env: { ...process.env, PORT: String(port), SHOP_SECRET: SECRET },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = await once(createInterface({ input: child.stdout }), 'line');
  return { url, child };
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}

const boxed = () => createTestProvider({ sandbox: 'on' });

async function remote(): Promise<TestProvider> {
  const server = await startStockServer();
  const provider = await createTestProvider({ external: { url: server.url, token: server.token } });
  const dispose = async () => {
    await provider.dispose();
    await server.stop();
  };
  return { ...provider, dispose };
}

describe.each([
  ['stdio', 'a boxed kernel', boxed],
  ['stdio', 'a kernel on a stock server', remote],
  ['streamable HTTP', 'a boxed kernel', boxed],
] as const)('over %s, in %s:', (protocol, _, createProvider) => {
  let provider: TestProvider;
  let kernel: Kernel;
  let http: { url: string; child: ChildProcess } | null = null;
  let servers: McpServers;

  beforeAll(async () => {
    provider = await createProvider();
    kernel = await provider.start();
    http = protocol === 'stdio' ? null : await startHttpServer();
    servers = {
      shop: http
        ? { url: http.url, headers: { Authorization: `Bearer ${SECRET}` } }
        : stdioServer({ SHOP_SECRET: SECRET }),
    };
  });

  afterAll(async () => {
    await provider.dispose();
    if (http) await stop(http.child);
  });

  async function runCode(codes: string[]): Promise<{ cells: Cell[]; run: Run }> {
    const { model } = await serveModel([...codes.map((code) => fence(code)), 'Done.']);
    const toolbox = createMcpToolbox(servers, { appVersion: '1', onFailure: () => {} });
    const { tools, problems } = await toolbox.list('s');
    const agent = createAgentSession(kernel, model);
    const { cells, run } = await agent.run('Go.', { hostTools: tools, toolProblems: problems });
    await toolbox.dispose();
    return { cells: cells.filter(({ role }) => role === 'code'), run };
  }

  it('makes each tool a typed function of a module, with help and Python values', async () => {
    const code = `
import shop as s
print(s is shop, shop.get_price("cpu", count=2)["total"], shop.read_list(), shop.say(from_="Ada"))
help(shop.get_price)`;
    const { cells, run } = await runCode([code]);
    const stdout = readStdout(cells[0]);
    expect(stdout).toContain("True 5 [{'name': 'cpu'}] Hello Ada, with secret");
    expect(stdout).toContain('get_price(item: str, count: int = 1)');
    expect(stdout).toContain('item: Name of the item');
    expect(run.tools.map(({ name }) => name)).toContain('shop.get_price');
    expect(cells[0]?.calls[0]).toMatchObject({
      name: 'shop.get-price',
      arguments: '{"item":"cpu","count":2}',
    });
  });

  it('shows images and hands the rest over as values', async () => {
    const { cells } = await runCode(['print(shop.draw())']);
    expect(cells[0]?.outputs).toMatchObject([
      { output_type: 'display_data', data: { 'image/png': expect.stringContaining('iVBOR') } },
      { output_type: 'stream', text: "['A red pixel.', 'Take care.']\n" },
    ]);
  });

  it('makes failures exceptions', async () => {
    const code =
      'try:\n    shop.get_price("tea")\nexcept ToolError as error:\n    print(error)\nshop.get_price(1)';
    const { cells } = await runCode([code]);
    expect(readStdout(cells[0])).toBe('No item tea.\n');
    expect(cells[0]).toMatchObject({ status: 'error', calls: [{ status: 'error' }, { status: 'error' }] });
  });

  it('takes fifty calls as one step', async () => {
    const code =
      'results = [shop.get_price("cpu", n) for n in range(50)]\nprint(sum(r["total"] for r in results))';
    const { cells, run } = await runCode([code]);
    expect(readStdout(cells[0])).toBe('3062.5\n');
    expect(cells[0]?.calls.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 'ok'));
    expect(run.steps).toHaveLength(2);
  });

  it('keeps what servers are given out of the kernel', async () => {
    const code = 'import os\nprint([key for key, value in os.environ.items() if "s3cret" in value])';
    const { cells } = await runCode([code]);
    expect(readStdout(cells[0])).toBe('[]\n');
  });
});

describe('a server', () => {
  const shared = shareKernel();

  async function runCode(codes: string[], servers: McpServers, options: AgentRunOptions = {}) {
    const script = [...codes.map((code) => fence(code)), ...(options.signal ? [] : ['Done.'])];
    const { server: model, agent } = await shared.open(script);
    const logs: string[] = [];
    const toolbox = createMcpToolbox(servers, { appVersion: '1', onFailure: (_, log) => logs.push(log) });
    onTestFinished(() => toolbox.dispose());
    const { tools, problems } = await toolbox.list('s');
    const { cells, run } = await agent.run('Go.', { hostTools: tools, toolProblems: problems, ...options });
    return { cells: cells.filter(({ role }) => role === 'code'), run, logs, model };
  }

  it('that dies is an error in the code, is started again once, and then no more', async () => {
    const attempt = (call: string) =>
      `try:\n    print(${call})\nexcept ToolError as error:\n    print("failed:", error)`;
    const { cells } = await runCode(
      [attempt('shop.die()'), attempt('shop.say("Ada")'), attempt('shop.die()'), attempt('shop.say("Ada")')],
      { shop: stdioServer() },
    );
    const [died, again, diedAgain, gone] = cells.map(readStdout);
    expect(died).toMatch(/^failed: The MCP server “shop” was lost during this call .*whether it took effect/);
    expect(again).toBe('Hello Ada, without secret\n');
    expect(diedAgain).toContain('was lost during this call');
    expect(gone).toContain('has ended, and is not started again in this run');
  });

  it('over HTTP that was started again is found again', async () => {
    const first = await startHttpServer();
    const port = Number(new URL(first.url).port);
    const servers = { shop: { url: first.url, headers: { Authorization: `Bearer ${SECRET}` } } };
    const toolbox = createMcpToolbox(servers, { appVersion: '1', onFailure: () => {} });
    onTestFinished(() => toolbox.dispose());
    const { tools } = await toolbox.list('s');
    const say = tools.find(({ name }) => name === 'say');
    const signal = new AbortController().signal;
    const context = {
      signal,
      cellId: 'c',
      callId: 'x',
      tell: () => {},
      whileAsking: async () => null as never,
    };
    const call = async () => say?.call({ from: 'Ada' }, context);
    expect(await call()).toMatchObject({ value: 'Hello Ada, with secret' });
    await stop(first.child);
    await expect(call()).rejects.toThrow('was lost during this call');
    const second = await startHttpServer(port);
    onTestFinished(() => stop(second.child));
    expect(await call()).toMatchObject({ value: 'Hello Ada, with secret' });
  });

  it('that knows only server-sent events is spoken to in its way', async () => {
    const { url, child } = await startHttpServer(0, '--sse');
    onTestFinished(() => stop(child));
    const { cells } = await runCode(['print(shop.say("Ada"))'], { shop: { url } });
    expect(readStdout(cells[0])).toBe('Hello Ada, with secret\n');
  });

  it('that cannot be started is missed in a sentence, and the others are there', async () => {
    const { cells, run, logs, model } = await runCode(['print(good.say("Ada"))'], {
      good: stdioServer(),
      bad: { command: process.execPath, args: ['-e', 'console.error("no license"); process.exit(3)'] },
    });
    expect(readStdout(cells[0])).toBe('Hello Ada, without secret\n');
    expect(run.toolProblems).toEqual([expect.stringContaining('The MCP server “bad” cannot be reached')]);
    expect(JSON.stringify(model.requests[0]?.messages)).toContain('The MCP server “bad” cannot be reached');
    expect(logs).toEqual([expect.stringContaining('no license')]);
  });

  it('is told when the run is stopped during a call', async () => {
    const notes = join(await createTempDir(), 'notes');
    await writeFile(notes, '');
    const controller = new AbortController();
    const options: AgentRunOptions = {
      signal: controller.signal,
      onEvent: (event) => {
        if (event.type === 'tool-call-start') {
          void expect
            .poll(() => readFile(notes, 'utf8'))
            .toContain('waiting')
            .then(() => controller.abort());
        }
      },
    };
    const { cells } = await runCode(['shop.wait()'], { shop: stdioServer({ SHOP_NOTES: notes }) }, options);
    expect(cells[0]).toMatchObject({ status: 'interrupted', calls: [{ status: 'interrupted' }] });
    await expect.poll(() => readFile(notes, 'utf8')).toContain('given up');
  });

  it('named like a module of Python gets another name', async () => {
    const { cells } = await runCode(
      ['import json\nprint(json.dumps([1]), json_tools.say("Ada"), "json_tools" in dir())'],
      { json: stdioServer() },
    );
    expect(readStdout(cells[0])).toBe('[1] Hello Ada, without secret True\n');
  });
});

test('actbook run takes servers from an mcp.json, and ends them', async () => {
  const model = await startModelServer([fence('print(shop.get_price("cpu")["total"])'), 'Done.']);
  onTestFinished(() => model.close());
  const home = await createTempDir();
  const config = join(home, 'mcp.json');
  await writeFile(config, JSON.stringify({ mcpServers: { shop: stdioServer() } }));
  const options = { home, env: { OPENAI_BASE_URL: model.baseUrl, ACTBOOK_MODEL: 'scripted' } };
  const { code, stdout, stderr } = await runCli(['run', 'Go.', '--mcp', config], options);
  expect([code, stdout], stderr).toEqual([0, 'Done.\n']);
  expect(JSON.stringify(model.requests[1]?.messages)).toContain('2.5');
});

test.each([
  ['no file', null, 'ENOENT'],
  ['no JSON', '{', 'it is not valid JSON'],
  ['another format', '{"servers": {}}', 'it must be {"mcpServers"'],
  ['a server with neither', '{"mcpServers": {"x": {"args": []}}}', 'the server “x” needs either'],
])('an mcp.json with %s is refused with a sentence', async (_, text, expected) => {
  const path = join(await createTempDir(), 'mcp.json');
  if (text !== null) await writeFile(path, text);
  await expect(readMcpConfig(path)).rejects.toThrow(expected);
});
