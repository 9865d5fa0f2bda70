const DELAYS = ['0ms', '140ms', '280ms'];

/** Animated dots in the text colour; the parent provides the label. */
export function LoadingDots({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 80 80" width={size} height={size} fill="currentColor" aria-hidden="true">
      {DELAYS.map((delay, index) => (
        <circle
          key={delay}
          cx={14 + index * 26}
          cy={40}
          r={9}
          className="origin-center animate-dot [transform-box:fill-box]"
          style={{ animationDelay: delay }}
        />
      ))}
    </svg>
  );
}
