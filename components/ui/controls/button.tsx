import type { ComponentProps } from 'react';
import styles from './button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  look?: 'primary' | 'plain' | 'quiet' | 'danger';
}

/** A button with text, or with an icon and an `aria-label`. */
export function Button({ look = 'plain', type = 'button', className, ...rest }: ButtonProps) {
  return <button type={type} className={buttonClass(look, className)} {...rest} />;
}

/** The look of a button for links, such as downloads. */
export function buttonClass(look: NonNullable<ButtonProps['look']>, more?: string): string {
  return [styles.button, styles[look], more].filter(Boolean).join(' ');
}
