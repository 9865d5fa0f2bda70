import { useDirection } from '@base-ui/react/direction-provider';
import { type KeyboardEvent, type PointerEvent, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatNumber } from '@/lib/format';
import { classes } from '@/ui/classes';
import { barName, daysName, partName } from './bar-names';
import { PARTS, type Split, type TimeBar } from './bars';
import { DOTS } from './chart-colours';
import { type Kind, listLink } from './list-link';
import { TimelinePlot } from './timeline-plot';

const HEIGHT = 264;
const MARGIN = { top: 18, left: 40, bottom: 28, right: 20 };
const MARGIN_BACKWARDS = { ...MARGIN, left: MARGIN.right, right: MARGIN.left };
const LONGEST_TIP = 210;
/** Leaks of one bar that are named. */
const MOST_NAMED = 3;

interface TimelineChartProps {
  bars: readonly TimeBar[];
  split: Split;
  /** In pixels; undefined without layout. */
  width: number | undefined;
}

/**
 * Stacked bars of the detections per day or week, with a mark above each in which a leak was ingested. A single link overlays the
 * chart, follows the pointer or arrow keys from bar to bar and opens the detections of its days. Time follows the writing direction: in Arabic, the newest day is on the left.
 */
export function TimelineChart({ bars: inTime, split, width = 640 }: TimelineChartProps) {
  const { t, i18n } = useTranslation('overview');
  const hint = useId();
  const [active, setActive] = useState<number>();
  const [kind, setKind] = useState<Kind>('workforce');
  const backwards = useDirection() === 'rtl';
  // Left to right, as the code below expects.
  const items = useMemo(() => (backwards ? inTime.toReversed() : inTime), [backwards, inTime]);
  const [oldest, newest] = backwards ? [items.length - 1, 0] : [0, items.length - 1];
  const margin = backwards ? MARGIN_BACKWARDS : MARGIN;
  const parts = PARTS[split];
  const largest = Math.max(1, ...items.map(({ total }) => total));
  const step = (width - margin.left - margin.right) / items.length;
  const place = Math.min(active ?? newest, items.length - 1);
  const item = items[place];
  if (!item) return null;
  const shown = split === 'kind' && item[kind] > 0 ? kind : mainKind(item);

  const follow = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const box = currentTarget.getBoundingClientRect();
    const next = Math.floor((clientX - box.left) / step);
    setActive(Math.min(items.length - 1, Math.max(0, next)));
    const under = items[next];
    // Users at the bottom of a bar, domains on top.
    const height = ((box.bottom - clientY) / box.height) * largest;
    if (under) setKind(height <= under.workforce ? 'workforce' : 'portals');
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

  const words = barName(item, split, t, i18n.language);
  const middle = margin.left + (place + 0.5) * step;
  return (
    <figure>
      <div className="relative" style={{ height: HEIGHT }}>
        {/* Text anchors of an axis are always left to right. */}
        <div aria-hidden="true" dir="ltr">
          <TimelinePlot
            bars={items}
            split={split}
            backwards={backwards}
            width={width}
            height={HEIGHT}
            margin={margin}
            largest={largest}
          />
        </div>
        <div
          className="absolute"
          style={{ top: margin.top, bottom: margin.bottom, left: margin.left, right: margin.right }}
          onPointerMove={follow}
          onPointerDown={follow}
          onPointerLeave={() => setActive(undefined)}
        >
          {items.map(
            ({ first, leaks }, index) =>
              leaks.length > 0 && (
                <span
                  key={first}
                  aria-hidden="true"
                  style={{ left: (index + 0.5) * step }}
                  className="absolute -top-3.5 size-2 -translate-x-1/2 rotate-45 rounded-[1px] bg-ink forced-color-adjust-none forced-colors:bg-[CanvasText]"
                />
              ),
          )}
          <Link
            to={listLink(shown, { range: item })}
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
            <p className="font-medium text-ink">{daysName(item, i18n.language)}</p>
            {parts.map((part, index) => (
              <p key={part} className="mt-1 flex items-center gap-2 text-ink-secondary">
                <span className={classes('size-2 rounded-xs', DOTS[part])} />
                <span className={classes('flex-1', shown === part && 'font-medium text-ink')}>{partName(part, t)}</span>
                <span className="tabular-nums">{formatNumber(item.values[index] ?? 0, i18n.language)}</span>
              </p>
            ))}
            {item.leaks.slice(0, MOST_NAMED).map(({ name, title }) => (
              <p key={name} className="mt-1 flex items-start gap-2 text-ink">
                <span className="mt-1.5 size-2 shrink-0 rotate-45 rounded-[1px] bg-ink forced-color-adjust-none forced-colors:bg-[CanvasText]" />
                <span className="min-w-0 wrap-anywhere">{t('timeline.leak', { title })}</span>
              </p>
            ))}
            {item.leaks.length > MOST_NAMED && <p className="mt-1 text-ink-muted">+{item.leaks.length - MOST_NAMED}</p>}
          </div>
        )}
      </div>
      <figcaption className="mt-3 flex flex-wrap items-center justify-between gap-x-5 gap-y-1 text-sm text-ink-muted">
        <span className="flex flex-wrap gap-x-5 gap-y-1">
          {parts.map((part) => (
            <span key={part} className="flex items-center gap-2">
              <span aria-hidden="true" className={classes('size-2.5 rounded-xs', DOTS[part])} />
              {partName(part, t)}
            </span>
          ))}
          {items.some(({ leaks }) => leaks.length > 0) && (
            <span className="flex items-center gap-2">
              <span
                aria-hidden="true"
                className="size-2 rotate-45 rounded-[1px] bg-ink forced-color-adjust-none forced-colors:bg-[CanvasText]"
              />
              {t('timeline.leakAdded')}
            </span>
          )}
        </span>
        <span id={hint}>{t('timeline.hint')}</span>
      </figcaption>
    </figure>
  );
}

const mainKind = ({ workforce, portals }: TimeBar): Kind => (portals > workforce ? 'portals' : 'workforce');
