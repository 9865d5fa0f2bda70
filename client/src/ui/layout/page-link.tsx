import type { ReactNode } from 'react';
import { classes } from '@/ui/classes';
import { type ButtonSize, type ButtonVariant, buttonClasses } from '@/ui/form/button-classes';

interface PageLinkProps {
  /** Path in the application, such as `/auth/login`. */
  to: string;
  children: ReactNode;
  look?: 'bare' | 'button';
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
  'aria-label'?: string;
}

/** Link for public pages, which render before the router is loaded. */
export function PageLink({ to, children, look = 'bare', variant, size, className, ...rest }: PageLinkProps) {
  const own = look === 'button' ? buttonClasses({ variant, size }) : 'rounded-xs';
  return (
    <a href={`#${to}`} className={classes(own, className)} {...rest}>
      {children}
    </a>
  );
}
