/**
 * Tools of a server of the Model Context Protocol, as functions of a Python module. Usage: mcp.ts NAME COMMAND [ARGS…],
 * e.g. mcp.ts files npx -y @modelcontextprotocol/server-filesystem . — or mcp.ts NAME URL. Needs a language model.
 */
import { createActbook, type McpServerConfig } from 'actbook';

const [name = 'files', command = 'npx', ...rest] = process.argv.slice(2);
const args = rest.length > 0 ? rest : ['-y', '@modelcontextprotocol/server-filesystem', '.'];
const server: McpServerConfig = /^https?:/.test(command) ? { url: command } : { command, args };

const actbook = await createActbook({ mcpServers: { [name]: server } });
try {
  const session = await actbook.createSession();
  const run = await session.run(`What can the tools of “${name}” do? Try one of them.`);
  for await (const event of run) {
    if (event.type === 'tool-define') for (const tool of event.tools) console.log(`has ${tool.signature}`);
    if (event.type === 'tool-call-start') console.log(`called ${event.name}`);
  }
  const { answer, outcome } = await run.result();
  console.log(answer ?? JSON.stringify(outcome));
} finally {
  await actbook.dispose();
}
