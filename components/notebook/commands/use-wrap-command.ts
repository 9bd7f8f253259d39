import { useChangePreferences, usePreferences } from '../../preferences/use-preferences.ts';
import { useCommandHandler } from './commands-context.ts';

/** Wraps long lines of code in this browser, or stops doing so. */
export function useWrapCommand(): void {
  const { wrapsCode } = usePreferences();
  const changePreferences = useChangePreferences();
  useCommandHandler('code-wrap', () => changePreferences({ wrapsCode: !wrapsCode }));
}
