import type { ReactNode } from 'react';

export interface MenuEntry {
  id: string;
  label: string;
  /** A line below the label. */
  hint?: string | undefined;
  /** After the label, such as the keys that do the same. */
  aside?: ReactNode;
  isDisabled?: boolean;
  /** Called when the menu has closed and the button has the focus again. */
  onAction?: () => void;
}
