import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { classes } from '@/ui/classes';
import { type ButtonSize, type ButtonVariant, buttonClasses } from '@/ui/form/button-classes';

type Target = { to: string; href?: never } | { href: string; to?: never };

type LinkProps = Target & {
  children: ReactNode;
  /** `inline` is underlined, for sentences; `quiet` and `name` on hover only, `name` in the look of its text; `button` looks like a button. */
  look?: 'inline' | 'quiet' | 'name' | 'button';
  variant?: ButtonVariant;
  size?: ButtonSize;
  fullWidth?: boolean;
  wraps?: boolean;
  /** Opens a new tab; say so in the text. */
  newTab?: boolean;
  onClick?: () => void;
};

const LOOKS = {
  inline: 'font-medium text-accent-text underline decoration-accent-line underline-offset-3 hover:decoration-current',
  quiet: 'font-medium text-ink-secondary underline-offset-3 hover:text-ink hover:underline',
  name: 'underline-offset-3 hover:underline',
};

/** Internal (`to`) or external (`href`) link. Never link leaked data with it; `MonospaceValue` links checked addresses. */
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
