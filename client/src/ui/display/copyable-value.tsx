import type { ReactNode } from 'react';
import { CopyButton } from '@/ui/form/copy-button';
import { MonospaceValue } from './monospace-value';

interface CopyableValueProps {
  name: string;
  value: string;
  copyLabel: string;
  copiedLabel: string;
  /** Called with the outcome, so that the caller can announce it. */
  onCopy: (copied: boolean) => void;
  hint?: ReactNode;
}

/** Named value with a copy button, inside a `<dl>`. */
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
