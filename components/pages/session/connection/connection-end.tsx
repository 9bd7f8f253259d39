import Link from 'next/link';
import type { FeedEnd } from '../../../../lib/stream/event-feed.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { MessagePage } from '../../../ui/message-page.tsx';

const TEXTS: Record<FeedEnd, { title: string; text: string }> = {
  missing: { title: 'This notebook is gone', text: 'It was deleted, here or in another window.' },
  'signed-out': {
    title: 'You are signed out',
    text: 'Open the link that the terminal shows when Actbook starts.',
  },
};

/** Why the notebook cannot be followed any more. */
export function ConnectionEnd({ end }: { end: FeedEnd }) {
  return (
    <MessagePage
      title={TEXTS[end].title}
      action={
        <Link className={buttonClass('primary')} href="/">
          Go to the start page
        </Link>
      }
    >
      <p>{TEXTS[end].text}</p>
    </MessagePage>
  );
}
