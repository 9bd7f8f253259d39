import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { SessionPage } from '../../../../../components/pages/session/session-page.tsx';
import { WAYS_TEXTS } from '../../../../../components/pages/session/ways/ways-texts.ts';
import { getContainer } from '../../../../../lib/app/container.ts';
import { nameNotebook } from '../../../../../lib/session/view/titles/name-notebook.ts';

interface Props {
  params: Promise<{ sessionId: string; waysId: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const summary = await getContainer().getSession((await params).sessionId);
  return { title: WAYS_TEXTS.documentTitle(nameNotebook(summary?.title ?? '')) };
}

export default async function Page({ params }: Props) {
  const { sessionId, waysId } = await params;
  const container = getContainer();
  const summary = await container.getSession(sessionId);
  if (!summary) notFound();
  return (
    <SessionPage
      sessionId={sessionId}
      waysId={waysId}
      title={summary.title}
      removed={container.servers.listRemoved()}
      models={container.listConfigured()}
      isReviewed={container.review !== null}
    />
  );
}
