/** The one page shown to a visitor without a login. Nothing of the app is loaded before. */
import { renderPlainPage } from './plain-page.ts';

export function renderLoginPage(message: string): string {
  return renderPlainPage(
    'Log in',
    `<p>${message}</p>
  <form action="/login" method="get">
    <label for="token">Token</label>
    <input id="token" name="token" type="password" autocomplete="off" required autofocus>
    <button>Log in</button>
  </form>`,
  );
}
