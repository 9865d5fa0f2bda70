import { diffWordsWithSpace } from 'diff';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/form/button';

interface ShippedDifferenceProps {
  shipped: string;
  edited: string;
  /** Puts the shipped text back; absent if the field can't be edited. */
  onUseShipped: (() => void) | undefined;
}

/** What differs from the shipped text of a field; nothing while they are the same. */
export function ShippedDifference({ shipped, edited, onUseShipped }: ShippedDifferenceProps) {
  const { t } = useTranslation('content');
  // Long texts take a while to compare.
  const [isOpen, setIsOpen] = useState(false);
  if (shipped === edited) return null;
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)} className="-mt-2 text-sm">
      <summary className="min-h-6 w-fit cursor-pointer rounded-xs text-ink-muted hover:text-ink">
        {t('difference.title')}
      </summary>
      <div className="mt-2 grid justify-items-start gap-3 rounded-md border border-line p-3">
        <p dir="auto" className="text-base whitespace-pre-wrap wrap-anywhere text-ink-secondary">
          {isOpen &&
            diffWordsWithSpace(shipped, edited).map(({ value, added, removed }, index) => {
              const Part = added ? 'ins' : removed ? 'del' : 'span';
              return (
                // oxlint-disable-next-line react/no-array-index-key -- parts of a text have no identity
                <Part key={index} className={added ? ADDED : removed ? REMOVED : undefined}>
                  {value}
                </Part>
              );
            })}
        </p>
        {onUseShipped && (
          <Button size="sm" onClick={onUseShipped}>
            {t('difference.use')}
          </Button>
        )}
      </div>
    </details>
  );
}

const ADDED = 'rounded-xs bg-success-soft text-success-text';
const REMOVED = 'rounded-xs bg-danger-soft text-danger-text';
