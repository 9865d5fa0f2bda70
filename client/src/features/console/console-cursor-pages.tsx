import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/lib/format';
import { CursorPages } from '@/ui/table/cursor-pages';
import type { useCursorPages } from './use-cursor-pages';

interface ConsoleCursorPagesProps {
  label: string;
  previousLabel: string;
  nextLabel: string;
  pages: ReturnType<ReturnType<typeof useCursorPages>['of']>;
  /** Number of rows shown. */
  shown: number;
  /** Whether rows have another order than the newest first. */
  isOrdered?: boolean;
}

/** Pages of a list of the console. */
export function ConsoleCursorPages({
  label,
  previousLabel,
  nextLabel,
  pages,
  shown,
  isOrdered = false,
}: ConsoleCursorPagesProps) {
  const { t, i18n } = useTranslation('console');
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <CursorPages
      label={label}
      summary={t(isOrdered ? 'log.range' : 'log.summary', {
        first: number(pages.first),
        last: number(pages.first + shown - 1),
      })}
      previousLabel={previousLabel}
      nextLabel={nextLabel}
      onPrevious={pages.previous}
      onNext={pages.next}
    />
  );
}
