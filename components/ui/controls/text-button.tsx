import type { ComponentProps } from 'react';
import styles from './text-button.module.css';

/** A button that reads as a link, within a line of text. */
export function TextButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" className={[styles.button, className].filter(Boolean).join(' ')} {...rest} />;
}
