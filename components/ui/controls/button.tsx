import type { ComponentProps } from 'react';
import styles from './button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  look?: 'primary' | 'plain' | 'quiet' | 'danger';
}

/** A button with text. */
export function Button({ look = 'plain', type = 'button', className, ...rest }: ButtonProps) {
  return <button type={type} className={buttonClass(look, className)} {...rest} />;
}

interface IconButtonProps extends Omit<ButtonProps, 'look' | 'aria-label'> {
  /** It is read aloud, and shown to the pointer unless there is a `title`. */
  label: string;
}

/** A button that is an icon alone. */
export function IconButton({ label, ...rest }: IconButtonProps) {
  return <Button look="quiet" aria-label={label} title={label} {...rest} />;
}

/** The look of a button for links, such as downloads. */
export function buttonClass(look: NonNullable<ButtonProps['look']>, more?: string): string {
  return [styles.button, styles[look], more].filter(Boolean).join(' ');
}
