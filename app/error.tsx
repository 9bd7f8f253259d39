'use client';

import { Button } from '../components/ui/button.tsx';
import { MessagePage } from '../components/ui/message-page.tsx';

/** `retry` asks the server again, where `reset` would draw the same failure. */
export default function ErrorPage({ retry }: { error: Error; retry: () => void }) {
  return (
    <MessagePage
      title="The page could not be shown"
      action={
        <Button look="primary" onClick={retry}>
          Try again
        </Button>
      }
    >
      <p>Your notebooks are safe. If this happens again, the terminal Actbook runs in says more.</p>
    </MessagePage>
  );
}
