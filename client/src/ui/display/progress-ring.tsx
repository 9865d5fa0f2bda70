interface ProgressRingProps {
  done: number;
  total: number;
  /** In pixels. */
  size?: number;
}

const CIRCLE = { cx: 10, cy: 10, r: 8 };
/** From this size on, a thinner ring. */
const LARGE = 40;

/** Share that is done, as a ring; decorative, next to the numbers. */
export function ProgressRing({ done, total, size = 16 }: ProgressRingProps) {
  const share = total > 0 ? Math.min(1, done / total) : 0;
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 20 20"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={size < LARGE ? 3 : 2}
      className={`shrink-0 forced-colors:text-[CanvasText] ${share === 1 ? 'text-success-text' : 'text-accent'}`}
    >
      <circle {...CIRCLE} strokeOpacity="0.25" />
      {share > 0 && (
        <circle {...CIRCLE} pathLength="100" strokeDasharray={`${share * 100} 100`} transform="rotate(-90 10 10)" />
      )}
    </svg>
  );
}
