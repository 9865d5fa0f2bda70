import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatShortDay } from '@/lib/format';
import { TrendBars } from '@/ui/display/trend-bars';
import { Card } from '@/ui/layout/card';

const DAY_MILLISECONDS = 86_400_000;

/** Detections per day up to today (UTC). */
export function TrendCard({ values }: { values: readonly number[] }) {
  const { t, i18n } = useTranslation('profiles');
  const sum = values.reduce((total, value) => total + value, 0);
  const label = t('trend.sum', { count: sum });
  const [now] = useState(Date.now);
  const dayOf = (ago: number) =>
    formatShortDay(new Date(now - ago * DAY_MILLISECONDS).toISOString().slice(0, 10), i18n.language);
  return (
    <Card title={t('trend.title')} description={t('trend.text')}>
      <TrendBars values={values} label={label} height={72} />
      <div className="mt-1.5 flex justify-between text-xs text-ink-muted tabular-nums">
        <span>{dayOf(values.length - 1)}</span>
        <span>{dayOf(0)}</span>
      </div>
      <p className="mt-3 text-sm text-ink-secondary">{label}</p>
    </Card>
  );
}
