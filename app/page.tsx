import { StartPage } from '../components/start/start-page.tsx';
import { getContainer } from '../lib/container.ts';

export const dynamic = 'force-dynamic';

export default async function Page() {
  const { models, examples, listSessions } = getContainer();
  return <StartPage models={models} examples={examples} sessions={await listSessions()} now={Date.now()} />;
}
