import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classes } from '@/ui/classes';
import { LoadingDots } from '@/ui/feedback/loading-dots';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { type ButtonSize, type ButtonVariant, buttonClasses } from './button-classes';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  fullWidth?: boolean;
  icon?: ReactNode;
  iconEnd?: ReactNode;
  /** Accessible name while loading; the button then keeps size and focus and ignores clicks. */
  loadingLabel?: string | undefined;
}

export function Button({
  variant,
  size,
  fullWidth,
  icon,
  iconEnd,
  loadingLabel,
  type = 'button',
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const loading = loadingLabel !== undefined;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // Not `disabled`, which would lose the focus.
    if (loading) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- `type` is a prop with a safe default
      type={type}
      onClick={press}
      aria-disabled={loading || undefined}
      className={buttonClasses({ variant, size, fullWidth })}
    >
      <span className={classes('inline-flex items-center gap-[inherit]', loading && 'invisible')}>
        {icon}
        {children}
        {iconEnd}
      </span>
      {loading && (
        <span className="absolute inset-0 grid place-items-center">
          <LoadingDots size={28} />
        </span>
      )}
      {loading && <VisuallyHidden>{loadingLabel}</VisuallyHidden>}
    </button>
  );
}
