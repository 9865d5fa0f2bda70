import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { classes } from '@/ui/classes';
import { type ButtonSize, type ButtonVariant, buttonClasses } from '@/ui/form/button-classes';

type Target = { to: string; href?: never } | { href: string; to?: never };

type LinkProps = Target & {
  children: ReactNode;
  /** `inline` stands in a sentence, underlined; `quiet` stands alone, underlined on hover; `button` looks like one. */
  look?: 'inline' | 'quiet' | 'button';
  variant?: ButtonVariant;
  size?: ButtonSize;
  fullWidth?: boolean;
  wraps?: boolean;
  /** Opens in another tab: say so in the text. */
  newTab?: boolean;
  onClick?: () => void;
};

const LOOKS = {
  inline: 'font-medium text-accent-text underline decoration-accent-line underline-offset-3 hover:decoration-current',
  quiet: 'font-medium text-ink-secondary underline-offset-3 hover:text-ink hover:underline',
};

/** A link inside the application (`to`) or out of it (`href`: never from leaked data, which is text only). */
export function Link({
  to,
  href,
  children,
  look = 'inline',
  variant,
  size,
  fullWidth,
  wraps,
  newTab = false,
  onClick,
}: LinkProps) {
  const className =
    look === 'button' ? buttonClasses({ variant, size, fullWidth, wraps }) : classes('rounded-xs', LOOKS[look]);
  if (to !== undefined) {
    return (
      <RouterLink to={to} className={className} onClick={onClick}>
        {children}
      </RouterLink>
    );
  }
  return (
    <a href={href} className={className} onClick={onClick} {...(newTab && { target: '_blank', rel: 'noreferrer' })}>
      {children}
    </a>
  );
}
