import { StartPage } from '../components/start/start-page.tsx';
import { getContainer } from '../lib/container.ts';

export const dynamic = 'force-dynamic';

export default async function Page() {
  const { models, review, examples, listSessions } = getContainer();
  return (
    <StartPage
      models={models}
      isReviewed={review !== null}
      examples={examples}
      sessions={await listSessions()}
      now={Date.now()}
    />
  );
}
