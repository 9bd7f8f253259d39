import type { FeedEnd } from '../../../../lib/stream/event-feed.ts';
import { buttonClass } from '../../../ui/controls/button.tsx';
import { MessagePage } from '../../../ui/notices/message-page.tsx';
import { CONNECTION_TEXTS } from './connection-texts.ts';

/** Why the notebook can no longer be followed. */
export function ConnectionEnd({ end }: { end: FeedEnd }) {
  return (
    <MessagePage
      title={CONNECTION_TEXTS[end].title}
      action={
        <a className={buttonClass('primary')} href="/">
          {CONNECTION_TEXTS.toStart}
        </a>
      }
    >
      <p>{CONNECTION_TEXTS[end].text}</p>
    </MessagePage>
  );
}
