import { useTranslation } from 'react-i18next';
import { formatNumber, formatShortMonth } from '@/lib/format';
import type { ReportQuery } from './reports.generated';

type Month = NonNullable<ReportQuery['report']>['trend'][number];

export const LEVELS = ['critical', 'high', 'medium', 'low', 'info'] as const;

const FILLS = {
  critical: 'fill-severity-critical-text',
  high: 'fill-severity-high-text',
  medium: 'fill-severity-medium-text',
  low: 'fill-severity-low-text',
  info: 'fill-severity-info-text',
};
const WIDTH = 720;
const HEIGHT = 200;
const AXIS = 48;
const LABELS = 20;
const TOP = 8;

/** Round number that is no smaller: the top of an axis with four equal parts. */
export function axisTop(most: number): number {
  for (let power = 1; ; power *= 10) {
    const found = [4, 8, 12, 20, 28].find((step) => step * power >= most);
    if (found !== undefined) return found * power;
  }
}

/** Stacked bars of new detections and a line of open ones. Time follows the writing direction. */
export function TrendChart({ months, label }: { months: readonly Month[]; label: string }) {
  const { t, i18n } = useTranslation('reports');
  const mirrored = i18n.dir() === 'rtl';
  const top = axisTop(Math.max(1, ...months.flatMap((month) => [month.newDetections, month.openDetections])));
  const step = (WIDTH - AXIS) / months.length;
  const x = (start: number, width: number) => (mirrored ? WIDTH - start - width : start);
  const y = (value: number) => TOP + HEIGHT - (Math.max(value, 0) / top) * HEIGHT;
  const middle = (index: number) => x(AXIS + index * step + step / 2, 0);
  return (
    <figure className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {/* On phones, the months would be too small to read: the drawing scrolls. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards scroll it */}
      <div tabIndex={0} role="group" aria-label={t('trend')} className="overflow-x-auto print:overflow-visible">
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${WIDTH} ${TOP + HEIGHT + LABELS}`}
          className="block h-auto w-full min-w-140 print:min-w-0"
          direction="ltr"
        >
          {[0, 1, 2, 3, 4].map((part) => (
            <g key={part}>
              <line
                x1={x(AXIS, 0)}
                x2={x(WIDTH, 0)}
                y1={y((top * part) / 4)}
                y2={y((top * part) / 4)}
                className="stroke-line"
              />
              <text
                x={x(AXIS - 8, 0)}
                y={y((top * part) / 4) + 4}
                textAnchor={mirrored ? 'start' : 'end'}
                className="fill-ink-muted text-2xs"
              >
                {formatNumber((top * part) / 4, i18n.language)}
              </text>
            </g>
          ))}
          {months.map((month, index) => {
            let base = 0;
            return (
              <g key={month.month}>
                {LEVELS.toReversed().map((level) => {
                  const value = month.newBySeverity[level];
                  base += value;
                  return (
                    value > 0 && (
                      <rect
                        key={level}
                        x={x(AXIS + index * step + step * 0.22, step * 0.56)}
                        y={y(base)}
                        width={step * 0.56}
                        height={Math.max((value / top) * HEIGHT - 0.5, 0.75)}
                        className={FILLS[level]}
                      />
                    )
                  );
                })}
                <text x={middle(index)} y={TOP + HEIGHT + 15} textAnchor="middle" className="fill-ink-muted text-2xs">
                  {formatShortMonth(month.month, i18n.language)}
                </text>
              </g>
            );
          })}
          <polyline
            points={months.map((month, index) => `${middle(index)},${y(month.openDetections)}`).join(' ')}
            className="fill-none stroke-ink"
            strokeWidth={1.5}
          />
          {months.map((month, index) => (
            <circle key={month.month} cx={middle(index)} cy={y(month.openDetections)} r={2.5} className="fill-ink" />
          ))}
        </svg>
      </div>
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-secondary">
        {LEVELS.map((level) => (
          <span key={level} className="inline-flex items-center gap-1.5">
            <svg aria-hidden="true" viewBox="0 0 10 10" className="size-2.5">
              <rect width="10" height="10" rx="2" className={FILLS[level]} />
            </svg>
            {t(`severity.${level}`)}
          </span>
        ))}
        <span className="inline-flex items-center gap-1.5">
          <svg aria-hidden="true" viewBox="0 0 16 10" className="h-2.5 w-4">
            <line x1="0" x2="16" y1="5" y2="5" className="stroke-ink" strokeWidth={1.5} />
            <circle cx="8" cy="5" r="2.5" className="fill-ink" />
          </svg>
          {t('open')}
        </span>
      </figcaption>
    </figure>
  );
}
