import { setTimeout } from 'node:timers/promises';
import { StartPage } from '../components/pages/start/start-page.tsx';
import { getContainer } from '../lib/app/container.ts';

/** The page waits no longer for the kernels: a server that has just started may not know them yet. */
const MAX_KERNELS_MS = 200;

export const dynamic = 'force-dynamic';

export default async function Page() {
  const { listConfigured, servers, review, examples, listEntries, runtime } = getContainer();
  const specs = runtime.kernels.listSpecs().catch(() => []);
  const [entries, kernels] = await Promise.all([
    listEntries(),
    Promise.race([specs, setTimeout(MAX_KERNELS_MS, [])]),
  ]);
  return (
    <StartPage
      removed={servers.listRemoved()}
      models={listConfigured()}
      kernels={kernels}
      isReviewed={review !== null}
      examples={examples}
      entries={entries}
      now={Date.now()}
    />
  );
}
