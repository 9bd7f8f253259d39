'use client';

import { Button } from '../components/ui/button.tsx';
import { MessagePage } from '../components/ui/message-page.tsx';

export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  return (
    <MessagePage
      title="The page could not be shown"
      action={
        <Button look="primary" onClick={reset}>
          Try again
        </Button>
      }
    >
      <p>Your notebooks are safe. If this happens again, the terminal Actbook runs in says more.</p>
    </MessagePage>
  );
}
