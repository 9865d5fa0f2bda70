import { useDirection } from '@base-ui/react/direction-provider';
import { Bar, type BarCustomLayerProps } from '@nivo/bar';
import { type KeyboardEvent, type PointerEvent, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatDay, formatNumber, formatShortDay } from '@/lib/format';
import { classes } from '@/ui/classes';
import { compactNumber } from './compact-number';
import { type Kind, listLink } from './list-link';
import type { OverviewQuery } from './overview.generated';

type Item = OverviewQuery['stats']['timeline'][number];

const HEIGHT = 264;
const MARGIN = { top: 10, start: 40, bottom: 28, end: 20 };
const KEYS = ['userEvents', 'domainEvents'] as const;
const KIND_OF = { userEvents: 'workforce', domainEvents: 'portals' } as const;
const FILLS: Record<Kind, string> = { workforce: 'fill-accent', portals: 'fill-info-text' };
// Forced colours would remove the backgrounds, but not the fills that these explain.
const DOTS: Record<Kind, string> = {
  workforce: 'forced-color-adjust-none bg-accent',
  portals: 'forced-color-adjust-none bg-info-text',
};
/** Wide enough for a date label in every language. */
const TICK_WIDTH = 76;
const LONGEST_TIP = 190;

const THEME = {
  text: { fontFamily: 'inherit', fontSize: 12, fill: 'var(--color-ink-muted)' },
  axis: { ticks: { text: { fontFamily: 'inherit', fontSize: 12, fill: 'var(--color-ink-muted)' } } },
  grid: { line: { stroke: 'var(--color-line)', strokeWidth: 1 } },
};

/** Rectangles in theme colours; nivo's own would keep the colours of the first render. */
function Bars({ bars }: BarCustomLayerProps<Item>) {
  const drawn = bars.filter(({ data }) => (data.value ?? 0) > 0);
  return drawn.map(({ key, x, y, width, height, data }) => (
    <rect
      key={key}
      x={x}
      y={y}
      width={Math.max(width, 1.5)}
      // Gap between the two kinds.
      height={Math.max(height - (data.id === 'userEvents' ? 0 : 1), 1)}
      rx={width > 6 ? 1.5 : 0}
      className={FILLS[data.id === 'domainEvents' ? 'portals' : 'workforce']}
    />
  ));
}

interface TimelineChartProps {
  items: readonly Item[];
  /** In pixels; undefined without layout. */
  width: number | undefined;
}

/**
 * Stacked bars of the detections per day. A single link overlays the chart, follows the pointer or arrow keys from day to day
 * and opens the detections of its day. Time follows the writing direction: in Arabic, the newest day is on the left.
 */
