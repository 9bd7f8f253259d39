import { MessagePage } from '../components/ui/notices/message-page.tsx';
import { APP_TEXTS } from './app-texts.ts';

export default function NotFound() {
  return <MessagePage {...APP_TEXTS.notFound} />;
}
