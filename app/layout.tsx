import './tokens.css';
import './globals.css';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { AttachedFilesProvider } from '../components/ask/composer/attached-files-provider.tsx';
import { SandboxBar } from '../components/pages/sandbox/sandbox-bar.tsx';
import { PREFERENCES_SCRIPT } from '../components/preferences/preferences-store.ts';
import { PreferencesProvider } from '../components/preferences/use-preferences.tsx';
import { toClockScript } from '../components/ui/hooks/server-time.ts';
import { ToastArea } from '../components/ui/notices/toast.tsx';
import {
  COMPOSING_SCRIPT,
  DOUBLE_CLICK_SCRIPT,
  HELD_ENTER_SCRIPT,
  STYLE_SCRIPT,
} from '../components/ui/page-scripts.ts';
import { THEME_SCRIPT } from '../components/ui/theme.ts';
import { getContainer } from '../lib/app/container.ts';
import { APP_TEXTS } from './app-texts.ts';
import { FONT_CLASSES } from './fonts.ts';

export const metadata: Metadata = {
  title: { default: 'Actbook', template: '%s · Actbook' },
  description: APP_TEXTS.description,
};

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#faf9f7' },
    { media: '(prefers-color-scheme: dark)', color: '#131415' },
  ],
};

export default async function Layout({ children }: { children: ReactNode }) {
  const nonce = readNonce((await headers()).get('content-security-policy'));
  const { config, readSandbox } = getContainer();
  const sandbox = await readSandbox();
  return (
    <html
      lang="en"
      className={FONT_CLASSES}
      data-max-upload={config.maxUploadBytes}
      data-isolation={sandbox.isolation}
      suppressHydrationWarning
    >
      <head>
        <script nonce={nonce} suppressHydrationWarning>
          {toClockScript(Date.now()) +
            COMPOSING_SCRIPT +
            DOUBLE_CLICK_SCRIPT +
            HELD_ENTER_SCRIPT +
            THEME_SCRIPT +
            PREFERENCES_SCRIPT +
            STYLE_SCRIPT}
        </script>
      </head>
      <body>
        <SandboxBar status={sandbox} />
        <PreferencesProvider>
          <AttachedFilesProvider>{children}</AttachedFilesProvider>
        </PreferencesProvider>
        <ToastArea />
      </body>
    </html>
  );
}

/** The server sends the policy with the request too, so that inline scripts can carry its nonce. */
function readNonce(policy: string | null): string | undefined {
  return policy?.match(/'nonce-([^']+)'/)?.[1];
}
