import Link from 'next/link';
import { buttonClass } from '../components/ui/button.tsx';
import { MessagePage } from '../components/ui/message-page.tsx';

export default function NotFound() {
  return (
    <MessagePage
      title="There is no such page"
      action={
        <Link className={buttonClass('primary')} href="/">
          Go to the start page
        </Link>
      }
    >
      <p>The notebook may have been deleted, or the address is not complete.</p>
    </MessagePage>
  );
}
