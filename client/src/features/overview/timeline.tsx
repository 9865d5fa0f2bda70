import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, formatNumber } from '@/lib/format';
import { Skeleton } from '@/ui/feedback/skeleton';
import { SegmentedControl } from '@/ui/form/segmented-control';
import { Card } from '@/ui/layout/card';
import { useWidth } from '@/ui/layout/use-width';
import { RefreshBar } from '@/ui/table/refresh-bar';
import { barsOf, type Interval, LEAST_DAYS_OF_WEEKS, type Split } from './bars';
import type { ExposureQuery, OverviewQuery } from './overview.generated';
import type { Range } from './range';
import { TimelineTable } from './timeline-table';

type Stats = OverviewQuery['stats'];

const TimelineChart = lazy(async () => ({ default: (await import('./timeline-chart')).TimelineChart }));

interface TimelineProps {
  range: Range;
  items: Stats['timeline'] | undefined;
  detections: Stats['detections'] | undefined;
  exposure: ExposureQuery['accountExposure'] | undefined;
  refreshing: boolean;
  picker: ReactNode;
}

/** Detections per day or week, by kind or severity, as a chart or a table. */
export function Timeline({ range, items, detections, exposure, refreshing, picker }: TimelineProps) {
  const { t, i18n } = useTranslation('overview');
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const [split, setSplit] = useState<Split>('kind');
  const [interval, setInterval] = useState<Interval>('day');
  const hasWeeks = items !== undefined && items.length >= LEAST_DAYS_OF_WEEKS;
  const hasSeverities = exposure !== undefined && exposure.severityTimeline !== null;
  const shown = { split: hasSeverities ? split : 'kind', interval: hasWeeks ? interval : 'day' } as const;
  const bars = useMemo(
    () => items && barsOf(items, { split: shown.split, interval: shown.interval, exposure }),
    [items, exposure, shown.split, shown.interval],
  );
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const days = { first: formatDay(range.first, i18n.language), last: formatDay(range.last, i18n.language) };
  return (
    <div className="relative">
      {refreshing && <RefreshBar />}
      <Card
        title={t('timeline.title')}
        description={t('timeline.days', days)}
        actions={
          <div className="flex flex-wrap gap-2">
            {hasWeeks && (
              <SegmentedControl
                label={t('timeline.interval')}
                value={interval}
                onValueChange={setInterval}
                options={[
                  { value: 'day', label: t('timeline.daily') },
                  { value: 'week', label: t('timeline.weekly') },
                ]}
              />
            )}
            {hasSeverities && (
              <SegmentedControl
                label={t('timeline.split')}
                value={split}
                onValueChange={setSplit}
                options={[
                  { value: 'kind', label: t('timeline.byKind') },
                  { value: 'severity', label: t('timeline.bySeverity') },
                ]}
              />
            )}
            <SegmentedControl
              label={t('timeline.view')}
              value={view}
              onValueChange={setView}
              options={[
                { value: 'chart', label: t('timeline.chart') },
                { value: 'table', label: t('timeline.table') },
              ]}
            />
          </div>
        }
      >
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
          <dl className="flex gap-8">
            <Count label={t('timeline.total')} value={detections && formatNumber(detections.total, i18n.language)} />
            <Count label={t('timeline.new')} value={detections && formatNumber(detections.new, i18n.language)} />
          </dl>
          {picker}
        </div>
        <div ref={frame} className="mt-5 min-h-72 min-w-0">
          {items === undefined || bars === undefined ? (
            <Skeleton className="h-72 w-full" />
          ) : items.every(({ totalEvents }) => totalEvents === 0) ? (
            <p className="grid min-h-72 place-items-center text-base text-ink-muted">{t('timeline.none')}</p>
          ) : view === 'table' ? (
            <TimelineTable bars={bars} split={shown.split} />
          ) : (
            <Suspense fallback={<Skeleton className="h-72 w-full" />}>
              <TimelineChart bars={bars} split={shown.split} width={width} />
            </Suspense>
          )}
        </div>
      </Card>
    </div>
  );
}

function Count({ label, value }: { label: string; value: string | undefined }) {
  return (
    <div>
      <dt className="text-sm text-ink-muted">{label}</dt>
      <dd className="mt-0.5 text-2xl font-semibold tracking-[-0.02em] text-ink tabular-nums">
        {value ?? <Skeleton className="my-1 h-5 w-12" />}
      </dd>
    </div>
  );
}
