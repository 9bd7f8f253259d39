import { CONNECTION_TEXTS } from '../components/pages/session/connection/connection-texts.ts';
import { buttonClass } from '../components/ui/controls/button.tsx';
import { MessagePage } from '../components/ui/notices/message-page.tsx';
import { APP_TEXTS } from './app-texts.ts';

export default function NotFound() {
  return (
    <MessagePage
      title={APP_TEXTS.notFound.title}
      action={
        <a className={buttonClass('primary')} href="/">
          {CONNECTION_TEXTS.toStart}
        </a>
      }
    >
      <p>{APP_TEXTS.notFound.text}</p>
    </MessagePage>
  );
}
