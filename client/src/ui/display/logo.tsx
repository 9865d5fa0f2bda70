import { classes } from '@/ui/classes';

interface LogoProps {
  /** Product name: shown beside the mark, or its accessible name if `wordmark` is off. */
  name: string;
  wordmark?: true;
  /** Height of the mark in pixels; the wordmark scales with it. */
  size?: keyof typeof WORDS;
}

interface MarkProps {
  name: string;
  wordmark: false;
  size?: number;
}

/** Multiples of 8 are sharpest. Classes, because the content security policy forbids inline styles. */
const WORDS = { 24: 'gap-[9px] text-[17px]', 32: 'gap-3 text-[22.67px]', 40: 'gap-[15px] text-[28.33px]' };

/** Paths in a box of 32 by 32: dark records and the lit one. */
export const OTHER_RECORDS = (
  <>
    <path d="M3 2h19l-3.5 4H3a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1z" />
    <path d="M3 10h12l-3.5 4H3a1 1 0 0 1-1-1v-2a1 1 0 0 1 1-1z" />
    <rect x="2" y="26" width="28" height="4" rx="1" />
  </>
);
export const LIT_RECORD = 'M2 19a1 1 0 0 1 1-1h27v3a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1z';

/** Logo: a beam of light on one record of many. */
export function Logo(props: LogoProps | MarkProps) {
  const { name, wordmark = true, size = 24 } = props;
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
      <g fill="currentColor">{OTHER_RECORDS}</g>
      <path d={LIT_RECORD} className="fill-accent" />
    </svg>
  );
  if (props.wordmark === false) return drawing;
  return (
    <span className={classes('inline-flex items-center text-ink', WORDS[props.size ?? 24])}>
      {drawing}
      <span className="leading-none font-semibold tracking-[-0.022em]">{name}</span>
    </span>
  );
}
