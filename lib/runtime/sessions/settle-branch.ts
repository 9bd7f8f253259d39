/** Makes a branch ready for an agent. */
import type { EventBody } from '../../protocol/events/event.ts';
import type { Way } from '../../protocol/ways/ways.ts';
import type { Session } from '../../session/session.ts';
import { listRebuildRuns } from '../../session/stale/list-rebuild-runs.ts';
import type { OwnWorkbench } from '../kernels/workbench.ts';

/** Names the branch, allows it the network that the notebook has, and looks what its kernel begins with. */
export async function settleBranch(
  { logs, kernels, by }: OwnWorkbench,
  { isNetworkAllowed }: Session,
  { sessionId, title, name }: { sessionId: string; title: string; name: string },
): Promise<Pick<Way, 'begins' | 'copiedSeq'>> {
  const branch = await logs.readSession(sessionId);
  const bodies: EventBody[] = [{ type: 'session-rename', title: `${title} · ${name}` }];
  if (isNetworkAllowed && !branch.isNetworkAllowed) bodies.push({ type: 'network-change', isAllowed: true });
  await logs.writerOf(sessionId, by).writeAll(bodies);
  const { seq } = await logs.readSession(sessionId);
  const isLive = (await kernels.find(sessionId)) !== null;
  const unlive = listRebuildRuns(branch).length > 0 ? 'rebuild' : 'empty';
  return { begins: isLive ? 'live' : unlive, copiedSeq: seq };
}
