const DELAYS = ['0ms', '140ms', '280ms'];

/** The moving dots alone, in the colour of the text around them; the parent says in words what is going on. */
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
