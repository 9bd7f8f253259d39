'use client';

import { Button } from '../components/ui/controls/button.tsx';
import { MessagePage } from '../components/ui/notices/message-page.tsx';
import { UI_TEXTS } from '../components/ui/ui-texts.ts';
import { APP_TEXTS } from './app-texts.ts';

/** `retry` asks the server again; `reset` would render the same failure. */
export default function ErrorPage({ retry }: { error: Error; retry: () => void }) {
  return (
    <MessagePage
      {...APP_TEXTS.failed}
      action={
        <Button look="primary" onClick={retry}>
          {UI_TEXTS.tryAgain}
        </Button>
      }
    />
  );
}
