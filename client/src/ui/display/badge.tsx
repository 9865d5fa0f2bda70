import type { ReactNode } from 'react';
import { classes } from '@/ui/classes';

export type Tone = 'neutral' | 'accent' | 'danger' | 'warning' | 'info' | 'success';

const TONES: Record<Tone, string> = {
  neutral: 'border-line bg-sunken text-ink-secondary',
  accent: 'border-accent-line bg-accent-soft text-accent-text',
  danger: 'border-danger-line bg-danger-soft text-danger-text',
  warning: 'border-warning-line bg-warning-soft text-warning-text',
  info: 'border-info-line bg-info-soft text-info-text',
  success: 'border-success-line bg-success-soft text-success-text',
};

/** Short state label. */
export function Badge({ tone = 'neutral', icon, children }: { tone?: Tone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span
      className={classes(
        'inline-flex h-5.5 items-center align-middle gap-1 rounded-sm border px-1.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3',
        TONES[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}
