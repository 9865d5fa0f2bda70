import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/lib/format';
import { MonospaceValue } from '@/ui/display/monospace-value';
import { HealthTable } from '../health-table';

interface ReasonsProps {
  title: string;
  reasons: readonly { reason: string; count: number }[];
}

/** How many lines each reason has; reasons have the names of the command line. */
export function Reasons({ title, reasons }: ReasonsProps) {
  const { t, i18n } = useTranslation('ingestion');
  if (reasons.length === 0) return null;
  return (
    <section className="grid gap-1">
      <h3 className="text-base font-semibold text-ink">{title}</h3>
      <HealthTable
        caption={title}
        columns={[t('reason'), t('lines')]}
        rows={reasons.map(({ reason, count }) => ({
          key: reason,
          cells: [<MonospaceValue key="reason" value={reason} />, formatNumber(count, i18n.language)],
        }))}
        none=""
      />
    </section>
  );
}

/** Name and value, in a description list. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-ink-muted">{name}</dt>
    <dd className="mt-0.5 text-base wrap-anywhere text-ink tabular-nums">{children}</dd>
  </div>
);

/** Figures of a run or of a preview, side by side. */
export function Figures({ figures }: { figures: readonly (readonly [name: string, value: number | null])[] }) {
  const { t, i18n } = useTranslation(['ingestion', 'console']);
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-6 gap-y-3">
      {figures.map(([name, value]) => (
        <Fact key={name} name={name}>
          {value === null ? t('console:unknown') : formatNumber(value, i18n.language)}
        </Fact>
      ))}
    </dl>
  );
}
