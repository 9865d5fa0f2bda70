import { classes } from '@/ui/classes';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

const SIZES: Record<ButtonSize, string> = {
  sm: 'gap-1.5 px-3 text-sm',
  md: 'gap-2 px-3.5 text-base',
  lg: 'gap-2 px-5 text-lg',
};

/** Full-width buttons may wrap, for languages with longer texts. */
const HEIGHTS: Record<'line' | 'lines', Record<ButtonSize, string>> = {
  line: { sm: 'h-8 whitespace-nowrap', md: 'h-9 whitespace-nowrap', lg: 'h-11 whitespace-nowrap' },
  lines: { sm: 'min-h-8 py-1', md: 'min-h-9 py-1', lg: 'min-h-11 py-1.5' },
};

const VARIANTS: Record<ButtonVariant, string> = {
  primary:
    'border-transparent bg-accent text-on-accent shadow-low hover:bg-accent-hover aria-disabled:hover:bg-accent forced-colors:border-[ButtonText]',
  secondary:
    'border-line-strong bg-surface text-ink shadow-low hover:border-line-control hover:bg-hover dark:bg-raised dark:hover:bg-line',
  ghost: 'border-transparent text-ink-secondary hover:bg-ink/6 hover:text-ink',
  danger:
    'border-transparent bg-danger text-on-danger shadow-low hover:bg-danger-hover aria-disabled:hover:bg-danger forced-colors:border-[ButtonText]',
};

interface ButtonLook {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  fullWidth?: boolean | undefined;
  /** Allows wrapping, for sentence-long labels. */
  wraps?: boolean | undefined;
}

/** Classes of buttons and of links that look like buttons. */
export function buttonClasses({ variant = 'secondary', size = 'md', fullWidth, wraps }: ButtonLook): string {
  return classes(
    'relative inline-flex shrink-0 items-center justify-center rounded-md border font-medium select-none',
    'transition-colors duration-100 disabled:pointer-events-none disabled:opacity-50',
    SIZES[size],
    HEIGHTS[fullWidth || wraps ? 'lines' : 'line'][size],
    VARIANTS[variant],
    fullWidth && 'w-full',
    wraps && 'max-w-full',
  );
}
