import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '@/ui/classes';

type CalloutTone = 'info' | 'success' | 'warning' | 'danger';

const LOOKS: Record<CalloutTone, { box: string; icon: ReactNode }> = {
  info: { box: 'border-info-line bg-info-soft [&>svg]:text-info-text', icon: <Info aria-hidden="true" /> },
  success: {
    box: 'border-success-line bg-success-soft [&>svg]:text-success-text',
    icon: <CircleCheck aria-hidden="true" />,
  },
  warning: {
    box: 'border-warning-line bg-warning-soft [&>svg]:text-warning-text',
    icon: <TriangleAlert aria-hidden="true" />,
  },
  danger: {
    box: 'border-danger-line bg-danger-soft [&>svg]:text-danger-text',
    icon: <CircleAlert aria-hidden="true" />,
  },
};

interface CalloutProps {
  tone?: CalloutTone;
  title?: string;
  children: ReactNode;
  action?: ReactNode;
}

/** Important information about the page. */
export function Callout({ tone = 'info', title, children, action }: CalloutProps) {
  return (
    <div
      className={classes(
        'flex flex-wrap items-start gap-x-3 gap-y-3 rounded-lg border px-4 py-3 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0',
        LOOKS[tone].box,
      )}
    >
      {LOOKS[tone].icon}
      <div className="min-w-40 flex-1 text-base text-ink">
        {title && <p className="font-semibold">{title}</p>}
        <div className={classes(title && 'mt-0.5 text-ink-secondary')}>{children}</div>
      </div>
      {action}
    </div>
  );
}