export function TimelineChart({ items: inTime, width = 640 }: TimelineChartProps) {
  const { t, i18n } = useTranslation('overview');
  const hint = useId();
  const [active, setActive] = useState<number>();
  const [kind, setKind] = useState<Kind>('workforce');
  const backwards = useDirection() === 'rtl';
  // Left to right, as the code below expects.
  const items = useMemo(() => (backwards ? inTime.toReversed() : inTime), [backwards, inTime]);
  const [oldest, newest] = backwards ? [items.length - 1, 0] : [0, items.length - 1];
  const margin = backwards
    ? { ...MARGIN, left: MARGIN.end, right: MARGIN.start }
    : { ...MARGIN, left: MARGIN.start, right: MARGIN.end };
  const data = useMemo(() => items.map((item) => ({ ...item })), [items]);
  const largest = Math.max(1, ...items.map(({ totalEvents }) => totalEvents));
  const inner = width - MARGIN.start - MARGIN.end;
  const step = inner / items.length;
  const every = Math.max(1, Math.ceil(items.length / Math.max(2, Math.floor(inner / TICK_WIDTH))));
  const ticks = items.filter((_, index) => Math.abs(newest - index) % every === 0).map(({ day }) => day);
  const place = Math.min(active ?? newest, items.length - 1);
  const item = items[place];
  if (!item) return null;
  const shown = item[kind === 'workforce' ? 'userEvents' : 'domainEvents'] > 0 ? kind : mainKind(item);

  const follow = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const box = currentTarget.getBoundingClientRect();
    const next = Math.floor((clientX - box.left) / step);
    setActive(Math.min(items.length - 1, Math.max(0, next)));
    const under = items[next];
    // Users at the bottom of a bar, domains on top.
    const height = ((box.bottom - clientY) / box.height) * largest;
    if (under) setKind(height <= under.userEvents ? 'workforce' : 'portals');
  };
  const move = (event: KeyboardEvent) => {
    const next = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: oldest, End: newest }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setActive(Math.min(items.length - 1, Math.max(0, next)));
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      setKind(event.key === 'ArrowUp' ? 'portals' : 'workforce');
    } else if (event.key === 'Escape') {
      setActive(undefined);
    }
  };

  const words = t('timeline.ofDay', {
    day: formatDay(item.day, i18n.language),
    count: item.totalEvents,
    workforce: formatNumber(item.userEvents, i18n.language),
    portals: formatNumber(item.domainEvents, i18n.language),
  });
  const counts = {
    tickSize: 0,
    tickPadding: 8,
    tickValues: 4,
    format: (value: number) => (Number.isInteger(value) ? compactNumber(value, i18n.language) : ''),
  };
  const middle = margin.left + (place + 0.5) * step;
  return (
    <figure>
      <div className="relative" style={{ height: HEIGHT }}>
        {/* Text anchors of an axis are always left to right. */}
        <div aria-hidden="true" dir="ltr">
          <Bar
            data={data}
            keys={KEYS}
            indexBy="day"
            width={width}
            height={HEIGHT}
            margin={margin}
            padding={items.length > 120 ? 0.1 : 0.28}
            valueScale={{ type: 'linear', min: 0, max: largest, nice: false }}
            theme={THEME}
            layers={['grid', 'axes', Bars]}
            animate={false}
            isInteractive={false}
            enableLabel={false}
            gridYValues={4}
            axisLeft={backwards ? null : counts}
            axisRight={backwards ? counts : null}
            axisBottom={{
              tickSize: 0,
              tickPadding: 10,
              tickValues: ticks,
              format: (day: string) => formatShortDay(day, i18n.language),
            }}
          />
        </div>
        <div
          className="absolute"
          style={{ top: margin.top, bottom: margin.bottom, left: margin.left, right: margin.right }}
          onPointerMove={follow}
          onPointerDown={follow}
          onPointerLeave={() => setActive(undefined)}
        >
          <Link
            to={listLink(shown, { range: { first: item.day, last: item.day } })}
            onKeyDown={move}
            onFocus={() => setActive(place)}
            onBlur={() => setActive(undefined)}
            aria-label={words}
            aria-describedby={hint}
            style={{ left: place * step, width: Math.max(step, 2) }}
            className={classes(
              'absolute inset-y-0 rounded-sm focus-visible:outline-2 focus-visible:outline-focus',
              active !== undefined && 'bg-ink/6',
            )}
          />
        </div>
        {active !== undefined && (
          <div
            aria-hidden="true"
            className="pointer-events-none absolute top-0 z-10 rounded-md border border-line-strong bg-raised px-3 py-2 text-sm shadow-popover"
            style={{
              width: LONGEST_TIP,
              left: Math.min(
                Math.max(0, width - LONGEST_TIP),
                Math.max(0, middle > width / 2 ? middle - LONGEST_TIP - step / 2 - 8 : middle + step / 2 + 8),
              ),
            }}
          >
            <p className="font-medium text-ink">{formatDay(item.day, i18n.language)}</p>
            {KEYS.map((key) => (
              <p key={key} className="mt-1 flex items-center gap-2 text-ink-secondary">
                <span className={classes('size-2 rounded-xs', DOTS[KIND_OF[key]])} />
                <span className={classes('flex-1', shown === KIND_OF[key] && 'font-medium text-ink')}>
                  {t(`kind.${KIND_OF[key]}`)}
                </span>
                <span className="tabular-nums">{formatNumber(item[key], i18n.language)}</span>
              </p>
            ))}
          </div>
        )}
      </div>
      <figcaption className="mt-3 flex flex-wrap items-center justify-between gap-x-5 gap-y-1 text-sm text-ink-muted">
        <span className="flex gap-5">
          {KEYS.map((key) => (
            <span key={key} className="flex items-center gap-2">
              <span aria-hidden="true" className={classes('size-2.5 rounded-xs', DOTS[KIND_OF[key]])} />
              {t(`kind.${KIND_OF[key]}`)}
            </span>
          ))}
        </span>
        <span id={hint}>{t('timeline.hint')}</span>
      </figcaption>
    </figure>
  );
}

const mainKind = ({ userEvents, domainEvents }: Item): Kind => (domainEvents > userEvents ? 'portals' : 'workforce');
