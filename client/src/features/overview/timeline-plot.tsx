import { Axes, Grid } from '@nivo/axes';
import { Container, type Margin, SvgWrapper } from '@nivo/core';
import { createBandScale, createLinearScale, type ScaleValue } from '@nivo/scales';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatShortDay } from '@/lib/format';
import { PARTS, type Part, type Split, type TimeBar } from './bars';
import { FILLS } from './chart-colours';
import { compactNumber } from './compact-number';

/** Wide enough for a date label in every language. */
const TICK_WIDTH = 76;
const MANY_BARS = 120;
const LEAST_WIDTH = 1.5;
const GAP_OF_PARTS = 1;

const THEME = {
  text: { fontFamily: 'inherit', fontSize: 12, fill: 'var(--color-ink-muted)' },
  axis: { ticks: { text: { fontFamily: 'inherit', fontSize: 12, fill: 'var(--color-ink-muted)' } } },
  grid: { line: { stroke: 'var(--color-line)', strokeWidth: 1 } },
};

interface TimelinePlotProps {
  /** From left to right. */
  bars: readonly TimeBar[];
  split: Split;
  /** The newest bar is on the left, the axis of counts on the right. */
  backwards: boolean;
  /** In pixels, margins included. */
  width: number;
  height: number;
  margin: Margin;
  /** The count at the upper edge. */
  largest: number;
}

/** Bars, grid and axes. nivo's own bars take two seconds for a year of severities, because they prepare every part for animation. */
export const TimelinePlot = memo(function TimelinePlot({
  bars,
  split,
  backwards,
  width,
  height,
  margin,
  largest,
}: TimelinePlotProps) {
  const { i18n } = useTranslation('overview');
  const inner = { width: width - margin.left - margin.right, height: height - margin.top - margin.bottom };
  const step = inner.width / bars.length;
  const gap = bars.length > MANY_BARS ? 0.1 : 0.28;
  const days = bars.map(({ first }) => first);
  const every = Math.max(1, Math.ceil(days.length / Math.max(2, Math.floor(inner.width / TICK_WIDTH))));
  const newest = backwards ? 0 : days.length - 1;
  const xScale = createBandScale({ type: 'band', round: false }, { all: days, min: '', max: '' }, inner.width, 'x');
  const yScale = createLinearScale(
    { type: 'linear', min: 0, max: largest, nice: false },
    { all: [], min: 0, max: largest },
    inner.height,
    'y',
  );
  const counts = {
    tickSize: 0,
    tickPadding: 8,
    tickValues: 4,
    format: (value: ScaleValue) => (Number.isInteger(value) ? compactNumber(Number(value), i18n.language) : ''),
  };
  return (
    <Container theme={THEME} animate={false} isInteractive={false}>
      <SvgWrapper width={width} height={height} margin={margin}>
        <Grid {...inner} yScale={yScale} yValues={4} />
        <Axes
          {...inner}
          xScale={xScale}
          yScale={yScale}
          left={backwards ? null : counts}
          right={backwards ? counts : null}
          bottom={{
            tickSize: 0,
            tickPadding: 10,
            tickValues: days.filter((_, index) => Math.abs(newest - index) % every === 0),
            format: (day: ScaleValue) => formatShortDay(String(day), i18n.language),
          }}
        />
        {bars.map(({ first, values }, index) => (
          <StackedBar
            key={first}
            values={values}
            parts={PARTS[split]}
            start={(index + gap / 2) * step}
            width={Math.max((1 - gap) * step, LEAST_WIDTH)}
            scale={yScale}
          />
        ))}
      </SvgWrapper>
    </Container>
  );
});

interface StackedBarProps {
  values: readonly number[];
  parts: readonly Part[];
  start: number;
  width: number;
  scale: (count: number) => number;
}

function StackedBar({ values, parts, start, width, scale }: StackedBarProps) {
  let below = 0;
  return parts.map((part, index) => {
    const value = values[index] ?? 0;
    if (value === 0) return null;
    const bottom = scale(below);
    below += value;
    const top = scale(below);
    const gap = index === 0 ? 0 : GAP_OF_PARTS;
    return (
      <rect
        key={part}
        x={start}
        y={top}
        width={width}
        height={Math.max(bottom - top - gap, 1)}
        rx={width > 6 ? 1.5 : 0}
        className={FILLS[part]}
      />
    );
  });
}
