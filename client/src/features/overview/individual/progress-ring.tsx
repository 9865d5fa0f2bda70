const SIZE = 88;
const STROKE = 9;
const RADIUS = (SIZE - STROKE) / 2;
const LENGTH = 2 * Math.PI * RADIUS;

/** Ring that fills clockwise; decorative, next to a sentence with the same numbers. */
export function ProgressRing({ done, total }: { done: number; total: number }) {
  const share = total === 0 ? 1 : done / total;
  return (
    <svg
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      width={SIZE}
      height={SIZE}
      aria-hidden="true"
      className="shrink-0 -rotate-90 forced-color-adjust-none"
    >
      <circle cx={SIZE / 2} cy={SIZE / 2} r={RADIUS} fill="none" strokeWidth={STROKE} className="stroke-line-strong" />
      {share > 0 && (
        <circle
          cx={SIZE / 2}
          cy={SIZE / 2}
          r={RADIUS}
          fill="none"
          strokeWidth={STROKE}
          strokeLinecap="round"
          strokeDasharray={`${share * LENGTH} ${LENGTH}`}
          className="stroke-success-text"
        />
      )}
    </svg>
  );
}
