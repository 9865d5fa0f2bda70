interface TrendBarsProps {
  /** Counts in order of time, the newest last. */
  values: readonly number[];
  /** What the bars show, in words. */
  label: string;
  /** In pixels. */
  height?: number;
  /** Value of the full height; the largest one by default. */
  largest?: number;
}

const STEP = 8;

/** Small bars without axes. Time follows the writing direction. */
export function TrendBars({ values, label, height = 56, largest = Math.max(1, ...values) }: TrendBarsProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${values.length * STEP} ${height}`}
      preserveAspectRatio="none"
      className="block w-full border-b border-line-strong text-accent rtl:-scale-x-100 forced-colors:text-[CanvasText]"
      style={{ height }}
    >
      {values.map((value, index) => {
        const share = value === 0 ? 0 : Math.max(2, (value / largest) * height);
        return (
          <rect
            key={index}
            x={index * STEP + 1}
            y={height - share}
            width={STEP - 2}
            height={share}
            fill="currentColor"
          />
        );
      })}
    </svg>
  );
}
