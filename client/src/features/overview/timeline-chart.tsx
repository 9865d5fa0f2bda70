import { Bar, type BarCustomLayerProps } from '@nivo/bar';
import { type KeyboardEvent, type PointerEvent, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatDay, formatShortDay } from '@/lib/format';
import { classes } from '@/ui/classes';
import { type Kind, listAddress } from './list-address';
import { compact, whole } from './numbers';
import type { OverviewQuery } from './overview.generated';

type Item = OverviewQuery['stats']['timeline'][number];

const HEIGHT = 264;
const MARGIN = { top: 10, right: 20, bottom: 28, left: 40 };
const KEYS = ['userEvents', 'domainEvents'] as const;
const KIND_OF = { userEvents: 'workforce', domainEvents: 'portals' } as const;
const FILLS: Record<Kind, string> = { workforce: 'fill-accent', portals: 'fill-info-text' };
const DOTS: Record<Kind, string> = { workforce: 'bg-accent', portals: 'bg-info-text' };
/** Wide enough for a day of a month in every language. */
const TICK_WIDTH = 76;
const LONGEST_TIP = 190;

const THEME = {
  text: { fontFamily: 'inherit', fontSize: 12, fill: 'var(--color-ink-muted)' },
  axis: { ticks: { text: { fontFamily: 'inherit', fontSize: 12, fill: 'var(--color-ink-muted)' } } },
  grid: { line: { stroke: 'var(--color-line)', strokeWidth: 1 } },
};

/** Plain rectangles in the colours of the theme; nivo's own keep the colours that they were drawn with. */
function Bars({ bars }: BarCustomLayerProps<Item>) {
  const drawn = bars.filter(({ data }) => (data.value ?? 0) > 0);
  return drawn.map(({ key, x, y, width, height, data }) => (
    <rect
      key={key}
      x={x}
      y={y}
      width={Math.max(width, 1.5)}
      // The kinds of a day stay apart where they meet.
      height={Math.max(height - (data.id === 'userEvents' ? 0 : 1), 1)}
      rx={width > 6 ? 1.5 : 0}
      className={FILLS[data.id === 'domainEvents' ? 'portals' : 'workforce']}
    />
  ));
}

interface TimelineChartProps {
  items: readonly Item[];
  /** In pixels; undefined where nothing is laid out. */
  width: number | undefined;
}

/**
 * The detections of each day, those of users and those of domains one on the other. One link lies over the chart and follows the
 * pointer, or the arrow keys, from day to day: it leads to the detections of its day.
 */
export function TimelineChart({ items, width = 640 }: TimelineChartProps) {
  const { t, i18n } = useTranslation('overview');
  const hint = useId();
  const [active, setActive] = useState<number>();
  const [kind, setKind] = useState<Kind>('workforce');
  const data = useMemo(() => items.map((item) => ({ ...item })), [items]);
  const largest = Math.max(1, ...items.map(({ totalEvents }) => totalEvents));
  const inner = width - MARGIN.left - MARGIN.right;
  const step = inner / items.length;
  const every = Math.max(1, Math.ceil(items.length / Math.max(2, Math.floor(inner / TICK_WIDTH))));
  const ticks = items.filter((_, index) => (items.length - 1 - index) % every === 0).map(({ day }) => day);
  const place = Math.min(active ?? items.length - 1, items.length - 1);
  const item = items[place];
  if (!item) return null;
  const shown = item[kind === 'workforce' ? 'userEvents' : 'domainEvents'] > 0 ? kind : mainKind(item);

  const follow = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const box = currentTarget.getBoundingClientRect();
    const next = Math.floor((clientX - box.left) / step);
    setActive(Math.min(items.length - 1, Math.max(0, next)));
    const under = items[next];
    // The lower part of a day are its users, what lies over them its domains.
    const height = ((box.bottom - clientY) / box.height) * largest;
    if (under) setKind(height <= under.userEvents ? 'workforce' : 'portals');
  };
  const move = (event: KeyboardEvent) => {
    const next = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: items.length - 1 }[event.key];
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
    workforce: whole(item.userEvents, i18n.language),
    portals: whole(item.domainEvents, i18n.language),
  });
  const middle = MARGIN.left + (place + 0.5) * step;
  return (
    <figure>
      <div className="relative" style={{ height: HEIGHT }}>
        <div aria-hidden="true">
          <Bar
            data={data}
            keys={KEYS}
            indexBy="day"
            width={width}
            height={HEIGHT}
            margin={MARGIN}
            padding={items.length > 120 ? 0.1 : 0.28}
            valueScale={{ type: 'linear', min: 0, max: largest, nice: false }}
            theme={THEME}
            layers={['grid', 'axes', Bars]}
            animate={false}
            isInteractive={false}
            enableLabel={false}
            gridYValues={4}
            axisLeft={{
              tickSize: 0,
              tickPadding: 8,
              tickValues: 4,
              format: (value: number) => (Number.isInteger(value) ? compact(value) : ''),
            }}
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
          style={{ top: MARGIN.top, bottom: MARGIN.bottom, left: MARGIN.left, right: MARGIN.right }}
          onPointerMove={follow}
          onPointerDown={follow}
          onPointerLeave={() => setActive(undefined)}
        >
          <Link
            to={listAddress(shown, { range: { first: item.day, last: item.day } })}
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
                <span className="tabular-nums">{whole(item[key], i18n.language)}</span>
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
