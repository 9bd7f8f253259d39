import { Console } from 'node:console';
import type { Command } from 'commander';
import { readConfig } from '../../lib/config/config.ts';
import { isAppError } from '../../lib/util/app-error.ts';
import { settleSandbox } from '../session/settle-sandbox.ts';
import { withContainer } from '../session/with-container.ts';
import { whenAskedToStop } from '../terminal/when-asked-to-stop.ts';

export function addAcpCommand(program: Command): void {
  program
    .command('acp')
    .description(
      'Answer the questions of an editor or of JupyterLab, which starts this command: the Agent Client Protocol on stdin and stdout.',
    )
    .action(runAcp);
}

async function runAcp(): Promise<void> {
  // Stdout is for the protocol alone.
  globalThis.console = new Console(process.stderr);
  // The protocol is loaded by this command alone.
  const { createAcpAgent } = await import('../acp/create-acp-agent.ts');
  const configured = readConfig();
  // Without a sandbox, a question fails and says why; an app that serves this home may have one.
  const config = await settleSandbox(configured).catch((error: unknown) => {
    if (isAppError(error) && error.code === 'sandbox-unavailable') return configured;
    throw error;
  });
  await withContainer(async (container) => {
    if (config.verify === 'on') container.verifyAfterRuns();
    const agent = createAcpAgent(container);
    const connection = agent.connect(process.stdin, process.stdout);
    await Promise.race([connection.closed, whenAskedToStop()]);
    connection.close();
    await agent.leave();
  }, config);
  // A client that reads no more keeps its end of the pipe open.
  process.exit();
}
