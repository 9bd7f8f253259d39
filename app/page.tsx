import { StartPage } from '../components/pages/start/start-page.tsx';
import { getContainer } from '../lib/app/container.ts';

export const dynamic = 'force-dynamic';

export default async function Page() {
  const { listConfigured, connections, review, examples, listSessions, runtime } = getContainer();
  const [sessions, discarded] = await Promise.all([listSessions(), runtime.sessions.listDiscarded()]);
  return (
    <StartPage
      removed={connections.listRemoved()}
      models={listConfigured()}
      isReviewed={review !== null}
      examples={examples}
      entries={{ sessions, discarded }}
      now={Date.now()}
    />
  );
}
