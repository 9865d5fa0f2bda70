import type { ReactNode } from 'react';
import { CopyButton } from '@/ui/form/copy-button';
import { MonospaceValue } from './monospace-value';

interface CopyableValueProps {
  name: string;
  value: string;
  copyLabel: string;
  copiedLabel: string;
  /** Told what happened, so that the screen can say it in its own words. */
  onCopy: (copied: boolean) => void;
  hint?: ReactNode;
}

/** A value to take along to another program, under its name; stands in a `<dl>`. */
export function CopyableValue({ name, value, copyLabel, copiedLabel, onCopy, hint }: CopyableValueProps) {
  return (
    <div className="grid gap-1.5">
      <dt className="text-sm font-medium">{name}</dt>
      <dd className="grid gap-1.5">
        <MonospaceValue
          value={value}
          boxed
          action={<CopyButton value={value} label={copyLabel} copiedLabel={copiedLabel} onCopy={onCopy} />}
        />
        {hint && <p className="text-sm text-ink-muted">{hint}</p>}
      </dd>
    </div>
  );
}
