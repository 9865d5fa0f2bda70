interface NameMarkProps {
  /** The product's name: written beside the mark, or read out in its place when `wordmark` is off. */
  name: string;
  wordmark?: boolean;
  /** Height of the mark in pixels; the word keeps its proportion. Multiples of 8 are sharpest. */
  size?: number;
}

/** The name mark: a beam of light falls on one record among many. */
export function NameMark({ name, wordmark = true, size = 24 }: NameMarkProps) {
  const drawing = (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      fill="none"
      className="shrink-0"
      {...(wordmark ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
    >
      <path d="M25 2h4a1 1 0 0 1 1 1v15H11z" className="fill-accent" fillOpacity={0.4} />
      <g fill="currentColor">
        <path d="M3 2h19l-3.5 4H3a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1z" />
        <path d="M3 10h12l-3.5 4H3a1 1 0 0 1-1-1v-2a1 1 0 0 1 1-1z" />
        <rect x="2" y="26" width="28" height="4" rx="1" />
      </g>
      <path d="M2 19a1 1 0 0 1 1-1h27v3a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1z" className="fill-accent" />
    </svg>
  );
  if (!wordmark) return drawing;
  return (
    <span className="inline-flex items-center text-ink" style={{ gap: size * 0.375, fontSize: size * 0.7083 }}>
      {drawing}
      <span className="leading-none font-semibold tracking-[-0.022em]">{name}</span>
    </span>
  );
}
