import type { ComponentProps, ReactNode } from 'react';
import { classes } from '@/ui/classes';
import { tooltip, type TooltipSide } from '@/ui/overlay/tooltip';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'children' | 'type'> {
  /** Accessible name and tooltip. */
  label: string;
  icon: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  /** `framed` has a border, for use beside fields and buttons. */
  look?: 'bare' | 'framed';
  tooltipSide?: TooltipSide;
}

const SIZES = { sm: 'size-7', md: 'size-9', lg: 'size-11' };
const LOOKS = {
  bare: 'border-transparent hover:bg-ink/6',
  framed: 'border-line-strong bg-surface shadow-low hover:border-line-control hover:bg-hover dark:bg-raised',
};

export function IconButton({ label, icon, size = 'md', look = 'bare', tooltipSide, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      {...tooltip(label, tooltipSide)}
      type="button"
      aria-label={label}
      className={classes(
        'inline-grid shrink-0 place-items-center rounded-md border text-ink-secondary transition-colors duration-100',
        'hover:text-ink disabled:pointer-events-none disabled:opacity-40 aria-pressed:bg-accent-soft aria-pressed:text-accent-text [&_svg]:size-4',
        SIZES[size],
        LOOKS[look],
      )}
    >
      {icon}
    </button>
  );
}
