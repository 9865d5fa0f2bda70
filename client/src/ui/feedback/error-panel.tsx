import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/ui/form/button';

export interface ErrorPanelProps {
  title: string;
  /** What happened and what the reader can do. */
  text: ReactNode;
  retryLabel: string;
  onRetry: () => void;
  /** Set during a retry. */
  retryingLabel?: string | undefined;
}

/** Replaces a part of the page that failed to load. */
export function ErrorPanel({ title, text, retryLabel, onRetry, retryingLabel }: ErrorPanelProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-start gap-x-3 gap-y-4 rounded-lg border border-danger-line bg-danger-soft px-4 py-3.5"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger-text" />
      <div className="min-w-48 flex-1">
        <p className="text-base font-semibold text-ink">{title}</p>
        <p className="mt-0.5 text-sm text-ink-secondary">{text}</p>
      </div>
      <Button size="sm" icon={<RotateCw className="size-3.5" />} onClick={onRetry} loadingLabel={retryingLabel}>
        {retryLabel}
      </Button>
    </div>
  );
}
