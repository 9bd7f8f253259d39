'use client';

import { Button } from '../../ui/controls/button.tsx';
import { KeyboardIcon } from '../../ui/icons.tsx';
import { COMMAND_TEXTS } from './command-texts.ts';
import { useCommands } from './commands-context.ts';
import styles from './shortcuts-button.module.css';

/** Shows the sheet of shortcuts. */
export function ShortcutsButton() {
  const { runCommand } = useCommands();
  return (
    <Button
      look="quiet"
      className={styles.button ?? ''}
      aria-label={COMMAND_TEXTS.shortcuts}
      title={COMMAND_TEXTS.shortcuts}
      onClick={() => runCommand('help-shortcuts')}
    >
      <KeyboardIcon />
    </Button>
  );
}
